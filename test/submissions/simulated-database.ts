/**
 * Databases of records made of words, asked word by word: what one form's coverage is counted from, without a web. Word
 * frequencies follow Zipf's law, records lean to topics, queries take words of records seen before.
 */

import type { RandomSource } from '../../src/foundation/learning/random.ts';
import type { Catch } from '../../src/submissions/answers/coverage/estimate-size.ts';

export interface Asked {
  readonly size: number;
  readonly seen: number;
  readonly catches: readonly Catch[];
  /** Lists are cut at so many records, always the same ones first. */
  readonly cap: number | undefined;
}

const between = (random: RandomSource, low: number, high: number): number => low + random() * (high - low);

/** One database of 60 to 8,000 records, asked 10 to 150 times; every third one shows only the first of its hits. */
export function askedDatabase(random: RandomSource): Asked {
  const size = Math.round(60 * Math.exp(random() * Math.log(8000 / 60)));
  const { records, index } = database(random, size);
  const cap = random() < 0.3 ? Math.round(between(random, 50, 200)) : undefined;
  const greedy = random() < 0.7;
  const queries = Math.round(between(random, 10, 150));
  const common = [...index.keys()].sort((a, b) => (index.get(b)?.length ?? 0) - (index.get(a)?.length ?? 0));
  const seen = new Map<number, number>();
  const known = new Set<number>();
  const asked = new Set<number>();
  const catches: Catch[] = [];
  let next = common[Math.floor(random() * 30)];
  while (next !== undefined && catches.length < queries) {
    asked.add(next);
    const shown = (index.get(next) ?? []).slice(0, cap);
    catches.push({
      keys: shown.map(String),
      complete: cap === undefined,
      ended: true,
      failed: false,
      everything: false,
    });
    for (const record of shown) {
      if (known.has(record)) continue;
      known.add(record);
      for (const word of records[record] ?? []) seen.set(word, (seen.get(word) ?? 0) + 1);
    }
    const waiting = [...seen].filter(([word]) => !asked.has(word));
    if (greedy) waiting.sort((a, b) => b[1] - a[1]);
    next = waiting[Math.floor(random() * (greedy ? Math.min(3, waiting.length) : waiting.length))]?.[0];
  }
  return { size, seen: known.size, catches, cap };
}

function database(random: RandomSource, size: number): { records: number[][]; index: Map<number, number[]> } {
  const vocabulary = Math.round(between(random, 300, 4300));
  const exponent = between(random, 0.8, 1.3);
  const length = between(random, 6, 18);
  const topics = 1 + Math.floor(random() * 8);
  const sums: number[] = [];
  let sum = 0;
  for (let i = 0; i < vocabulary; i++) {
    sum += 1 / (i + 2) ** exponent;
    sums.push(sum);
  }
  const draw = (): number => {
    const at = random() * sum;
    let low = 0;
    let high = vocabulary - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const index = new Map<number, number[]>();
  const records = Array.from({ length: size }, (_, record) => {
    const topic = Math.floor(random() * topics);
    const spread = Math.exp(0.56 * (random() + random() + random() - 1.5));
    const words = new Set<number>();
    for (let i = Math.max(2, Math.round(length * spread)); i > 0; i--)
      words.add(draw() * topics + (random() < 0.5 ? topic : 0));
    for (const word of words) {
      const holders = index.get(word);
      if (holders) holders.push(record);
      else index.set(word, [record]);
    }
    return [...words];
  });
  return { records, index };
}
