/** Fills what a form demands by its message alone, in every query from then on. */

import { wordsFor } from '../../foundation/language/index.ts';
import { stem, termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { StatedLimits, QueryRefusal } from '../types/answer.ts';
import { dayOf } from './date-boxes.ts';
import type { Field, ListField, WindowField } from './field.ts';

const CHOOSE = termMatcher([wordsFor('answer/choose')]);
const DATES = termMatcher([
  (['date', 'date-start', 'date-end', 'date-part'] as const).flatMap((name) => wordsFor(`field/${name}`)),
]);
/** Days of a period that is asked for where the site states no limit. */
const USUAL_DAYS = 31;
/** Shorter words name no field. */
const LONG_WORD = /[^ ]{3,}/g;

const said = (matcher: typeof CHOOSE, text: string): boolean => matcher.countText(text)[0] !== 0;
const stemsOf = (text: string): string[] => (wordLine(text).match(LONG_WORD) ?? []).map(stem);

/** @returns fields of which one more is filled in every query; undefined if none can be */
export function meetDemand(
  fields: readonly Field[],
  refusal: QueryRefusal,
  limits: StatedLimits,
): readonly Field[] | undefined {
  if (refusal.kind !== 'demand' && refusal.kind !== 'limit') return undefined;
  const at = demandedAt(fields, refusal);
  const field = fields[at];
  if (field?.kind === 'list') return fields.with(at, chosen(field));
  return field?.kind === 'window' ? fields.with(at, bounded(field, { ...limits, ...refusal })) : undefined;
}

/** @returns −1 if it is none */
function demandedAt(fields: readonly Field[], { says, days }: QueryRefusal): number {
  const stems = new Set(stemsOf(says));
  const choose = days === undefined && said(CHOOSE, says);
  const isDated = days !== undefined || said(DATES, says);
  const isOpen = (field: Field): field is ListField =>
    choose &&
    field.kind === 'list' &&
    field.isNarrowed === undefined &&
    field.arranges !== true &&
    field.choices.length > 0;
  const isPeriod = (field: Field) =>
    isDated &&
    field.kind === 'window' &&
    /^(?:day|month)$/.test(field.scale) &&
    (field.within === undefined || field.within > (days ?? Number.POSITIVE_INFINITY));
  const isNamed = (field: Field) => stemsOf(`${field.label} ${field.name}`).some((one) => stems.has(one));
  const isUnused = ({ any }: ListField) => any?.controls.every(({ values }) => values.length === 0) === true;
  const inOrder = [
    (field: Field) => isOpen(field) && isNamed(field),
    isPeriod,
    // What nothing is chosen of comes before a list that stands at “any”.
    (field: Field) => isOpen(field) && isUnused(field),
    isOpen,
  ];
  return inOrder.map((test) => fields.findIndex(test)).find((at) => at >= 0) ?? -1;
}

/** Ticks all boxes of a list, or makes its first choice, if a query chooses nothing else. */
function chosen(field: ListField): ListField {
  const ticked = field.choices.flatMap(({ controls }) => (controls.length > 1 ? controls : []));
  const on = ticked.filter(({ values }) => values.length > 0);
  const any = on.length > 0 ? { label: 'all', controls: on } : field.choices[0];
  return { ...field, isNarrowed: on.length === 0, ...(any !== undefined && { any }) };
}

/** Asks for a period that the site accepts if a query names none: the latest one of what the page says that there is. */
function bounded(field: WindowField, { days = USUAL_DAYS, first, last }: StatedLimits): WindowField {
  const { least, most, now = most, isGiven, unitOf, scale } = field;
  const unit = (day: string | undefined, otherwise: number) =>
    day === undefined || isGiven ? otherwise : Math.min(most, Math.max(least, unitOf(dayOf(new Date(day)))));
  const likely = { least: unit(first, least), most: unit(last, most) };
  const within = Math.max(1, scale === 'day' ? days : Math.floor(days / 28));
  const high = Math.min(likely.most, Math.max(likely.least, now));
  const low = Math.max(likely.least, high - within + 1);
  const controls = field.write(low, high).map((control) => ({ ...control, source: 'bound' as const }));
  const isLikely = likely.least > least || likely.most < most;
  return { ...field, within, ...(isLikely && { likely }), any: { label: 'a period', controls } };
}
