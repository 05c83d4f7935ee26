/** Lists how the fields of a form can be bound: to which values, and together with which others. */

import type { StopReason } from '../types/asking.ts';
import { type Field, type ListField, type RangeField, typedChoice, wordBoxes } from './field.ts';
import { type Bound, type Query, queryId } from './query.ts';
import { intervalChoice, type NumberRange } from './ranges.ts';

/** Parts that a long range is first cut into. */
const PARTS = 8;

/**
 * Nonsense of no language, without common letters but the first, so that what both bring is due to neither.
 * Some engines fall back on words with the same first letter: of single letters, q is the rarest in the
 * labelled pages.
 */
const NONSENSE = ['qzxvwkjp', 'qhgfbmcd'];

/** Fills the text fields with nonsense, to see what an answer without hits looks like. */
export function nonsenseProbes(fields: readonly Field[], count: number): Query[] {
  const boxes = new Set<Field>(wordBoxes(fields));
  return NONSENSE.slice(0, count).flatMap((nonsense, nth): Query[] => {
    const bound = fields.flatMap((field, i): Bound[] =>
      field.kind === 'open' && boxes.has(field)
        ? [{ field: i, choice: typedChoice(field, nonsense.slice(0, field.control.maxLength), 'probe') }]
        : [],
    );
    if (bound.length === 0) return [];
    const why =
      nth === 0
        ? 'nonsense probe: learns the site’s “no results” page'
        : 'second nonsense probe: what both answers show is no result';
    return [{ id: queryId('nonsense-probe', bound), purpose: 'nonsense-probe', bound, why }];
  });
}

/** Tells whether a field only orders the answer. */
export const arranges = (field: Field): boolean => field.kind === 'list' && field.arranges === true;

/** Tells whether the choices of a field appear only once another field has a value. */
export const isDependent = (field: Field | undefined): boolean => field?.kind === 'list' && field.dependent;

/** Tells whether a field has no “any”, so that every query excludes the records of its other values. */
export const isObligatory = (field: Field): boolean =>
  field.kind === 'list' &&
  (field.any === undefined || field.isNarrowed === true) &&
  field.choices.length > 1 &&
  !field.dependent;

/**
 * Counts the queries that cover each value of all required fields, if this query binds these fields and no
 * others.
 * @param refused the form rejected a query without a choice, so that any list may be the required one
 */
export function obligatoryParts(
  fields: readonly Field[],
  bound: readonly Bound[],
  refused: boolean,
): number | undefined {
  const held = fields.flatMap((field, i) => (isObligatory(field) ? [i] : []));
  const wanted =
    held.length > 0 ? held : refused && bound.length === 1 ? bound.map(({ field }) => field) : [];
  const binds = wanted.length === bound.length && bound.every(({ field }) => wanted.includes(field));
  const lists = wanted.every((i) => fields[i]?.kind === 'list');
  if (wanted.length === 0 || !binds || !lists) return undefined;
  return wanted.reduce((all, i) => all * boundsOf(fields[i] as Field, i).length, 1);
}

/** Lists the first bindings of a field; a long range in a few parts. */
export function boundsOf(field: Field, at: number): Bound[] {
  if (field.kind === 'list') return listBounds(field, at);
  return field.kind === 'range' ? rangeBounds(field, at) : [];
}

const listBounds = (field: ListField, at: number): Bound[] =>
  field.choices.map((choice) => ({ field: at, choice }));

function rangeBounds(field: RangeField, at: number): Bound[] {
  const last = field.steps.length - 1;
  if (last < 1) return [];
  const parts = Math.min(PARTS, last);
  const cuts = Array.from({ length: parts + 1 }, (_, i) => Math.round((i * last) / parts));
  const intervals: NumberRange[] = cuts.slice(1).map((to, i) => ({ from: cuts[i] ?? 0, to }));
  // Values outside the offered steps.
  const outer =
    field.low?.type === 'range'
      ? []
      : [
          { from: -1, to: 0 },
          { from: last, to: last + 1 },
        ];
  return [...intervals, ...outer].map((interval) => ({
    field: at,
    interval,
    choice: intervalChoice(field, interval),
  }));
}

/** Returns why a form with these fields is not queried; undefined if it is. */
export function whyNotAsked(fields: readonly Field[], text: boolean): StopReason | undefined {
  if (fields.length === 0) return { code: 'nothing-to-fill' };
  if (fields.every(arranges)) return { code: 'only-arranges' };
  if (text) return undefined;
  if (fields.every(({ kind }) => kind === 'open')) return { code: 'typing-off' };
  const needed = fields.find((field) => field.kind === 'open' && field.required);
  return needed === undefined ? undefined : { code: 'typing-needed', detail: needed.label };
}
