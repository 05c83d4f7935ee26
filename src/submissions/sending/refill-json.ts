import { isRecord, type Json, withTypeOf } from './request-parameters.ts';

/**
 * Fills other values into the JSON that a script posts: each property named like a control gets the values of
 * that control, all others stay. A control that the script had left out is added to the object with most of
 * the others.
 * @param values by name of the control; an empty list for an empty control
 */
export function refillJson(json: Json, values: ReadonlyMap<string, readonly string[]>): Json {
  const target = objectWithMostOf(json, values);
  if (target === undefined) return json;
  const kept = Object.entries(target).filter(([name]) => values.has(name));
  const none = kept.map(([, value]) => value).find(isEmpty);
  const omits = none === undefined && kept.length < values.size;
  const refilled: Record<string, Json> = { ...target };
  for (const [name, given] of values) {
    const before = target[name];
    if (given.length > 0) refilled[name] = withTypeOf(before, given);
    else if (before === undefined || omits) delete refilled[name];
    else if (!isEmpty(before)) refilled[name] = Array.isArray(before) ? [] : (none ?? '');
  }
  return replaceObject(json, target, refilled);
}

const isEmpty = (value: Json | undefined): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);

type Properties = { readonly [name: string]: Json };

/** Finds the object that has most of the names. */
function objectWithMostOf(json: Json, names: ReadonlyMap<string, unknown>): Properties | undefined {
  let best: Properties | undefined;
  let most = 0;
  const queue: Json[] = [json];
  for (let head = 0; head < queue.length && head < 2_000; head++) {
    const value = queue[head];
    if (Array.isArray(value)) queue.push(...value);
    if (!isRecord(value)) continue;
    queue.push(...Object.values(value));
    const has = Object.keys(value).filter((name) => names.has(name) && !isRecord(value[name])).length;
    if (has > most) [best, most] = [value, has];
  }
  return best;
}

/** Replaces one object in the JSON by another. */
function replaceObject(json: Json, from: Properties, to: Properties): Json {
  if (json === from) return to;
  if (Array.isArray(json)) return json.map((one) => replaceObject(one, from, to));
  if (!isRecord(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, replaceObject(value, from, to)]),
  );
}
