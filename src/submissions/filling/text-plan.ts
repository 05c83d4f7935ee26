/**
 * What to type into open text fields: known values first, then words of the records that came back, chosen by the new
 * records they promise (Ntoulas, Zerfos, Cho, “Downloading textual hidden web content through keyword queries”, JCDL 2005).
 * A word in df of the n records seen is expected in df/n of those not seen; a word that a site must cut short promises no
 * more than it shows.
 */

import { STOP_WORDS_OF_ALL, wordsOf } from '../../text/index.ts';
import type { ResultRecord } from '../types/answer.ts';
import type { ValueSource } from '../types/submission.ts';
import { type Field, type OpenField, takesWords, typedChoice } from './field.ts';
import { type Outcome, type Query, queryId } from './query.ts';

/** Something to type, and where it comes from. */
export interface KnownValue {
  readonly value: string;
  readonly source: ValueSource;
}

/** Values known for a field before anything was asked, the most promising first. */
export type ValuesFor = (field: OpenField) => readonly KnownValue[];

/** Questions in a row without a new record, after which a field is done. */
const DRY = 15;
/** The same as long as nothing at all has come back. */
const DRY_COLD = 40;
/** Known values tried before words of answers are preferred. */
const FIRST_VALUES = 4;
/** A word in nearly every record is a caption of the page. */
const CAPTION = 0.92;
const LEAST_LETTERS = 3;
const MOST_PAGE_WORDS = 200;

export class TextPlan {
  private readonly waiting: { readonly at: number; readonly field: OpenField }[];
  private readonly valuesFor: ValuesFor;
  private known: KnownValue[] = [];
  private readonly frequency = new Map<string, number>();
  private records = 0;
  private readonly asked = new Set<string>();
  private pageWords: readonly string[] = [];
  private tried = 0;
  private dry = 0;

  constructor(fields: readonly Field[], valuesFor: ValuesFor) {
    this.valuesFor = valuesFor;
    this.waiting = fields
      .map((field, at) => ({ field, at }))
      .filter((one): one is { field: OpenField; at: number } => takesWords(one.field))
      .sort((a, b) => rankOf(a.field) - rankOf(b.field) || a.at - b.at);
    this.begin();
  }

  /** @param cap most records that the site shows for a question, where that is known */
  next(cap: number | undefined): Query | undefined {
    for (;;) {
      const [current] = this.waiting;
      if (current === undefined) return undefined;
      const value = this.dry >= (this.records === 0 ? DRY_COLD : DRY) ? undefined : this.choose(cap);
      if (value !== undefined) return this.queryOf(current, value);
      this.waiting.shift();
      this.begin();
    }
  }

  settled(outcome: Outcome): void {
    this.dry = outcome.newRecords > 0 ? 0 : this.dry + 1;
  }

  /** Takes the words of records that were not seen before. */
  learn(records: readonly ResultRecord[]): void {
    for (const { text, title } of records) {
      this.records++;
      for (const word of new Set(wordsOf(`${title} ${text}`))) {
        if (!isTelling(word)) continue;
        this.frequency.set(word, (this.frequency.get(word) ?? 0) + 1);
      }
    }
  }

  private begin(): void {
    const [current] = this.waiting;
    this.known = current === undefined ? [] : [...this.valuesFor(current.field)];
    this.asked.clear();
    this.tried = 0;
    this.dry = 0;
  }

  private choose(cap: number | undefined): KnownValue | undefined {
    const known = () => {
      while (this.known.length > 0) {
        const value = this.known.shift();
        if (value !== undefined && !this.asked.has(value.value.toLowerCase())) return value;
      }
      return undefined;
    };
    const first = this.tried < FIRST_VALUES ? known() : undefined;
    return first ?? this.mostPromising(cap) ?? known() ?? this.fromPage();
  }

  /** Words of the form's own page: what a site says of itself often stands in its records, too. */
  private fromPage(): KnownValue | undefined {
    const value = this.pageWords.find((word) => !this.asked.has(word));
    return value === undefined ? undefined : { value, source: 'page' };
  }

  /** Takes the words of the page the form stands on, for where nothing else is known. */
  learnPage(text: string): void {
    this.pageWords = [...new Set(wordsOf(text))].filter(isTelling).slice(0, MOST_PAGE_WORDS);
  }

  private mostPromising(cap: number | undefined): KnownValue | undefined {
    let best: string | undefined;
    let most = 0;
    for (const [word, count] of this.frequency) {
      if (this.asked.has(word)) continue;
      const share = count / this.records;
      const caption = this.records >= 10 && share > CAPTION;
      const promise = caption ? count * 1e-3 : Math.min(count, cap === undefined ? count : cap * share);
      if (promise > most || (promise === most && best !== undefined && word < best))
        [best, most] = [word, promise];
    }
    return best === undefined ? undefined : { value: best, source: 'answer' };
  }

  private queryOf({ field, at }: { field: OpenField; at: number }, { value, source }: KnownValue): Query {
    this.tried++;
    this.asked.add(value.toLowerCase());
    const bound = [{ field: at, choice: typedChoice(field, value, source) }];
    return {
      id: queryId('query', bound),
      purpose: 'query',
      bound,
      why: `${field.label} = ${value}: ${WHY[source] ?? source}`,
    };
  }
}

const isTelling = (word: string): boolean =>
  word.length >= LEAST_LETTERS && !STOP_WORDS_OF_ALL.has(word) && !/\d/.test(word);

const WHY: Partial<Record<ValueSource, string>> = {
  page: 'a word of the page the form stands on',
  answer: 'the word that promises most new records of those that answers brought',
  given: 'given by the user',
  'element-table': 'a value that other forms of the domain offer or that brought hits before',
  'domain-file': 'a value of the domain file',
};

/** The box for anything first: every record can be reached through it. */
const ORDER = [
  'query',
  'keyword',
  'title',
  'text',
  'person',
  'publisher',
  'category',
  'place',
  'city',
  'destination',
  'origin',
];

const rankOf = ({ meaning }: OpenField): number => {
  const rank = ORDER.indexOf(meaning);
  return rank < 0 ? ORDER.length : rank;
};
