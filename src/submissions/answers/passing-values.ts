import { namesOf } from '../../foundation/language/index.ts';
import { foldText, isAgo, isNumbering } from '../../foundation/text/index.ts';

/** What a record without an address is told by. */
interface Told {
  readonly key: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Fields that are known by name are the record's own. */
const OWN: ReadonlySet<string> = new Set([...namesOf('record'), ...namesOf('fact')]);
/** A rank before a title: “1. ”, “#12 ”. */
const RANK = 'rank';
const RANKED = /^(?:#\s?\d{1,5}[.):]?|\d{1,5}[.)])\s+(?=\p{L})/u;
const COUNT = /^(?:\p{L}{1,20}:? )?\d[\d.,]*(?: ?\p{L}{1,12})?$/u;
const YEAR = /^(?:1[5-9]|20)\d\d$/;
const TOKEN = /^(?=\S*\d)(?=\S*[a-z])[\w+/=-]{16,}$/;
const CUT = /…|\.\.\./;

const MOST_KEPT = 20_000;
const MIN_TITLES = 5;
const MOSTLY = 0.6;
/** Showings of a record, more of which would make one of several. */
const MOST_SHOWINGS = 4;
/** Fewer records of an answer may be all that bear a number that was asked for. */
const MIN_ROWS = 3;
const MOST_ALIKE = 0.02;

/**
 * Learns which values of records without an address change by themselves (views, minutes ago, rank, snippet, token): those
 * in which records of one title, alone of this title in each of two answers, differ while all else is equal. They are left
 * out of the keys, unless several records of one answer would then be alike.
 */
export class PassingValues {
  dropped: ReadonlySet<string> = new Set();
  private readonly known = new Map<string, Told>();
  private readonly latest = new Map<string, ReadonlyMap<string, string>>();
  private readonly counts = new Map<string, { readonly changed: Set<string>; readonly all: Set<string> }>();
  /** Names of which the values in a row are not one more each. */
  private readonly unordered = new Set<string>();
  private readonly answers: (readonly Told[])[] = [];

  /** @returns whether keys of earlier records changed */
  learn(records: readonly Told[]): boolean {
    if (this.known.size + records.length > MOST_KEPT) return false;
    for (const record of records) this.known.set(record.key, record);
    this.answers.push(records);
    if (records.length < MIN_ROWS) return false;
    for (const name of Object.keys(records[0]?.fields ?? {}))
      if (!areInOrder(records.map(({ fields }) => Number(fields[name])))) this.unordered.add(name);
    for (const [title, [only, ...others]] of Map.groupBy(records, titleOf))
      if (only !== undefined && others.length === 0) this.compare(title, valuesOf(only));
    const wanted = new Set(this.dropped);
    for (const [name, { changed, all }] of this.counts)
      if (changed.size >= MIN_TITLES && changed.size >= all.size * MOSTLY) wanted.add(name);
    const isMore = wanted.size > this.dropped.size && this.tellsApart(wanted);
    if (isMore) this.dropped = wanted;
    return isMore;
  }

  /** The key that a record has without them; of one that was not kept, its own. */
  keyOf(key: string, record = this.known.get(key)): string {
    return this.dropped.size === 0 || record === undefined ? key : keyWithout(record, this.dropped);
  }

  private compare(title: string, values: ReadonlyMap<string, string>): void {
    const before = this.latest.get(title);
    this.latest.set(title, values);
    if (before === undefined || before.size !== values.size) return;
    const differing = [...values].filter(([name, value]) => before.get(name) !== value);
    const mayDiffer = ([name, value]: readonly [string, string]): boolean =>
      mayPass(name, before.get(name), value) && !(isNumbering(name) && this.unordered.has(name));
    if (!differing.every(mayDiffer)) return;
    for (const name of values.keys()) {
      const count = this.counts.get(name) ?? { changed: new Set(), all: new Set() };
      this.counts.set(name, count);
      count.all.add(title);
      if (before.get(name) !== values.get(name)) count.changed.add(title);
    }
  }

  private tellsApart(dropped: ReadonlySet<string>): boolean {
    const keys = new Set<string>();
    let showings = 0;
    let alike = 0;
    for (const records of this.answers) {
      const own = new Set(records.map((record) => keyWithout(record, dropped)));
      alike += new Set(records.map(({ key }) => key)).size - own.size;
      showings += records.length;
      for (const key of own) keys.add(key);
    }
    return alike <= showings * MOST_ALIKE && showings <= keys.size * MOST_SHOWINGS;
  }
}

const areInOrder = (numbers: readonly number[]): boolean =>
  numbers.every((number, i) => i === 0 || number === (numbers[i - 1] ?? 0) + 1);

const bare = (title: string): string => title.replace(RANKED, '');
const titleOf = ({ title }: Told): string => foldText(bare(title));

/** Values by name, and the rank before the title. */
function valuesOf({ title, fields }: Told): ReadonlyMap<string, string> {
  const rank = RANKED.exec(title)?.[0];
  return new Map([...(rank === undefined ? [] : [[RANK, rank] as const]), ...Object.entries(fields)]);
}

function mayPass(name: string, before: string | undefined, value: string): boolean {
  if (before === undefined || OWN.has(name.replace(/ \d+$/, ''))) return false;
  const areBoth = (test: (text: string) => boolean) => test(before) && test(value);
  const isPassing = [isAgo, (text: string) => TOKEN.test(text), (text: string) => CUT.test(text)].some(
    areBoth,
  );
  if (name === RANK || isPassing) return true;
  return areBoth((text) => COUNT.test(text) && !YEAR.test(text)) && unitOf(before) === unitOf(value);
}

const unitOf = (text: string): string => text.replace(/[\d.,]+/, '').replace(/s$/, '');

const keyWithout = ({ title, fields }: Told, dropped: ReadonlySet<string>): string => {
  const values = Object.entries(fields).flatMap(([name, value]) => (dropped.has(name) ? [] : [value]));
  return foldText([dropped.has(RANK) ? bare(title) : title, ...values].join(' | ')).slice(0, 300);
};
