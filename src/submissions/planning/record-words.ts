/**
 * Weighs words of the records found by the new records they promise (Ntoulas, Zerfos, Cho, “Downloading textual hidden web
 * content through keyword queries”, JCDL 2005): a word in df of the n records seen is expected in df/n of those not seen; a
 * word that a site must cut short promises no more than it shows.
 */

import type { ResultRecord } from '../types/answer.ts';
import { foldText } from '../../foundation/text/index.ts';
import { askableWords, Spellings } from './askable-words.ts';
import type { Outcome } from './query.ts';
import { WideWords } from './wide-words.ts';

/** A word in a larger share of the records is a caption of the page, or in every text: one is tried, late. */
const CAPTION = 0.92;
const LEAST_QUERIES_FOR_CAPTION = 3;
const LEAST_FOR_CAPTION = 4;
/**
 * Prior of the hit rate of words, as a number of hits and tries: words of titles are searched; words of the
 * rest of a record may be labels (“published”, “read more”) or in fields that are not searched.
 */
const TRUST_TITLE = { hits: 3, tried: 3 };
const TRUST_TEXT = { hits: 2, tried: 3 };
/** Weight of a miss while nothing was found: a column may not be searched at all. */
const COLD_MISS = 4;
/** Factor for words seen rarely; of .5 to .85, the best one on descriptions of packages. */
const RARE = 0.7;

/** Known limits of the site's lists. */
export interface Limits {
  /** Most records that a list shows. */
  readonly cap?: number | undefined;
  /** Records that the database is known to have at least. */
  readonly size?: number | undefined;
}

const shareOf = ({ hits, tried }: { readonly hits: number; readonly tried: number }): number => hits / tried;

/** In how many records a text stands, and a digest of their numbers. */
interface Weight {
  titles: number;
  texts: number;
  records: number;
}

function addWeight(weights: Map<string, Weight>, key: string, { titles, texts, records }: Weight): void {
  const one = weights.get(key) ?? { titles: 0, texts: 0, records: 0 };
  one.titles += titles;
  one.texts += texts;
  // A digest of their numbers.
  one.records = (Math.imul(one.records, 31) + records) | 0;
  weights.set(key, one);
}

/** Records whose words are kept together. */
const MOST_KEPT = 200;

export class RecordWords {
  /** Texts that find many records. */
  wide = new WideWords();
  /** Records that were learnt from. */
  records = 0;
  private readonly weights = new Map<string, Weight>();
  private readonly kept: ReadonlyMap<string, unknown>[] = [];
  private readonly parts = new Map<string, Weight>();
  /** Words that brought nothing new, by the records that have them. */
  private readonly fruitless = new Map<number, number>();
  private readonly trust = { titles: { ...TRUST_TITLE }, texts: { ...TRUST_TEXT } };
  private readonly unasked = new Set<string>();
  private readonly spellings = new Spellings();
  private captionFailed = false;
  /** Most records that an answer has stated, and whether the latest one has stated them again. */
  private total = 0;
  private isAll = false;
  /** Letters of the longest part of words that found all known records, and none besides. */
  private vainLetters = 0;
  /** Of a text that may be typed. */
  leastLetters = 1;

  get isEmpty(): boolean {
    return this.weights.size === 0;
  }

  has(key: string): boolean {
    return this.weights.has(key);
  }

  /** Begins with another field, which may search otherwise. */
  begin(): void {
    this.wide = new WideWords();
    this.parts.clear();
    this.vainLetters = 0;
  }

  /** Learns the words of new records, without the labels of their fields: those stand in all of them. */
  learn(records: readonly ResultRecord[]): void {
    for (const { text, title, fields } of records) {
      this.records++;
      const labels = new Set(askableWords(Object.keys(fields).join(' ')).map(({ key }) => key));
      this.wide.learn(`${title} ${text}`);
      const found = new Map<string, 'titles' | 'texts'>();
      for (const [where, words] of [
        ['texts', askableWords(text).filter(({ key }) => !labels.has(key))],
        ['titles', askableWords(title)],
      ] as const)
        for (const word of words) {
          this.spellings.add(word);
          found.set(word.key, where);
        }
      if (this.kept.length < MOST_KEPT) this.kept.push(found);
      for (const [key, where] of found) {
        const weight = { titles: 0, texts: 0, records: this.records, [where]: 1 };
        addWeight(this.weights, key, weight);
        this.learnParts(key, weight);
      }
    }
  }

  private learnParts(key: string, weight: Weight): void {
    for (const part of this.wide.partsOf(this.spellings.of(key), this.leastLetters))
      addWeight(this.parts, part, weight);
  }

  /** Learns the words of an answer to nonsense: they belong to the page and are never typed. */
  unlearn(records: readonly ResultRecord[]): void {
    for (const { text, title } of records)
      for (const { key } of askableWords(`${title} ${text}`)) this.unasked.add(key);
  }

  /** Takes note of an answer to any query, typed or not. */
  heard(statedTotal: number): void {
    this.isAll = statedTotal > 0 && statedTotal === this.total && this.total >= this.records;
    this.total = Math.max(this.total, statedTotal);
  }

  /** @param isFound whether any word has brought hits */
  settled(key: string, outcome: Outcome, isFound: boolean): void {
    const { hits, newRecords } = outcome;
    const isPart = this.parts.has(key) && !this.weights.has(key);
    if (isPart && newRecords === 0 && this.isAll) this.vainLetters = Math.max(this.vainLetters, key.length);
    if (this.wide.settled(key, isPart, outcome)) {
      this.parts.clear();
      for (const [word, weight] of this.weights) this.learnParts(word, weight);
    }
    if (this.isCaption(key) && newRecords === 0) this.captionFailed = true;
    const where = this.weights.get(key);
    if (where === undefined) return;
    const trust = this.trust[where.titles > 0 ? 'titles' : 'texts'];
    trust.tried += isFound ? 1 : COLD_MISS;
    if (hits) trust.hits++;
    if (newRecords === 0) this.fruitless.set(where.records, this.failuresAmong(where.records) + 1);
  }

  /** Words of the same records find the same: a long record has many that find only itself. */
  private failuresAmong(records: number): number {
    return this.fruitless.get(records) ?? 0;
  }

  private isCaption(key: string): boolean {
    const { titles = 0, texts = 0 } = this.weights.get(key) ?? {};
    return this.records >= LEAST_FOR_CAPTION && titles + texts > CAPTION * this.records;
  }

  /** Tells whether a known record has all of the words, as far as is kept. */
  meet(words: readonly string[]): boolean {
    const keys = words.map(foldText);
    return this.kept.some((found) => keys.every((key) => found.has(key)));
  }

  /** Words as they are written, those of most known records first. */
  frequent(): readonly string[] {
    return [...this.weights]
      .filter(([key]) => !this.unasked.has(key) && !this.isCaption(key))
      .sort(([, a], [, b]) => b.titles + b.texts - a.titles - a.texts)
      .map(([key]) => this.spellings.of(key));
  }

  /** @param found different words that brought hits */
  mostPromising(
    limits: Limits,
    found: number,
    mayType: (key: string, value: string) => boolean,
  ): { readonly value: string; readonly promise: number } | undefined {
    let best: string | undefined;
    let most = 0;
    const captions = found >= LEAST_QUERIES_FOR_CAPTION && !this.captionFailed;
    for (const [key, { titles, texts, records }] of [...this.weights, ...this.parts]) {
      if (this.unasked.has(key) || this.wide.isCovered(key) || !mayType(key, this.spellings.of(key)))
        continue;
      const likely = titles * shareOf(this.trust.titles) + texts * shareOf(this.trust.texts);
      const isVain = key.length <= this.vainLetters && !this.weights.has(key);
      const worth =
        (isVain || (!captions && this.isCaption(key)) ? 1e-3 : 1) / (1 + this.failuresAmong(records)) ** 2;
      const promise = this.promiseOf(likely, limits) * worth;
      if (promise > most || (promise === most && best !== undefined && key < best))
        [best, most] = [key, promise];
    }
    return best === undefined ? undefined : { value: this.spellings.of(best), promise: most };
  }

  /**
   * Estimates the new records that a word promises, up to a factor. A cut list brings no more than it shows;
   * of words that fill it the rarest are best, because frequent ones show only what the site ranks first.
   */
  private promiseOf(likely: number, { cap, size }: Limits): number {
    if (cap === undefined || this.records === 0) return likely;
    const expected = (likely / this.records) * Math.max(size ?? 0, this.records);
    // The frequency of a word seen once or twice is overestimated.
    const sure = expected * (1 - RARE / Math.sqrt(likely + 0.5));
    return sure <= cap ? sure : cap + cap / sure;
  }
}
