/**
 * Parts texts that hold several values: a docket number before a name, a date in parentheses behind it, “Filed”
 * before a date. A pattern counts where most records have it in the same place, so that a title which happens to
 * begin with a number stays whole.
 */

import { trimOf } from '../../foundation/text/index.ts';
import { fieldKind } from './field-kind.ts';
import type { FieldKind, RecordField } from './reading.ts';

/** A value, and the place in its record, which is the same in other records of the list. */
export interface PlacedField extends RecordField {
  readonly place: string;
  /** Only a colon tells its label from its value. */
  readonly byColon?: boolean;
}

export interface ColumnDraft {
  readonly title: string;
  readonly fields: readonly PlacedField[];
}

const MOST = 0.6;
const MAX_ROUNDS = 5;
/** Longer texts are prose. */
const MAX_TEXT = 400;

/** @returns the drafts with their titles and fields parted, in order */
export function splitColumns<D extends ColumnDraft>(drafts: readonly D[]): D[] {
  if (drafts.length < 2) return [...drafts];
  const titles = partedColumn(
    drafts.map(({ title }) => title),
    'title',
  );
  const columns = new Map<string, Map<number, readonly RecordField[]>>();
  for (const [place, values] of columnsOf(drafts)) {
    const parted = partedColumn([...values.values()], place.startsWith(HEADED_PLACE) ? 'labelled' : 'field');
    columns.set(place, new Map([...values.keys()].map((record, i) => [record, parted[i] ?? []])));
  }
  return drafts.map((draft, i) => {
    const [title, ...others] = titles[i] ?? [];
    const taken = new Set<string>();
    const fields = draft.fields.flatMap((field) => {
      const place = columnOf(field);
      const parts = columns.get(place)?.get(i);
      if (parts === undefined || taken.has(place)) return [field];
      taken.add(place);
      return parts.map((part) => ({ ...part, label: part.label || field.label, place: field.place }));
    });
    const own = others.map((part) => ({ ...part, place: 'title' }));
    return { ...draft, title: title?.value ?? draft.title, fields: [...own, ...fields] };
  });
}

const HEADED_PLACE = 'label ';

const columnOf = ({ label, place }: PlacedField): string => (label === '' ? place : HEADED_PLACE + label);

/** Texts by their label or place, each with the number of its record. */
function columnsOf(drafts: readonly ColumnDraft[]): Map<string, Map<number, string>> {
  const columns = new Map<string, Map<number, string>>();
  drafts.forEach(({ fields }, i) => {
    for (const field of fields) {
      const place = columnOf(field);
      const column = columns.get(place) ?? new Map<number, string>();
      columns.set(place, column);
      if (!column.has(i)) column.set(i, field.value);
    }
  });
  return columns;
}

type Place = 'title' | 'field' | 'labelled';

/** A text with what was taken from its ends. */
interface Parting {
  readonly before: readonly RecordField[];
  readonly rest: string;
  readonly after: readonly RecordField[];
}

/** Parts all texts of a place; the first field of each is the title where they are titles. */
function partedColumn(texts: readonly string[], place: Place): RecordField[][] {
  let partings = texts.map((rest): Parting => ({ before: [], rest, after: [] }));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const patterns = place === 'labelled' ? [labelled, enumerated] : PATTERNS;
    const next = patterns
      .map((pattern) => partedBy(pattern, partings, place))
      .find((one) => one !== undefined);
    if (next === undefined) break;
    partings = next;
  }
  const named = partings.map(({ rest }) => namedNumber(rest));
  return partings.map(({ before, rest, after }, i) => {
    const own = rest === '' ? [] : [{ label: '', value: rest, kind: fieldKind(rest) }];
    return place === 'title'
      ? [...own, ...before, ...(named[i] ?? []).filter(({ label }) => recurs(label, named)), ...after]
      : [...before, ...own, ...after];
  });
}

/** The number in a title that says nothing else: “No. 67 (2013 T.)”. */
function namedNumber(title: string): readonly RecordField[] {
  const [, label, value] = NAMED_NUMBER.exec(title) ?? [];
  return label === undefined || value === undefined ? [] : [{ label, value, kind: fieldKind(value) }];
}

const recurs = (label: string, named: readonly (readonly RecordField[])[]): boolean => {
  const count = named.filter(([field]) => field?.label === label).length;
  return count >= named.length * RECURRING;
};
/** Words before a colon are a name where this share of the records has them. */
export const RECURRING = 0.2;

const NAMED_NUMBER = /^(\p{L}[\p{L} ]{0,30}[.#:]) ?(\d[^\p{Ll}]{0,30})$/u;

/** Applies a pattern where most texts have it. */
function partedBy(pattern: Pattern, partings: readonly Parting[], place: Place): Parting[] | undefined {
  const taker = pattern(
    partings.map(({ rest }) => rest),
    place,
  );
  if (taker === undefined) return undefined;
  const taken = partings.map(({ rest }) => (isWhole(rest) ? undefined : taker(rest)));
  const filled = partings.filter(({ rest }) => rest !== '').length;
  const count = taken.filter((one) => one !== undefined).length;
  if (count < 2 || count < filled * MOST) return undefined;
  return partings.map((parting, i) => {
    const { before, rest, after } = taken[i] ?? { before: [], rest: parting.rest, after: [] };
    return { before: [...parting.before, ...before], rest, after: [...after, ...parting.after] };
  });
}

/** A value of its own kind, or prose; “No. 7-12” has a label yet. */
const isWhole = (text: string): boolean =>
  text.length > MAX_TEXT || hard(text) !== undefined || !PARTED_KINDS.has(fieldKind(text));
const PARTED_KINDS: ReadonlySet<FieldKind> = new Set(['text', 'identifier']);

/** Makes what takes a value from each text of a column; undefined where the column has no such values. */
type Pattern = (
  texts: readonly string[],
  place: Place,
) => ((text: string) => Parting | undefined) | undefined;

const DATE = String.raw`(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\p{L}{3,12}\.? \d{1,2},? \d{4}|\d{1,2}\.? (?:de )?\p{L}{3,12}\.?(?: de)?,? \d{4})(?![\p{L}\p{N}/-])`;
/** Numbers of files and goods: figures with letters, hyphens or slashes among them, perhaps behind a short name. */
const NUMBER = String.raw`(?:\p{Lu}{1,4} )?(?:\p{L}{0,6}[-.]?\d[\p{L}\d]*(?:[-/:.]{1,2}[\p{L}\d]+)*|\d{5,})`;
const JOINT = String.raw`\s*(?:[.,:;]|\s[-–—|·•])?\s+`;

/** Reports: “2025 ND 118”, “[2020] EWCA Civ 12”. */
const CITATION = String.raw`\[?\d{4}\]? \p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*)? \d+`;

const LEADING = new RegExp(`^(${DATE}|${NUMBER})${JOINT}(?=.)`, 'u');
const TRAILING = new RegExp(`${JOINT}(${CITATION}|${DATE}|${NUMBER})$`, 'u');
const PARTED_TRAILING = new RegExp(
  String.raw`(?:(?:[,;]|\s[-–—|·•])\s(${DATE}|${NUMBER}|${CITATION})|\s(${CITATION}))$`,
  'u',
);
const ENCLOSED = /(?:\(([^()]{1,60})\)|\[([^[\]]{1,60})\])[.,;]?$/u;
const AMID = new RegExp(`\\s(${DATE})(?=\\s\\S)`, 'u');

const WORDS = /\p{L}[\p{L}\p{M}]/u;

/** A number that names a thing: no year or range of years, no rank, not a word with a figure at its end. */
function isNumber(text: string): boolean {
  const bare = text.replace(/^\p{Lu}{1,4} /u, '');
  const digits = bare.match(/\d/g)?.length ?? 0;
  if (digits < 2 || bare.length < 4 || bare.length > 30 || /\s/.test(bare)) return false;
  if (/^(?:1[5-9]|20)\d\d(?:[-–/](?:\d\d|\d{4}))?$|^\d+(?:st|nd|rd|th)$|^\d+[.,:]\d{1,2}$/i.test(bare))
    return false;
  return /^\d{5,}$/.test(bare) || /[-/:]/.test(bare) || /\d\p{L}|\p{L}\d/u.test(bare);
}

const DATED = new RegExp(`^${DATE}$`, 'u');
const CITED = new RegExp(`^${CITATION}$`, 'u');

/** The first date in a text. */
export const dateWithin = (text: string): string | undefined =>
  new RegExp(`(?<![\\p{L}\\p{N}/-])${DATE}`, 'u').exec(text)?.[0];

const hard = (value: string): RecordField | undefined =>
  DATED.test(value)
    ? { label: '', value, kind: 'date' }
    : isNumber(value) || CITED.test(value)
      ? { label: '', value, kind: 'identifier' }
      : undefined;

const tidied = (text: string): string => trimOf(text, /[\s,;–—|·-]/);

/** “S19G0007. Collins v. Athens”. */
const leading: Pattern = () => (text) => {
  const found = LEADING.exec(text);
  const field = found?.[1] === undefined ? undefined : hard(found[1]);
  const rest = text.slice(found?.[0].length ?? 0);
  return field !== undefined && WORDS.test(rest)
    ? { before: [field], rest: tidied(rest), after: [] }
    : undefined;
};

/** “…, 2026 Guam 3, CVA24-012, May 7, 2026”; a number at the end of a title is a part of it: “Canon EOS-5D”. */
const trailing: Pattern = (_, place) => (text) => {
  const found = (place === 'title' ? PARTED_TRAILING : TRAILING).exec(text);
  const value = found?.[1] ?? found?.[2];
  const field = value === undefined ? undefined : hard(value);
  const rest = tidied(text.slice(0, found?.index ?? 0));
  return field !== undefined && rest !== '' ? { before: [], rest, after: [field] } : undefined;
};

/** “Doe v. Board (SJC 13736) (September 11, 2025)”. */
const enclosed: Pattern = (_, place) => (text) => {
  const found = ENCLOSED.exec(text);
  const value = (found?.[1] ?? found?.[2] ?? '').trim();
  const rest = text.slice(0, found?.index ?? 0);
  if (value === '' || !WORDS.test(rest) || NAMED_NUMBER.test(text)) return undefined;
  const field = hard(value) ?? { label: '', value, kind: fieldKind(value) };
  if (place !== 'title' && field.kind === 'text') return undefined;
  return { before: [], rest: tidied(rest), after: [field] };
};

/** “Kime v. Dignity 3/29/24 CA1”. */
const amid: Pattern = (_, place) =>
  place !== 'title'
    ? undefined
    : (text) => {
        const found = AMID.exec(text);
        const [, date] = found ?? [];
        if (found === null || date === undefined) return undefined;
        const rest = tidied(text.slice(0, found.index));
        const behind = tidied(text.slice(found.index + found[0].length));
        if (!WORDS.test(rest) || behind.length > MAX_BEHIND) return undefined;
        const after = [{ label: '', value: date, kind: 'date' as const }];
        return {
          before: [],
          rest,
          after: behind === '' ? after : [...after, { label: '', value: behind, kind: fieldKind(behind) }],
        };
      };
/** More behind a date is the rest of a sentence. */
const MAX_BEHIND = 30;

const SIGNS = [' | ', ' · ', ' • ', ' / ', '; ', ' – ', ' — ', ' - '] as const;
const SURE_SIGNS = 3;

/** “Crime | Paperback | 2001”; a hyphen counts where one of the parts is a date, a price or the like. */
const parted: Pattern = (texts, place) => {
  const sign = SIGNS.find((one) => texts.filter((text) => text.includes(one)).length >= texts.length * MOST);
  if (sign === undefined || place === 'title') return undefined;
  const partsOf = (text: string): string[] =>
    text
      .split(sign)
      .map((part) => trimOf(part, /[\s.]/))
      .filter((part) => part !== '');
  // A sentence has a semicolon here and there, a line of values as many in every record.
  const counts = new Set(texts.filter((text) => text.includes(sign)).map((text) => partsOf(text).length));
  const even = sign === '; ' && counts.size === 1;
  return (text) => {
    const parts = partsOf(text);
    const fields = parts.map((value) => hard(value) ?? { label: '', value, kind: fieldKind(value) });
    const sure = even || SIGNS.indexOf(sign) < SURE_SIGNS || fields.some(({ kind }) => kind !== 'text');
    return parts.length > 1 && sure ? { before: [], rest: '', after: fields } : undefined;
  };
};

const NUMBERS: ReadonlySet<FieldKind> = new Set(['date', 'number', 'year', 'identifier', 'measure']);

/** “Filed Feb 21, 2018”, “Docket No. 1508”: the same words before other numbers. */
const labelled: Pattern = (texts, place) => {
  const heads = new Map<string, Set<string>>();
  for (const text of texts) {
    const { head, value } = headed(text) ?? {};
    if (head === undefined || value === undefined) continue;
    heads.set(head, (heads.get(head) ?? new Set()).add(value));
  }
  const known = new Set([...heads].filter(([, values]) => values.size > 1).map(([head]) => head));
  if (known.size === 0) return undefined;
  return (text) => {
    const { head, value, rest } = headed(text) ?? {};
    if (head === undefined || value === undefined || !known.has(head)) return undefined;
    const sure = hard(value);
    if (place === 'title' && (sure === undefined || !WORDS.test(rest ?? ''))) return undefined;
    if (sure === undefined && !/[.#:]$/.test(head)) return undefined;
    const field = sure ?? { label: '', value, kind: fieldKind(value) };
    return { before: [{ ...field, label: head }], rest: rest ?? '', after: [] };
  };
};

const HEADED = new RegExp(
  String.raw`^(\p{L}[\p{L}.’']*(?: \p{L}[\p{L}.’']*){0,4}(?:[.#:]+|(?= ))) ?(${DATE}|(?:\p{Sc} ?)?${NUMBER}|(?:\p{Sc} ?)?\d[\d.,]*)(?:$|${JOINT}(.*)$|[:.] ?(.*)$)`,
  'u',
);

function headed(
  text: string,
): { readonly head: string; readonly value: string; readonly rest: string } | undefined {
  const [, head, value, rest, other] = HEADED.exec(text.slice(0, MAX_TEXT)) ?? [];
  if (head === undefined || value === undefined) return undefined;
  if (hard(value) === undefined && !NUMBERS.has(fieldKind(value))) return undefined;
  return { head, value, rest: (rest ?? other ?? '').trim() };
}

const LABEL_AMID = /(?:^|[,;|] )(\p{L}[^,;:|]{0,30}): /gu;

/** “Ines Farrow, Genre: Crime, City: Vienna”: names that most records have before a colon. */
const enumerated: Pattern = (texts, place) => {
  if (place === 'title') return undefined;
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const name of new Set([...text.matchAll(LABEL_AMID)].map(([, head = '']) => head)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = new Set(
    [...counts].filter(([, count]) => count >= texts.length * MOST).map(([name]) => name),
  );
  if (names.size === 0) return undefined;
  return (text) => {
    const cuts = [...text.matchAll(LABEL_AMID)].filter(([, name = '']) => names.has(name));
    const [first] = cuts;
    if (first === undefined) return undefined;
    const after = cuts.map(({ 0: head, 1: label = '', index }, i) => {
      const value = tidied(text.slice(index + head.length, cuts[i + 1]?.index));
      return { label, value, kind: fieldKind(value) };
    });
    return { before: [], rest: text.slice(0, first.index), after: after.filter(({ value }) => value !== '') };
  };
};

/** In the order in which they are tried. */
const PATTERNS: readonly Pattern[] = [enclosed, labelled, enumerated, leading, parted, amid, trailing];
