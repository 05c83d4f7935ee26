/** How many records can be had through a form: as it stands, by its lists alone, and by whatever may be written into it. */

import { type Catalog, choicesOf, fieldOf } from './catalogs/catalog.ts';
import { type Criterion, FIRST_ID, type Records, type Row, wordsOf } from './database.ts';
import { askedBy, failingChoices, failsOn, objectionTo } from './query.ts';
import { asksNothing } from './refusals.ts';
import type { Choice, ControlSpec, FormSpec } from './site.ts';

interface Reach {
  /** By sending the form as it stands on the page. */
  readonly untouched: number;
  /** By any submission that leaves boxes for words, numbers and days as they stand. */
  readonly bounded: number;
  /** By any submission that a browser can send. */
  readonly any: number;
}

const NOTHING: Reach = { untouched: 0, bounded: 0, any: 0 };

/** All records of a database, made when the first form asks for them. */
export interface Listed {
  readonly records: Records;
  rows(): readonly Row[];
}

export function listed(records: Records): Listed {
  let rows: Row[] | undefined;
  return {
    records,
    rows() {
      rows ??= Array.from({ length: records.spec.records }, (_, at) => records.get(FIRST_ID + at)).filter(
        (row) => row !== undefined,
      );
      return rows;
    },
  };
}

/** @param all the records behind the form */
export function reachOf(form: FormSpec, all: Listed | undefined, now: Date): Reach {
  if (!all || form.denies) return NOTHING;
  return {
    untouched: untouched(form, all, now),
    bounded: reached(form, all, now, false),
    any: reached(form, all, now, true),
  };
}

/** What a browser sends of a form that nobody touched. */
function standing(form: FormSpec): URLSearchParams {
  const sent = new URLSearchParams();
  for (const control of form.controls) {
    const chosen = (control.choices ?? []).filter((choice) => choice.selected);
    const [first] = control.choices ?? [];
    if (control.type === 'select' && !control.multiple && chosen.length === 0 && first) chosen.push(first);
    if (control.choices) for (const choice of chosen) sent.append(control.name, choice.value);
    else sent.append(control.name, control.value ?? '');
  }
  return sent;
}

const capped = (records: Records, count: number): number => Math.min(count, records.spec.cap ?? count);

function untouched(form: FormSpec, all: Listed, now: Date): number {
  const given = standing(form);
  if (objectionTo(form, given, now) || asksNothing(form, given) || failsOn(form, given)) return 0;
  const { criteria } = askedBy(form, given);
  const { records } = all;
  if (criteria.length === 0) return capped(records, records.spec.records);
  const found = all.rows().filter((row) => criteria.every((criterion) => meets(row, criterion)));
  return capped(records, found.length);
}

function meets(row: Row, criterion: Criterion): boolean {
  if (criterion.how === 'words') {
    const own = foldedWords(row, criterion.columns);
    return criterion.words.every((word) => own.has(fold(word)));
  }
  const value = row[criterion.column];
  if (value === undefined) return false;
  if (criterion.how === 'equals') return criterion.values.some((one) => String(one) === String(value));
  return criterion.how === 'at-least' ? value >= criterion.value : value <= criterion.value;
}

const fold = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const foldedWords = (row: Row, columns: readonly string[]): Set<string> =>
  new Set(columns.flatMap((column) => wordsOf(String(row[column] ?? ''))).map(fold));

/** A box into which anything may be written, as against a list, a slider or a box that suggests. */
export const isFree = (control: ControlSpec): boolean =>
  !control.choices && !control.suggestions && control.type !== 'range' && control.type !== 'hidden';

/**
 * How a control narrows the search to a record as far as it can.
 * @returns undefined where the record cannot be had with this control; null where it narrows nothing
 */
type Narrowest = (row: Row) => string | null | undefined;

/**
 * The narrowest search for a record has the fewest rivals, and they keep their order: what is cut off there is cut off
 * in every other search. So each record is looked for by the narrowest search alone.
 */
function reached(form: FormSpec, all: Listed, now: Date, free: boolean): number {
  const controls = form.controls.filter((control) => control.match && (free || !isFree(control)));
  const left = free ? [] : form.controls.filter((control) => control.match && isFree(control));
  if (controls.length === 0 || left.some((control) => control.required)) return 0;
  const { cap, catalog, records } = all.records.spec;
  const failing = new Set(failingChoices(form).map((choice) => choice.value));
  const fixed = controls.filter((control) => control.match?.how !== 'words');
  if (
    cap === undefined &&
    failing.size === 0 &&
    fixed.every((one) => liftable(one) || offersAll(one, catalog))
  )
    return records;
  const narrowest = fixed.map((control) => narrowing(control, failing, now));
  const groups = Map.groupBy(all.rows(), (row) => cellOf(row, narrowest));
  groups.delete(undefined);
  const texts = controls.filter((control) => control.match?.how === 'words');
  let count = 0;
  for (const group of groups.values())
    count +=
      cap === undefined || group.length <= cap ? group.length : shown(form, all.records, group, texts, cap);
  return count;
}

/** What the narrowest search for a record asks for; undefined where no search has it. */
function cellOf(row: Row, narrowest: readonly Narrowest[]): string | undefined {
  let cell = '';
  for (const narrow of narrowest) {
    const value = narrow(row);
    if (value === undefined) return undefined;
    cell += `${value ?? ''}\n`;
  }
  return cell;
}

/** True where every record has one of the choices. */
function offersAll({ choices, match }: ControlSpec, catalog: Catalog): boolean {
  if (!choices || match?.how !== 'equals') return false;
  const field = fieldOf(catalog, match.column);
  if (field.kind !== 'choice') return false;
  const offered = new Set(choices.map((choice) => choice.means ?? choice.value));
  return choicesOf(field).every((value) => offered.has(value));
}

/** True where the control can be left without narrowing. */
const liftable = (control: ControlSpec): boolean =>
  !control.required &&
  (control.type !== 'select' || control.multiple === true || (control.choices ?? []).some(({ any }) => any));

function narrowing(control: ControlSpec, failing: ReadonlySet<string>, now: Date): Narrowest {
  const { match } = control;
  if (!match || match.how === 'words') return () => null;
  const otherwise = liftable(control) ? null : undefined;
  const real = (control.choices ?? []).filter((choice) => !choice.any && !failing.has(choice.value));
  const values = control.choices ? real.map((choice: Choice) => choice.means ?? choice.value) : undefined;
  if (match.how === 'equals') {
    const offered = values && new Set(values.map(String));
    const today = now.toISOString().slice(0, 10);
    return (row) => {
      const value = String(row[match.column]);
      if (control.future && value < today) return otherwise;
      return !offered || offered.has(value) ? value : otherwise;
    };
  }
  const least = match.how === 'at-least';
  if (!values) return bound(control, match.column, least);
  const steps = values.map(Number).sort((a, b) => (least ? b - a : a - b));
  return (row) => {
    const value = Number(row[match.column]);
    const step = steps.find((one) => (least ? one <= value : one >= value));
    return step === undefined ? otherwise : String(step);
  };
}

/** A number that is written, or a slider that is pulled, as near to the record's as its steps allow. */
const bound =
  ({ bounds, type }: ControlSpec, column: string, least: boolean): Narrowest =>
  (row) => {
    const value = Number(row[column]);
    if (!bounds || type !== 'range') return String(value);
    const steps = (value - bounds.min) / bounds.step;
    const near = bounds.min + bounds.step * (least ? Math.floor(steps) : Math.ceil(steps));
    return near < bounds.min || near > bounds.max ? null : String(near);
  };

/** How many of a group are shown in one of the orders that the form has, with all their own words asked for. */
function shown(
  form: FormSpec,
  records: Records,
  group: readonly Row[],
  texts: readonly ControlSpec[],
  cap: number,
): number {
  const seen = new Set<number>();
  for (const compare of ordersOf(form, records)) {
    const ordered = [...group].sort(compare);
    if (texts.length === 0) for (const row of ordered.slice(0, cap)) seen.add(row.id);
    else for (const id of shownByWords(ordered, texts, cap)) seen.add(id);
  }
  return seen.size;
}

type Order = (a: Row, b: Row) => number;

/** The orders of the sort box; the database's own where there is none, for a browser always sends the box. */
function ordersOf(form: FormSpec, { spec }: Records): Order[] {
  const by =
    (column: string, sign: number): Order =>
    (a, b) => {
      const [one = '', other = ''] = [a[column], b[column]];
      return one === other ? a.id - b.id : (one < other ? -1 : 1) * sign;
    };
  const box = form.controls.find((control) => control.role === 'sort');
  if (box) return (box.choices ?? []).map((choice) => by(choice.value, 1));
  return [spec.rank === undefined ? (a, b) => a.id - b.id : by(spec.rank, -1)];
}

/** Records of which fewer than `cap` come before that have all their words too. */
function shownByWords(ordered: readonly Row[], texts: readonly ControlSpec[], cap: number): number[] {
  const words = ordered.map((row) => wordsByBox(row, texts));
  const holders = new Map<string, number[]>();
  words.forEach((own, at) => {
    for (const word of own) {
      const list = holders.get(word);
      if (list) list.push(at);
      else holders.set(word, [at]);
    }
  });
  return ordered.flatMap((row, at) => {
    const own = [...(words[at] ?? [])];
    const rarest = own.map((word) => holders.get(word) ?? []).sort((a, b) => a.length - b.length)[0] ?? [];
    const before = rarest.filter((other) => other < at && own.every((word) => words[other]?.has(word)));
    return before.length < cap ? [row.id] : [];
  });
}

const wordsByBox = (row: Row, texts: readonly ControlSpec[]): Set<string> =>
  new Set(
    texts.flatMap(({ match }, box) =>
      match?.how === 'words' ? [...foldedWords(row, match.columns)].map((word) => `${box} ${word}`) : [],
    ),
  );
