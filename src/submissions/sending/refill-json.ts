import { isRecord, type Json, like } from './request-parameters.ts';

/**
 * The JSON that a script posts, for other values: each property that is called like a control gets that control's, all
 * others stay. A control that the script had left out is put where most others stand.
 * @param values by name of the control; without any, the control is empty
 */
export function refillJson(json: Json, values: ReadonlyMap<string, readonly string[]>): Json {
  const home = homeOf(json, values);
  if (home === undefined) return json;
  const kept = Object.entries(home).filter(([name]) => values.has(name));
  const none = kept.map(([, value]) => value).find(isEmpty);
  const omits = none === undefined && kept.length < values.size;
  const refilled: Record<string, Json> = { ...home };
  for (const [name, given] of values) {
    const before = home[name];
    if (given.length > 0) refilled[name] = like(before, given);
    else if (before === undefined || omits) delete refilled[name];
    else if (!isEmpty(before)) refilled[name] = Array.isArray(before) ? [] : (none ?? '');
  }
  return swapped(json, home, refilled);
}

const isEmpty = (value: Json | undefined): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);

type Properties = { readonly [name: string]: Json };

/** The object that has most of the names. */
function homeOf(json: Json, names: ReadonlyMap<string, unknown>): Properties | undefined {
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

/** The same JSON with one of its objects changed for another. */
function swapped(json: Json, from: Properties, to: Properties): Json {
  if (json === from) return to;
  if (Array.isArray(json)) return json.map((one) => swapped(one, from, to));
  if (!isRecord(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, swapped(value, from, to)]));
}
