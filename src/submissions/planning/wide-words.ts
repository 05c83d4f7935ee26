/**
 * Finds texts that many records hold at once, where words name one record each: a letter, where a box finds parts
 * of words; a word of nearly every text; a wildcard. Each is tried once, with other words between.
 */

import { foldText } from '../../foundation/text/index.ts';
import { wordsOfEveryText } from './common-words.ts';
import type { Outcome } from './query.ts';

/** Words that are looked at, and the new records that these bring on average where words are poor. */
const LATEST = 3;
const POOR = 3;
/** New records by which a part of words, which is no word, shows that parts are found. */
const PROOF = 2;
/** Parts without hits after which the first one was a word, such as an initial. */
const MOST_MISSED = 2;
const SAMPLE = 20_000;
const MOST_WORDS = 12;
const MOST_TEXTS = 300;
const TEXT = 500;
/** Lengths of the parts of words that are typed, from the least on. */
const PART_LENGTHS = 3;
/** Boxes that refuse a letter take three. */
const SHORT = 3;

export class WideWords {
  private sample = '';
  private readonly texts: string[] = [];
  /** Words of every text and the wildcard, as far as they were tried. */
  private readonly words = new Set<string>();
  /** The box leaves out words of every text. */
  private leftOut = false;
  private triedPart = 0;
  private sinceTry = 0;
  /** The latest wide word brought more than other words do. */
  private isRich = false;
  private current: 'part' | 'word' | undefined;
  /** The box finds parts of words. */
  private parts = false;
  /** Parts in a row that brought no hits since the box was taken to find them. */
  private missed = 0;
  /** Texts whose records all came. */
  private readonly whole: string[] = [];

  learn(text: string): void {
    if (this.texts.length < MOST_TEXTS) this.texts.push(foldText(text.slice(0, TEXT)));
    if (this.sample.length < SAMPLE) this.sample += ` ${text.slice(0, SAMPLE)}`;
  }

  /** Tells whether the latest words brought so little that a wide one is worth its query. */
  isDue(news: readonly number[]): boolean {
    if (this.parts || this.sample === '') return false;
    if (this.sinceTry < LATEST) return this.isRich;
    return news.slice(-LATEST).reduce((sum, one) => sum + one, 0) <= POOR * LATEST;
  }

  /** @param least letters that the box requires */
  next(least: number): string | undefined {
    this.current = undefined;
    const length = least > 1 ? Math.max(SHORT, least) : 1;
    if (this.triedPart < length && length <= SHORT) {
      this.triedPart = length;
      const part = mostFrequentPart(this.sample, length);
      if (part !== undefined) return this.take('part', part);
    }
    const words = this.leftOut || this.words.size >= MOST_WORDS ? [] : wordsOfEveryText(this.sample);
    const word = [...words, '*'].find((one) => !this.words.has(one));
    if (word === undefined) return undefined;
    this.words.add(word);
    return this.take('word', word);
  }

  private take(kind: 'part' | 'word', text: string): string {
    this.sinceTry = 0;
    this.current = kind;
    return text;
  }

  /**
   * @param isPart the text is a part of words and no word
   * @returns whether the box is seen only now to find parts of words, or not to find them after all
   */
  settled(typed: string, isPart: boolean, outcome: Outcome): boolean {
    const { hits, complete, newRecords } = outcome;
    if (hits && complete) this.whole.push(typed);
    const before = this.parts;
    const isFound = hits && this.isPartFound(typed, outcome);
    if (isPart && before) {
      this.missed = isFound ? 0 : this.missed + 1;
      this.parts = this.missed < MOST_MISSED;
    } else if (this.current === undefined) this.sinceTry++;
    else if (this.current === 'part' && !before) this.parts = isFound && newRecords >= PROOF;
    if (this.current === 'word') {
      this.isRich = newRecords > POOR;
      if (!hits) this.leftOut = true;
    }
    this.current = undefined;
    return before !== this.parts;
  }

  /** A box that finds parts of words finds at least half of the known records that have this one, unless it cuts its list. */
  private isPartFound(part: string, { complete, records, statedTotal = 0 }: Outcome): boolean {
    return (
      !complete ||
      2 * Math.max(records, statedTotal) >= this.texts.filter((text) => text.includes(part)).length
    );
  }

  /** Tells whether what a text finds came with a part of it. */
  isCovered(key: string): boolean {
    return this.parts && this.whole.some((part) => key.includes(part));
  }

  /**
   * Parts of a word, in lower case, without repetitions; none where the box is not known to find them. What was typed
   * already is cut out: its records came, and the letters around it say little of others.
   */
  partsOf(word: string, least: number): ReadonlySet<string> {
    const found = new Set<string>();
    if (!this.parts) return found;
    let pieces = [word.toLowerCase()];
    for (const typed of this.whole) pieces = pieces.flatMap((piece) => piece.split(typed));
    for (const letters of pieces.map((piece) => [...piece]))
      for (let length = least; length < least + PART_LENGTHS; length++)
        for (let at = 0; at + length <= letters.length; at++)
          found.add(letters.slice(at, at + length).join(''));
    return found;
  }
}

/** The part of words that most of a text's words have; no word of its own. */
function mostFrequentPart(text: string, length: number): string | undefined {
  const counts = new Map<string, number>();
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{M}]+/gu));
  for (const word of words) {
    const letters = [...word];
    const parts = new Set(letters.flatMap((_, at) => letters.slice(at, at + length).join('')));
    for (const part of parts)
      if (part.length >= length && !words.has(part)) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return best !== undefined && foldText(best[0]) === best[0] ? best[0] : undefined;
}
