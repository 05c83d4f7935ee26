import { namesOf, wordsByLanguage } from '../../foundation/language/index.ts';
import { minutesIn, type TermMatcher, termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { FieldKind, RecordField } from './reading.ts';

/** What pages call a field: folded, whole words. */
const FIELD_NAMES = namesOf('record');
type FieldName = (typeof FIELD_NAMES)[number];

/** The names of fields in some languages. */
interface Vocabulary {
  readonly matcher: TermMatcher;
  /** Names of further fields by their whole label: `formato` is a format, `formato de entrega` is not. */
  readonly facts: ReadonlyMap<string, string>;
}

const RECORD_WORDS = FIELD_NAMES.map((name) => [name, wordsByLanguage(`record/${name}`)] as const);
const FACT_WORDS = namesOf('fact').map((name) => [name, wordsByLanguage(`fact/${name}`)] as const);

/** The words that are wanted. */
function vocabularyOf(isWanted: (code: string, line: string, name: string) => boolean): Vocabulary {
  const wordsOf = ([name, byLanguage]: readonly [string, ReadonlyMap<string, readonly string[]>]) =>
    [...byLanguage].flatMap(([code, words]) =>
      words.filter((word) => isWanted(code, wordLine(word).trim(), name)),
    );
  return {
    matcher: termMatcher(RECORD_WORDS.map(wordsOf)),
    facts: new Map(
      FACT_WORDS.flatMap((fact) => wordsOf(fact).map((word) => [wordLine(word).trim(), fact[0]])),
    ),
  };
}

/** Words without those to which most languages that have them give another meaning. */
function agreedVocabulary(): Vocabulary {
  const meanings = new Map<string, { readonly name: string; readonly code: string }[]>();
  for (const [name, byLanguage] of [...RECORD_WORDS, ...FACT_WORDS])
    for (const [code, words] of byLanguage)
      for (const word of new Set(words.map((one) => wordLine(one).trim())))
        meanings.set(word, [...(meanings.get(word) ?? []), { name, code }]);
  return vocabularyOf((_, line, wanted) => {
    const all = meanings.get(line) ?? [];
    const agreeing = new Set(all.filter(({ name }) => name === wanted).map(({ code }) => code));
    return agreeing.size * 2 > new Set(all.map(({ code }) => code)).size;
  });
}

/** What languages share is of none: `isbn`. */
const SHARED = 'und';
const ENGLISH = 'en';
const vocabularies = new Map<string, Vocabulary>();
function vocabulary(language: string): Vocabulary {
  const found =
    vocabularies.get(language) ??
    (language === '' ? agreedVocabulary() : vocabularyOf((code) => code === language || code === SHARED));
  vocabularies.set(language, found);
  return found;
}

/** A page's labels are in its own language, or in English; others count where that is unknown or has other letters. */
const vocabulariesFor = (language: string, line: string): readonly Vocabulary[] =>
  [language || ENGLISH, ENGLISH, ...(language === '' || OTHER_LETTERS.test(line) ? [''] : [])].map(
    vocabulary,
  );
const OTHER_LETTERS = /(?!\p{sc=Latn})\p{L}/u;

const BYTES = /^\(?\d[\d.,\s]*(?:bytes?|[KMGT]i?B)\b/i;
const BYTES_WITH_LABEL = /^\d[\d.,\s]*(?:bytes?|[KMGT]i?B?)$/i;
/** “Size” is that of a file beside bytes, and an area or a measure elsewhere; “total” a time beside minutes. */
const isTime = (value: string): boolean => minutesIn(value) !== undefined;
const hasDigit = (value: string): boolean => /\d/.test(value);
const FACT_VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  size: (value) => BYTES_WITH_LABEL.test(value),
  yields: hasDigit,
  'old price': hasDigit,
  'total time': isTime,
  'prep time': isTime,
  'cook time': isTime,
};

/** Fields of the records of each domain; other domains try every name. */
const DOMAIN_FIELDS: Readonly<Record<string, readonly FieldName[]>> = {
  book: ['author', 'publisher', 'isbn', 'year', 'price', 'category', 'date', 'rating', 'identifier'],
  flight: ['origin', 'destination', 'date', 'price', 'duration', 'stops', 'brand', 'identifier', 'category'],
  hotel: ['place', 'price', 'rating', 'rooms', 'people', 'date', 'category'],
  music: ['artist', 'label', 'year', 'price', 'category', 'date', 'duration', 'identifier'],
  premiere: ['director', 'date', 'place', 'category', 'duration', 'year', 'rating'],
  product: ['brand', 'price', 'category', 'rating', 'identifier', 'year'],
  property: ['place', 'price', 'rooms', 'area', 'category', 'date', 'year'],
};

/** Fields with ambiguous names (“to”, “from”), used for journeys only. */
const JOURNEY_FIELDS: ReadonlySet<FieldName> = new Set(['origin', 'destination', 'stops']);

/** Kinds of values that name a field without a label. */
const NAMING: ReadonlySet<FieldKind> = new Set(['price', 'date', 'year', 'rating', 'identifier']);

/**
 * Names fields as the domain does (author, price, date, rooms …), by the words of the page's language. Other
 * fields keep the folded name of the page; those without a name are `text`, `text 2`, …. Values are texts as the page
 * writes them.
 * @param language its code; an empty text where it is unknown
 */
export function typedFields(
  fields: readonly RecordField[],
  domain: string | null,
  language = '',
): Record<string, string> {
  const typed: Record<string, string> = Object.create(null);
  for (const { label, value, kind } of fields) {
    const name = nameOf({ label, value, kind }, domain, language);
    let free = name;
    for (let i = 2; free in typed; i++) free = `${name} ${i}`;
    typed[free] = value;
  }
  return { ...typed };
}

function nameOf({ label, value, kind }: RecordField, domain: string | null, language: string): string {
  const line = wordLine(label);
  if (line.trim() === '') return NAMING.has(kind) ? kind : BYTES.test(value) ? 'size' : 'text';
  return canonicalName(line, { value, kind }, domain, language) ?? line.trim().slice(0, 40);
}

/** The name of a whole label of a few words, whatever stands beside it; undefined where it has none. */
export const nameOfLabel = (label: string, domain: string | null, language = ''): string | undefined => {
  const line = wordLine(label);
  const words = line.trim().split(' ').length;
  return words > MAX_LABEL_WORDS ? undefined : canonicalName(line, undefined, domain, language);
};
const MAX_LABEL_WORDS = 3;

function canonicalName(
  line: string,
  said: Pick<RecordField, 'value' | 'kind'> | undefined,
  domain: string | null,
  language: string,
): string | undefined {
  for (const { matcher, facts } of vocabulariesFor(language, line)) {
    const fact = facts.get(line.trim());
    if (fact !== undefined && (said === undefined || (FACT_VALUES[fact]?.(said.value) ?? true))) return fact;
    const hits = matcher.count(line);
    const wanted = DOMAIN_FIELDS[domain ?? ''] ?? FIELD_NAMES;
    const found = FIELD_NAMES.filter(
      (name, i) =>
        (hits[i] ?? 0) > 0 &&
        (said === undefined || fits(name, said.value, said.kind)) &&
        (wanted.includes(name) || !JOURNEY_FIELDS.has(name)),
    );
    // “Area” may be a part of a town, or a size.
    if (said?.kind === 'measure' && found.includes('area')) return 'area';
    const name = found.find((one) => wanted.includes(one)) ?? found[0];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Most of what a label may count; more is a number of something else. */
const COUNTS: Readonly<Partial<Record<FieldName, number>>> = { rooms: 50, people: 500, stops: 10 };
const NO_COUNT: ReadonlySet<FieldKind> = new Set(['price', 'date', 'rating', 'identifier', 'time']);

const MAKER = /^(?:author|artist|director|publisher|label|brand)$/;

/** Whether a value can be what its label says: stars are no rooms, a word is no year, “2 bar” is no publisher. */
function fits(name: FieldName, value: string, kind: FieldKind): boolean {
  const most = COUNTS[name];
  if (most !== undefined) {
    const [, count] = /^[^\d★☆*]*(\d+)[^\d★☆*/]*$/u.exec(value) ?? [];
    return !NO_COUNT.has(kind) && count !== undefined && Number(count) <= most;
  }
  if (name === 'year') return /(?<!\d)[12]\d{3}(?!\d)/.test(value);
  if (name === 'isbn') return (value.match(/\d/g)?.length ?? 0) >= 9;
  if (MAKER.test(name)) return !/^\d[\d.,]* \p{L}{1,4}\.?$/u.test(value);
  if (name === 'rating') return /\d|[★☆*]/u.test(value);
  return true;
}
