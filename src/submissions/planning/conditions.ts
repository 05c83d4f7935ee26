/** Finds the conditions of a filter: a list of columns (or none), a list of comparisons, and the value that is typed. */

import type { FieldMeaning, Form, FormControl } from '../../forms/index.ts';
import { wordsFor } from '../../foundation/language/index.ts';
import type { FilledControl } from '../types/submission.ts';
import { filled } from './field.ts';
import { offersEvery, realOptions } from './list-options.ts';

export interface Condition {
  /** Position of the box for the value. */
  readonly value: number;
  /** Its column and its comparison, ascending, and the check box before them that it is on by. */
  readonly lists: readonly number[];
  /** The column and the comparison under which the value is looked for as a part of the text. */
  readonly chosen: readonly FilledControl[];
}

const words = (text: string): string[] => text.split(' ');
const CONTAINS: ReadonlySet<string> = new Set(words('contains icontains includes like ilike ~ *'));
const COMPARES: ReadonlySet<string> = new Set([
  ...CONTAINS,
  ...words(
    '= == != <> ! !~ ^ $ < > <= >= ≤ ≥ ≠ eq equal equals equalto ne neq notequal notequals is isnot not',
  ),
  ...words('exact iexact in lt lte gt gte lessthan greaterthan before after startswith beginswith endswith'),
  ...words('notcontains doesntcontain doesnotcontain notlike isnull isnotnull notnull isempty isnotempty'),
  ...words('isblank notblank between matches regex'),
]);
/** Comparisons from which a list of them is told. */
const LEAST = 3;

const plain = (text: string): string =>
  text
    .slice(0, 40)
    .toLowerCase()
    .replace(/[\s_’'-]/g, '');
const isOf = (known: ReadonlySet<string>, { value, label }: { value: string; label: string }): boolean =>
  known.has(plain(value)) || known.has(plain(label));

function isComparison({ type, options }: FormControl): boolean {
  if (type !== 'select-one') return false;
  const known = options.filter((option) => isOf(COMPARES, option)).length;
  return known >= LEAST && known * 2 >= options.length;
}

const NAMING: ReadonlySet<string> = new Set([...wordsFor('list/name'), ...wordsFor('field/title')]);
const CODED = /(?:^|[^\p{L}])(?:id|key|code|no|nr|date|time|created|updated)(?:$|[^\p{L}])/iu;

/** Tells whether a column is one that records are named by. */
export const namesRecords = (column: string): boolean =>
  column
    .toLowerCase()
    .split(/[_\s]+/)
    .some((word) => NAMING.has(word));

/** Chooses the column that holds words: one that names the record, else the first that holds no codes or dates. */
function columnOf(control: FormControl): string | undefined {
  // “- column -” asks to choose; “any column” is a choice.
  const said = control.options.map((option) => ({ ...option, any: false }));
  if (offersEvery({ ...control, options: said })) return undefined;
  const options = realOptions(control);
  const named = (label: string): string => label.toLowerCase().replaceAll('_', ' ');
  const best =
    options.find(({ label }) => namesRecords(label)) ??
    options.find(({ label }) => !CODED.test(named(label))) ??
    options[0];
  return best?.value;
}

/**
 * Returns the conditions of a form in its order. Of several over the same columns only the first is returned with
 * a value of its own, since all of them must hold; the lists of the others are to be left unused.
 */
export function conditionsOf(
  { controls }: Form,
  meanings: readonly FieldMeaning[],
  usable: (position: number) => boolean,
): { readonly conditions: readonly Condition[]; readonly unused: readonly number[] } {
  const conditions: Condition[] = [];
  const unused: number[] = [];
  const asked = new Set<string>();
  controls.forEach((how, at) => {
    const [column, value] = [controls[at - 1], controls[at + 1]];
    if (!usable(at) || !isComparison(how) || value === undefined) return;
    if (!usable(at + 1) || !/^(?:text|search)$/.test(value.type)) return;
    const hasColumn =
      column?.type === 'select-one' && usable(at - 1) && !isComparison(column) && !unused.includes(at - 1);
    const columns = hasColumn ? JSON.stringify(realOptions(column).map((option) => option.value)) : '';
    const first = hasColumn ? at - 1 : at;
    const toggle = controls[first - 1];
    const isOn = toggle?.type === 'checkbox' && toggle.checked && usable(first - 1);
    const lists = [...(isOn ? [first - 1] : []), ...(hasColumn ? [at - 1, at] : [at])];
    if (hasColumn && asked.has(columns)) {
      unused.push(...lists, at + 1);
      return;
    }
    if (hasColumn) asked.add(columns);
    const contains = how.options.find((option) => isOf(CONTAINS, option))?.value;
    const chosen = [hasColumn ? columnOf(column) : undefined, contains].flatMap((option, nth) => {
      const position = nth === 0 ? at - 1 : at;
      const control = controls[position];
      return option === undefined || control === undefined
        ? []
        : [filled(control, position, meanings[position] as FieldMeaning, [option], 'option')];
    });
    conditions.push({ value: at + 1, lists, chosen });
  });
  return { conditions, unused };
}
