import { namesOf, wordsFor } from '../../foundation/language/index.ts';
import { minutesIn, termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { FieldKind, RecordField } from './reading.ts';

/** What pages call a field: folded, whole words. */
const FIELD_NAMES = namesOf('record');
type FieldName = (typeof FIELD_NAMES)[number];
const MATCHER = termMatcher(FIELD_NAMES.map((name) => wordsFor(`record/${name}`)));

/** Names of further fields by their whole label: `formato` is a format, `formato de entrega` is not. */
const FACTS: ReadonlyMap<string, string> = new Map(
  namesOf('fact').flatMap((name) => wordsFor(`fact/${name}`).map((word) => [wordLine(word).trim(), name])),
);
const BYTES = /^\(?\d[\d.,\s]*(?:bytes?|[KMGT]i?B)\b/i;
const BYTES_WITH_LABEL = /^\d[\d.,\s]*(?:bytes?|[KMGT]i?B?)$/i;
/** “Size” is that of a file beside bytes, and an area or a measure elsewhere; “total” a time beside minutes. */
const isTime = (value: string): boolean => minutesIn(value) !== undefined;
const FACT_VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  size: (value) => BYTES_WITH_LABEL.test(value),
  yields: (value) => /\d/.test(value),
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

/** Names of fields without a label, by the kind of their value. */
const FIELD_BY_KIND: Readonly<Partial<Record<FieldKind, string>>> = {
  price: 'price',
  date: 'date',
  year: 'year',
  rating: 'rating',
  identifier: 'identifier',
};

/**
 * Names fields as the domain does (author, price, date, rooms …), whatever the language of the page. Other
 * fields keep the folded name of the page; those without a name are `text`, `text 2`, ….
 */
export function typedFields(
  fields: readonly RecordField[],
  domain: string | null,
): Record<string, string | number> {
  const typed: Record<string, string | number> = Object.create(null);
  for (const { label, value, kind } of fields) {
    const name = nameOf({ label, value, kind }, domain);
    let free = name;
    for (let i = 2; free in typed; i++) free = `${name} ${i}`;
    typed[free] = numberOr(name, value, kind);
  }
  return { ...typed };
}

function nameOf({ label, value, kind }: RecordField, domain: string | null): string {
  const line = wordLine(label);
  if (line.trim() === '') return FIELD_BY_KIND[kind] ?? (BYTES.test(value) ? 'size' : 'text');
  return canonicalName(line, { value, kind }, domain) ?? line.trim().slice(0, 40);
}

/** The name of a whole label of a few words, whatever stands beside it; undefined where it has none. */
export const nameOfLabel = (label: string, domain: string | null): string | undefined => {
  const line = wordLine(label);
  const words = line.trim().split(' ').length;
  return line.trim() === '' || words > MAX_LABEL_WORDS
    ? undefined
    : (FACTS.get(line.trim()) ?? canonicalName(line, undefined, domain));
};
const MAX_LABEL_WORDS = 3;

function canonicalName(
  line: string,
  said: Pick<RecordField, 'value' | 'kind'> | undefined,
  domain: string | null,
): string | undefined {
  const fact = FACTS.get(line.trim());
  if (fact !== undefined && (said === undefined || (FACT_VALUES[fact]?.(said.value) ?? true))) return fact;
  const hits = MATCHER.count(line);
  const wanted = DOMAIN_FIELDS[domain ?? ''] ?? FIELD_NAMES;
  const found = FIELD_NAMES.filter(
    (name, i) =>
      (hits[i] ?? 0) > 0 &&
      (said === undefined || fits(name, said.value, said.kind)) &&
      (wanted.includes(name) || !JOURNEY_FIELDS.has(name)),
  );
  // “Area” may be a part of a town, or a size.
  if (said?.kind === 'measure' && found.includes('area')) return 'area';
  return found.find((name) => wanted.includes(name)) ?? found[0];
}

/** Whether a text says what a field is, and nothing else: “Author”, “ISBN”. */
export function isFieldName(text: string): boolean {
  const line = wordLine(text);
  return (
    line.trim().split(' ').length <= MAX_NAME_WORDS &&
    (FACTS.has(line.trim()) || MATCHER.count(line).some((hits) => hits > 0))
  );
}
const MAX_NAME_WORDS = 3;

/** Most of what a label may count; more is a number of something else. */
const COUNTS: Readonly<Partial<Record<FieldName, number>>> = { rooms: 50, people: 500, stops: 10 };
const NO_COUNT: ReadonlySet<FieldKind> = new Set(['price', 'date', 'rating', 'identifier', 'time']);

/** Whether a value can be what its label says: stars are no rooms, a word is no year. */
function fits(name: FieldName, value: string, kind: FieldKind): boolean {
  const most = COUNTS[name];
  if (most !== undefined) {
    const [, count] = /^[^\d★☆*]*(\d+)[^\d★☆*/]*$/u.exec(value) ?? [];
    return !NO_COUNT.has(kind) && count !== undefined && Number(count) <= most;
  }
  if (name === 'year') return /(?<!\d)[12]\d{3}(?!\d)/.test(value);
  if (name === 'isbn') return (value.match(/\d/g)?.length ?? 0) >= 9;
  if (name === 'rating') return /\d|[★☆*]/u.test(value);
  return true;
}

const NUMERIC: ReadonlySet<string> = new Set(['year', 'rooms', 'people', 'stops', 'pages']);

function numberOr(name: string, value: string, kind: FieldKind): string | number {
  const plain = /^-?\d+(?:\.\d+)?$/.test(value);
  return plain && (NUMERIC.has(name) || kind === 'number' || kind === 'year') ? Number(value) : value;
}
