/** Puts a second or third word beside words that a site refuses, since they would find more than it shows. */

import { foldText } from '../../foundation/text/index.ts';

/** Words of one query at most. */
const MOST_WORDS = 3;
/** Refused texts, and words beside them, that are weighed. */
const MOST_TEXTS = 60;
const MOST_BESIDE = 120;
/** Combinations refused before any was answered, after which the site is taken to look for any of the words. */
const MOST_REFUSED = 4;
/** Weight of a combination that a known record has. */
const MET = 0.3;
/** Combinations in a row without a new record, after which no further ones are asked. */
const MOST_VAIN = 20;

const keyOf = (words: readonly string[]): string => words.map(foldText).sort().join(' ');

export class CrowdedWords {
  /** Refused texts, by their words. */
  private readonly texts: (readonly string[])[] = [];
  private readonly besides = new Map<string, { news: number; tried: number }>();
  private readonly asked = new Set<string>();
  private refusals = 0;
  private answers = 0;
  private vain = 0;

  /** Tells whether no combination is worth asking. */
  get isOver(): boolean {
    const isAny = this.refusals >= MOST_REFUSED && this.answers === 0;
    return this.texts.length === 0 || isAny || this.vain >= MOST_VAIN;
  }

  /** Takes note of what was typed. @param newRecords undefined if it was refused */
  settled(text: string, newRecords: number | undefined): void {
    const words = text.split(' ');
    if (newRecords === undefined) this.texts.push(words);
    if (words.length === 1) return;
    if (newRecords === undefined) this.refusals++;
    else this.answers++;
    this.vain = newRecords === 0 ? this.vain + 1 : 0;
    for (const word of words) {
      const { news, tried } = this.besides.get(word) ?? { news: 0, tried: 0 };
      this.besides.set(word, { news: news + Math.min(1, newRecords ?? 0), tried: tried + 1 });
    }
  }

  /**
   * Returns the combination that promises most: of refused words, then of others, which brought records beside others.
   * @param words whose records may not all be known, those of most records first
   * @param meet whether a known record has all of them
   */
  next(
    words: readonly string[],
    meet: (words: readonly string[]) => boolean,
    mayType: (text: string) => boolean,
  ): string | undefined {
    const refused = this.texts.flatMap((text) => (text.length === 1 ? text : []));
    const beside = [...new Set([...refused, ...words])].slice(0, MOST_BESIDE);
    let best: readonly string[] | undefined;
    let most = 0;
    for (const text of this.texts.slice(0, MOST_TEXTS))
      for (const [at, word] of beside.entries()) {
        const all = [...text, word];
        const promise = all.reduce(
          (product, one) => product * this.shareOf(one),
          at < refused.length ? 2 : 1,
        );
        const isNew = text.length < MOST_WORDS && !text.includes(word) && !this.asked.has(keyOf(all));
        if (promise <= most || !isNew || !mayType(all.join(' '))) continue;
        const worth = meet(all) ? promise * MET : promise;
        if (worth > most) [best, most] = [all, worth];
      }
    if (best !== undefined) this.asked.add(keyOf(best));
    return best?.join(' ');
  }

  private shareOf(word: string): number {
    const { news, tried } = this.besides.get(word) ?? { news: 0, tried: 0 };
    return (news + 1) / (tried + 1);
  }
}
