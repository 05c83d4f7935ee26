import { foldText } from '../../foundation/text/index.ts';
import type { ResultRecord } from '../types/answer.ts';
import { PassingValues } from './passing-values.ts';

/** A part of an address that may change although the record is the same: its place, and its value. */
type Parts = ReadonlyMap<string, string>;

/** What a record is told by. */
type Identified = Pick<ResultRecord, 'key' | 'title' | 'text'> & { readonly fields?: ResultRecord['fields'] };

interface SeenRecord {
  readonly title: string;
  readonly text: string;
  readonly parts: Parts;
}

/** What is known of the addresses of one shape. */
interface ShapeKnowledge {
  readonly seen: Map<string, SeenRecord[]>;
  /** Titles by part: the same record had other values there. */
  readonly changes: Map<string, Set<string>>;
  /** Titles of records whose address changed, and stayed, while all their text stayed. */
  readonly moved: Set<string>;
  readonly stayed: Set<string>;
  readonly dropped: Set<string>;
  byText: boolean;
  size: number;
}

const MAX_SEEN = 5_000;
const MAX_VARIANTS = 4;
const MIN_TITLES = 2;
const MIN_SHARE = 0.3;
/** Records whose address changed in full, after which addresses name nothing. */
const MIN_MOVED = 3;
const MOSTLY = 0.8;

/**
 * Learns which parts of the records' addresses change from answer to answer although the record is the same (position,
 * number of the query, token, session, tracking), by records of the same text in two answers. A part is left out of
 * the keys unless records with different texts would have one key without it; where nothing is left that tells records
 * apart, their text is the key.
 */
export class RecordIdentity {
  private readonly shapes = new Map<string, ShapeKnowledge>();
  private readonly texts = new Map<string, string>();
  private readonly passing = new PassingValues();

  /** Compares the records of an answer with those of earlier ones. @returns whether keys of earlier records changed */
  learn(records: readonly Identified[]): boolean {
    let changed = this.passing.learn(records.filter(isWithoutAddress));
    for (const [shape, group] of Map.groupBy(records, ({ key }) => shapeOf(key) ?? '')) {
      if (shape === '') continue;
      const known = this.shapes.get(shape) ?? newKnowledge();
      this.shapes.set(shape, known);
      const titles = Map.groupBy(group, ({ title }) => foldText(title));
      for (const [title, same] of titles) {
        if (title === '') continue;
        for (const record of same) compare(known, seenOf(record, title), same.length === 1);
      }
      changed = settle(known) || changed;
      if (known.byText) for (const record of group) this.texts.set(record.key, textKeyOf(record));
    }
    return changed;
  }

  /** Whether keys are made otherwise than a page alone makes them. */
  get isNeeded(): boolean {
    if (this.passing.dropped.size > 0) return true;
    return [...this.shapes.values()].some(({ byText, dropped }) => byText || dropped.size > 0);
  }

  /** The key of a record, by the key that its page gives it; the same for a key that was made here. */
  keyOf(record: Identified): string {
    const key = this.keyBy(record.key, () => textKeyOf(record));
    return this.passing.keyOf(key, isWithoutAddress(record) ? record : undefined);
  }

  /** The same for a record of which only the key is at hand. */
  keyFor(key: string): string {
    return this.passing.keyOf(this.keyBy(key, () => this.texts.get(key) ?? key));
  }

  private keyBy(key: string, byText: () => string): string {
    const shape = shapeOf(key);
    const known = shape === undefined ? undefined : this.shapes.get(shape);
    if (known === undefined) return key;
    if (known.byText) return byText();
    return known.dropped.size === 0 ? key : withoutParts(key, known.dropped);
  }

  /** The records of an answer under these keys, each once. */
  named<R extends ResultRecord>(records: readonly R[]): R[] {
    const distinct = new Map<string, R>();
    for (const record of records) {
      const key = this.keyOf(record);
      if (!distinct.has(key)) distinct.set(key, key === record.key ? record : { ...record, key });
    }
    return [...distinct.values()];
  }
}

/** Named by its text: it has no address, and data give it no number. Rows of the store are known by their keys. */
const isWithoutAddress = (
  record: Identified,
): record is Identified & { readonly fields: ResultRecord['fields'] } =>
  typeof record.fields === 'object' && !/^(?:https?|id|text):/.test(record.key);

const newKnowledge = (): ShapeKnowledge => ({
  seen: new Map(),
  changes: new Map(),
  moved: new Set(),
  stayed: new Set(),
  dropped: new Set(),
  byText: false,
  size: 0,
});

const textKeyOf = ({ title, text }: Identified): string =>
  `text:${foldText(text === '' ? title : text).slice(0, 300)}`;

/** The words of a text in one order: where values stand in a record may depend on the records around it. */
const wordsOf = (text: string): string => foldText(text).split(/\s+/).sort().join(' ');

const seenOf = ({ key, text }: Identified, title: string): SeenRecord => ({
  title,
  text: wordsOf(text),
  parts: partsOf(key),
});

/** Host and number of steps of an address; undefined for a key that is none. */
function shapeOf(key: string): string | undefined {
  const url = /^https?:/.test(key) ? URL.parse(key) : null;
  return url === null ? undefined : `${url.host} ${url.pathname.split('/').length}`;
}

const TOKEN = /[^;,~_.:=-]+/g;
/** In the place of a value that changes. */
const ANY = '*';

/** Steps and parameters of an address, and the pieces of each. */
function partsOf(key: string): Map<string, string> {
  const url = new URL(key);
  const parts = new Map<string, string>();
  const add = (name: string, value: string): void => {
    parts.set(name, value);
    const tokens = value.match(TOKEN) ?? [];
    if (tokens.length > 1) for (const [i, token] of tokens.entries()) parts.set(`${name} ${i}`, token);
  };
  for (const { name, value } of stepsOf(url).flat()) add(name, value);
  for (const [name, value] of url.searchParams) add(`?${name}`, value);
  if (url.hash !== '') add('#', url.hash);
  return parts;
}

/** Steps of a path, each with its own parameters behind semicolons: `/show/7;session=3`. */
const stepsOf = ({ pathname }: URL): { readonly name: string; readonly value: string }[][] =>
  pathname.split('/').map((step, i) =>
    step.split(';').map((value, j) => {
      const end = j === 0 ? -1 : value.indexOf('=');
      return {
        name: j === 0 ? `/${i}` : `/${i};${value.slice(0, Math.max(end, 0))}`,
        value: value.slice(end + 1),
      };
    }),
  );

/** Drops parameters, and puts a sign in the place of steps and pieces. */
function withoutParts(key: string, dropped: ReadonlySet<string>): string {
  const url = new URL(key);
  const pieces = (name: string, value: string): string => {
    let i = 0;
    return value.replace(TOKEN, (token) => (dropped.has(`${name} ${i++}`) ? ANY : token));
  };
  url.pathname = stepsOf(url)
    .map((parts) =>
      parts
        .filter(({ name }, i) => i === 0 || !dropped.has(name))
        .map(({ name, value }, i) => {
          const label = i === 0 ? '' : `${name.slice(name.indexOf(';') + 1)}=`;
          return dropped.has(name) ? ANY : label + pieces(name, value);
        })
        .join(';'),
    )
    .join('/');
  const kept = [...url.searchParams].filter(([name]) => !dropped.has(`?${name}`));
  url.search = new URLSearchParams(kept.map(([name, value]) => [name, pieces(`?${name}`, value)])).toString();
  url.hash = dropped.has('#') ? '' : pieces('#', url.hash);
  return url.href;
}

/** Notes a record, and where its address differs from those it had before. */
function compare(known: ShapeKnowledge, record: SeenRecord, isAlone: boolean): void {
  const before = known.seen.get(record.title) ?? [];
  for (const other of before) {
    if (!isAlone || record.text !== other.text) continue;
    const names = new Set([...record.parts.keys(), ...other.parts.keys()]);
    const differing = [...names].filter((name) => record.parts.get(name) !== other.parts.get(name));
    for (const name of differing)
      known.changes.set(name, (known.changes.get(name) ?? new Set()).add(record.title));
    (differing.length > 0 ? known.moved : known.stayed).add(record.title);
  }
  if (known.size >= MAX_SEEN || before.length >= MAX_VARIANTS) return;
  const isSame = (parts: Parts) =>
    parts.size === record.parts.size && [...parts].every(([name, value]) => record.parts.get(name) === value);
  if (before.some(({ parts }) => isSame(parts))) return;
  known.seen.set(record.title, [...before, record]);
  known.size++;
}

/** Drops the parts that change, most often first, as long as the others tell titles apart. */
function settle(known: ShapeKnowledge): boolean {
  if (known.byText || known.changes.size === 0) return false;
  let changed = false;
  const candidates = [...known.changes]
    .filter(([name, titles]) => !isDropped(known.dropped, name) && isEvident(known, titles))
    .sort(([a, x], [b, y]) => y.size - x.size || a.length - b.length);
  for (const [name] of candidates) {
    if (isDropped(known.dropped, name) || !tellsApart(known, new Set([...known.dropped, name]))) continue;
    known.dropped.add(name);
    changed = true;
  }
  const compared = known.moved.size + [...known.stayed].filter((title) => !known.moved.has(title)).length;
  if (
    !changed &&
    known.moved.size >= MIN_MOVED &&
    ((known.moved.size > compared * MOSTLY && areUnstable(known)) || areShared(known))
  ) {
    known.byText = true;
    return true;
  }
  return changed;
}

/** A step or parameter goes with all of its pieces. */
const isDropped = (dropped: ReadonlySet<string>, name: string): boolean =>
  dropped.has(name) || dropped.has(name.replace(/ \d+$/, ''));

/** Several records had other values there, and not few of all that were seen again: two may say the same. */
const isEvident = ({ moved, stayed }: ShapeKnowledge, titles: ReadonlySet<string>): boolean =>
  titles.size >= MIN_TITLES && titles.size >= MIN_SHARE * new Set([...moved, ...stayed]).size;

/** Whether without these parts several records are left, none with the address of another. */
function tellsApart({ seen }: ShapeKnowledge, dropped: ReadonlySet<string>): boolean {
  const texts = new Map<string, string>();
  for (const variants of seen.values())
    for (const { parts, text } of variants) {
      const identity = leftOf(parts, dropped);
      const other = texts.get(identity);
      if (other !== undefined && other !== text) return false;
      texts.set(identity, text);
    }
  return texts.size > 1;
}

/** What is left of an address: whole steps and parameters, but pieces of those of which a piece is dropped. */
function leftOf(parts: Parts, dropped: ReadonlySet<string>): string {
  const broken = new Set([...dropped].map((name) => name.replace(/ \d+$/, '')));
  return JSON.stringify(
    [...parts].filter(([name]) =>
      / \d+$/.test(name)
        ? !isDropped(dropped, name) && broken.has(name.replace(/ \d+$/, ''))
        : !broken.has(name),
    ),
  );
}

/** Whether most records that moved have several addresses still, with what is dropped. */
function areUnstable({ seen, dropped, moved }: ShapeKnowledge): boolean {
  const several = [...moved].filter((title) => {
    const variants = seen.get(title) ?? [];
    return new Set(variants.map(({ parts }) => leftOf(parts, dropped))).size > 1;
  });
  return several.length >= MIN_MOVED && several.length * 2 > moved.size;
}

/** Whether most addresses were those of records with different titles, as the number of a row is. */
function areShared({ seen, dropped }: ShapeKnowledge): boolean {
  const titles = new Map<string, Set<string>>();
  for (const { title, parts } of [...seen.values()].flat()) {
    const identity = leftOf(parts, dropped);
    titles.set(identity, (titles.get(identity) ?? new Set()).add(title));
  }
  const shared = [...titles.values()].filter(({ size }) => size > 1).length;
  return shared >= MIN_MOVED && shared * 2 > titles.size;
}
