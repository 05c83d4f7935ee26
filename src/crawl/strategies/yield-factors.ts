import type { YieldFactor } from '../../foundation/learning/index.ts';

/** Limits between the bins of what is measured on a scale. */
export const LIMITS = {
  /** Cosine of a link with a wanted domain. */
  domain: [0.05, 0.15, 0.3, 0.5],
  /** Cosine of the page that a link stands on, where that is about a wanted domain. */
  around: [0.15, 0.3],
  /** Cosine with what led to forms before. */
  similarity: [0.05, 0.15, 0.3, 0.45, 0.6],
  reward: [0.02, 0.06, 0.12, 0.2, 0.3],
  /** Yield of a link's words as a multiple of the mean. */
  words: [0.25, 0.5, 0.8, 1.25, 2, 4],
  pages: [1, 2, 4, 8, 16, 32, 64],
  forms: [1, 2, 3, 5],
} as const;

/** The two queues of sites: what centre pages link to comes before the rest of the high one. */
export const QUEUE = { low: 0, high: 1, centre: 2 } as const;

/** Multiply a page's yield before anything was learnt; what is found corrects them. None comes from the practice web. */
export const PRIORS = {
  /** Seed, front page, link within a site. */
  kind: [1_000, 3, 1],
  depth: [1, 1, 0.8, 0.5],
  /** Something else, nothing, browsing, searching. */
  offer: [0.4, 1, 2, 6],
  domain: [1, 1.5, 2, 3, 4],
  /** Stands on a page that is unknown, off topic, about a wanted domain and more so. */
  around: [1, 0.5, 1.5, 2, 2.5],
  /** Digits in the path, a query, both. */
  shape: [1, 0.4, 0.5, 0.3],
  immediate: [1, 1.2, 1.6, 2.5, 4, 6],
  delayed: [1, 1.1, 1.3, 1.6, 2, 2.5],
  /** Low, high, linked from a centre page. */
  queue: [0.15, 1, 2],
  reward: [1, 1.2, 1.5, 2, 3, 4],
  /** Yields of the link's words, at once and at any level. */
  words: [0.4, 0.6, 0.8, 1, 1.3, 2, 3],
  allWords: [0.4, 0.6, 0.8, 1, 1.3, 2, 3],
  /** Pages read of its site, by whether none of them or some had a form. */
  barren: [1, 1.2, 1, 0.8, 0.4, 0.2, 0.1, 0.05],
  fertile: [1, 1.2, 1.2, 1, 0.6, 0.3, 0.15, 0.08],
  forms: [1, 1, 1, 0.8, 0.5],
} as const;

export type FactorName = keyof typeof PRIORS;

const NAMES = Object.keys(PRIORS) as FactorName[];

export const factorsOf = (priors: Readonly<Record<FactorName, readonly number[]>>): readonly YieldFactor[] =>
  NAMES.map((name) => ({ name, priors: priors[name] }));

/** One bin a factor, in the order of {@link factorsOf}; -1 where a factor does not apply. */
export type Bins = readonly number[];

export const binsFrom = (parts: Partial<Record<FactorName, number>>): Bins =>
  NAMES.map((name) => parts[name] ?? -1);

export const joinBins = (page: Bins, site: Bins): Bins =>
  page.map((bin, i) => (bin < 0 ? (site[i] ?? -1) : bin));
