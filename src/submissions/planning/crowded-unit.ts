/** Splits a day or number that one list does not hold by other fields, then by words of its records. */

import type { ResultRecord } from '../types/answer.ts';
import { askableWords, Spellings } from './askable-words.ts';
import { arranges, boundsOf, isDependent } from './bindings.ts';
import { type Field, typedChoice, wordBoxes } from './field.ts';
import type { Bound, Outcome, Query } from './query.ts';
import type { UnitSpan } from './window-axis.ts';

/** Fields that are set beside a day, and words that are tried on it; words in a row without a new record. */
const MOST_BESIDE = 3;
const MOST_WORDS = 40;
const DRY_WORDS = 6;
/** Values that a field should have for each list that a day fills. */
const ROOM = 1.2;

/** A part of a unit, whose list is cut. */
interface Part {
  readonly bound: readonly Bound[];
  readonly fingerprint: string;
  records: readonly ResultRecord[];
}

/** What the units of a range share. */
export interface Splitting {
  readonly fields: readonly Field[];
  readonly mayType: boolean;
  /** Fields that do not narrow. */
  readonly dull: Set<number>;
  /** Queries that type a word. */
  readonly typed: Set<string>;
  query(bound: readonly Bound[], at: UnitSpan): Query;
  isCut(outcome: Outcome): boolean;
}

export class CrowdedUnit {
  readonly at: UnitSpan;
  /** Of the records found so far. */
  readonly keys: Set<string>;
  private readonly shared: Splitting;
  private readonly total: number | undefined;
  private waiting: { readonly parent: Part; readonly field: number; readonly query: Query }[] = [];
  private readonly cut: Part[];
  /** Its words are typed. */
  private typing: Part | undefined;
  private dry = 0;
  private isLeft = false;

  constructor(
    shared: Splitting,
    at: UnitSpan,
    bound: Bound,
    outcome: Outcome,
    records: readonly ResultRecord[],
  ) {
    this.shared = shared;
    this.at = at;
    this.keys = new Set(records.map(({ key }) => key));
    this.total = outcome.statedTotal;
    this.cut = [{ bound: [bound], fingerprint: outcome.fingerprint, records }];
  }

  get isWhole(): boolean {
    return this.total === undefined ? !this.isLeft : this.isFull;
  }

  private get isFull(): boolean {
    return this.total !== undefined && this.keys.size >= this.total;
  }

  /** Returns the next query; undefined if there is none. @param cap records that a list shows */
  next(cap: number): Query | undefined {
    for (;;) {
      const [waits] = this.waiting;
      if (waits !== undefined) return waits.query;
      const word = this.nextWord();
      if (word !== undefined) return word;
      this.typing = undefined;
      const part = this.cut.pop();
      if (part === undefined || this.isFull) return undefined;
      this.split(part, cap);
    }
  }

  /** Sets one more field, with just enough choices if it is known how many records there are, else with most; or types words. */
  private split(part: Part, cap: number): void {
    const { fields, dull, query } = this.shared;
    const size = (at: number) => boundsOf(fields[at] as Field, at).length;
    const needed = ((this.total ?? 0) / cap) * ROOM;
    const rank = (at: number) => (needed > 0 && size(at) >= needed ? 1e6 - size(at) : size(at));
    const [field] = fields
      .flatMap((one, at) => {
        const isUsed = part.bound.some((bound) => bound.field === at) || dull.has(at);
        return isUsed || one.kind === 'window' || arranges(one) || isDependent(one) || size(at) < 2
          ? []
          : [at];
      })
      .sort((a, b) => rank(b) - rank(a) || a - b);
    if (field === undefined || part.bound.length > MOST_BESIDE) {
      this.isLeft = true;
      this.typing = part;
      this.dry = 0;
      return;
    }
    this.waiting = boundsOf(fields[field] as Field, field).map((bound) => ({
      parent: part,
      field,
      query: query([...part.bound, bound], this.at),
    }));
  }

  /** Types the word that most of a part's records have. */
  private nextWord(): Query | undefined {
    const { typing, shared } = this;
    const [box] = shared.mayType ? wordBoxes(shared.fields) : [];
    if (typing === undefined || box === undefined || this.isFull || this.dry >= DRY_WORDS) return undefined;
    const counts = new Map<string, number>();
    const spellings = new Spellings();
    for (const { text } of typing.records)
      for (const [key, word] of new Map(askableWords(text).map((one) => [one.key, one]))) {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        spellings.add(word);
      }
    const field = shared.fields.indexOf(box);
    const most = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_WORDS);
    for (const [word] of most) {
      const choice = typedChoice(box, spellings.of(word), 'answer');
      const query = shared.query([...typing.bound, { field, choice }], this.at);
      if (shared.typed.has(query.id)) continue;
      shared.typed.add(query.id);
      return query;
    }
    return undefined;
  }

  settled({ id, bound }: Query, outcome: Outcome, records: readonly ResultRecord[]): void {
    const before = this.keys.size;
    for (const { key } of records) this.keys.add(key);
    if (this.typing !== undefined) {
      this.dry = this.keys.size > before ? 0 : this.dry + 1;
      this.typing.records = [...this.typing.records, ...records];
      return;
    }
    const [asked] = this.waiting;
    if (asked?.query.id !== id) return;
    this.waiting.shift();
    const { parent, field } = asked;
    if (outcome.verdict !== 'hits' && outcome.verdict !== 'no-hits') this.isLeft = true;
    if (!outcome.hits || !this.shared.isCut(outcome)) return;
    if (outcome.fingerprint === parent.fingerprint) {
      // Another value brings the same: the field does not narrow.
      this.shared.dull.add(field);
      this.waiting = [];
      this.cut.push(parent);
    } else this.cut.push({ bound, fingerprint: outcome.fingerprint, records });
  }
}
