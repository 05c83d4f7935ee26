/** Orders the forms of a site, and divides the site's budget among them. */

import type { HarvestedForm } from '../../library/index.ts';

interface Turn {
  readonly form: HarvestedForm;
  /** It may use the whole budget of a form; the others share what is left of the site's. */
  readonly main: boolean;
  /** True where it queries what another form does; a few queries tell whether it does more. */
  readonly refines: boolean;
  /** True where it has the fields of another form and other hidden values: its first answers tell whether it queries anything else. */
  readonly repeats: boolean;
}

/** The fewest that tell something: two of nonsense, two words, nothing, and one more. */
export const LEAST_SHARE = 6;
/** Enough for a form that asks what another one asks. */
export const REFINING_QUERIES = 10;
/** Forms that are main whatever page they stand on. */
const ALWAYS_MAIN = 2;

/**
 * Orders boxes found on most pages at least depth first: the search of the whole site stands in the head of every page.
 * Then what only some pages have, such as filters of special pages; then copies of one box that every project or
 * category has.
 *
 * @param queried forms of the site that were queried before; an answer mostly shows the same search with its words
 *   filled in
 */
export function formOrder(forms: readonly HarvestedForm[], queried: readonly HarvestedForm[] = []): Turn[] {
  const byWorth = forms.toSorted(
    (a, b) =>
      Number(isUnseen(a)) - Number(isUnseen(b)) ||
      worth(b) - worth(a) ||
      a.depth - b.depth ||
      (a.formId < b.formId ? -1 : 1),
  );
  const seen = new Set<string>();
  const copies: HarvestedForm[] = [];
  const single = byWorth.filter((form) => {
    const box = boxOf(form);
    if (seen.has(box)) copies.push(form);
    else return seen.add(box);
    return false;
  });
  const order = [...single, ...copies];
  return order.map((form, i) => ({
    form,
    main: i < single.length && (i < ALWAYS_MAIN || worth(form) >= 1),
    refines:
      queried.some((other) => queriesTheSame(form, other)) ||
      order.slice(0, i).some((other) => queriesTheSame(form, other) && offersNoMore(form, other)),
    repeats: order.slice(0, i).some((other) => queriesTheSame(form, other) && hasNoMoreFields(form, other)),
  }));
}

const isUnseen = ({ form }: HarvestedForm): boolean => form.where.unseen === true;

/** Compares address and box. */
export function queriesTheSame(one: HarvestedForm, other: HarvestedForm): boolean {
  const [a, b] = [URL.parse(one.form.action), URL.parse(other.form.action)];
  if (one.form.method !== other.form.method || a?.origin !== b?.origin || a?.pathname !== b?.pathname)
    return false;
  const open = ({ domain, visible }: HarvestedForm['controls'][number]) => domain === 'open' && visible;
  const names = new Set(other.controls.filter(open).map(({ name }) => name));
  return one.controls.some((control) => open(control) && names.has(control.name));
}

/** Tells whether two forms send one request, such as a box and its OpenSearch description: the same fields and choices, to the same address. */
export function sendsTheSame(one: HarvestedForm, other: HarvestedForm): boolean {
  const sent = ({ form, controls }: HarvestedForm): string | undefined => {
    const url = URL.parse(form.action);
    if (form.actionKind !== 'address' || url === null) return undefined;
    const fields = [...controls, ...form.submits].map((one) => {
      const isOpen = 'options' in one && one.type !== 'hidden';
      return [one.name, isOpen ? one.options.map(({ value }) => value).sort() : one.value];
    });
    const all = [...fields, ...url.searchParams].filter(([name]) => name).map((pair) => pair.join('='));
    return [form.method, url.origin, url.pathname, ...all.sort()].join('\n');
  };
  const request = sent(one);
  return request !== undefined && request === sent(other);
}

/** Says whether a form has no field that the other one lacks, and queries the same part of the site. */
const offersNoMore = (form: HarvestedForm, other: HarvestedForm): boolean =>
  hasNoMoreFields(form, other) && scopeOf(form) === scopeOf(other);

function hasNoMoreFields(form: HarvestedForm, other: HarvestedForm): boolean {
  const known = new Set(other.controls.map(({ name }) => name));
  return form.controls.every(({ name, type }) => type === 'hidden' || known.has(name));
}

/** Returns what a form sends beside what a person enters: two boxes of one address may query two parts of a site. */
function scopeOf({ form, controls }: HarvestedForm): string {
  const hidden = controls.flatMap(({ type, name, value }) => (type === 'hidden' ? [`${name}=${value}`] : []));
  return [URL.parse(form.action)?.search ?? '', ...hidden.sort()].join('\n');
}

/** Counts pages that show the form, each level of depth for half. */
const worth = ({ sightings, depth }: HarvestedForm): number => sightings / 2 ** depth;

/** Equal for copies of one box: the same fields, sent to addresses that are built alike. */
function boxOf({ form, controls }: HarvestedForm): string {
  const fields = controls
    .filter(({ type }) => type !== 'hidden')
    .map(({ name, type }) => `${type} ${name}`)
    .sort();
  const parts = URL.parse(form.action)?.pathname.split('/').length ?? 0;
  return [form.method, parts, ...fields].join('\n');
}

/**
 * Returns the number of queries that a form may use.
 * @param left of the site's budget
 * @param waiting forms that still share it, this one included
 */
export function queryBudget(
  { main, refines }: Pick<Turn, 'main' | 'refines'>,
  perForm: number,
  left: number,
  waiting: number,
): number {
  const share = main ? left : Math.max(LEAST_SHARE, Math.floor(left / Math.max(1, waiting)));
  const allotted = Math.min(perForm, left, share, refines ? REFINING_QUERIES : perForm);
  return allotted < Math.min(perForm, LEAST_SHARE) ? 0 : allotted;
}
