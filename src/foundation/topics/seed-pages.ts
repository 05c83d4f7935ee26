import { mean } from 'simple-statistics';
import { stratifiedGroupFolds } from '../learning/index.ts';
import { STOP_WORDS_OF_ALL, stem, urlTerms, wordsOf } from '../text/index.ts';
import type { Topic, TopicDocument } from './classify-topic.ts';
import { termGain } from './feature-space.ts';
import { cosine, frequencyWeight, weightedFrequencies } from './term-vector.ts';

/** A page that shows what a domain is, or what it is not; pages of a site are never parted. */
export interface SeedPage extends TopicDocument {
  readonly site: string;
}

interface SeedVector {
  /** idf · IG of each stem. */
  readonly weights: ReadonlyMap<string, number>;
  readonly centre: ReadonlyMap<string, number>;
}

/** Holds what the seed pages of a domain have in common (paper 004, eq. 8–12). */
export interface SeedPageModel extends SeedVector {
  readonly domain: string;
  /** Cosine from which a page is about the domain. */
  readonly least: number;
}

/** Fewer pages say nothing of what pages about the domain have in common. */
export const LEAST_SEED_PAGES = 5;
const FOLDS = 5;
const MAX_TEXT = 20_000;
/** u, a and t of eq. 6, as of the three steps. */
const FIELD_WEIGHTS = { url: 3, title: 3, text: 1 };

interface Sample {
  readonly stems: ReadonlyMap<string, number>;
  readonly isSeed: boolean;
  readonly site: string;
}

/**
 * Learns what sets the seed pages of a domain apart from others. The threshold lies half-way
 * between the mean cosines of both, on sites that were left out; on pages, where the seed pages are of fewer sites than folds.
 * @param seeds at least {@link LEAST_SEED_PAGES}
 * @param others seed pages of other domains, or pages about none; at least one
 */
export function seedPageModel(
  domain: string,
  seeds: readonly SeedPage[],
  others: readonly SeedPage[],
): SeedPageModel {
  const sample = (isSeed: boolean) => (page: SeedPage) => ({
    stems: stemFrequencies(page),
    isSeed,
    site: page.site,
  });
  const samples = [...seeds.map(sample(true)), ...others.map(sample(false))];
  return { domain, ...vectorOf(samples), least: thresholdOf(samples) };
}

/** Weighs stems by tf · idf · IG (eq. 8), the gain being that of telling seed pages from the others. */
function vectorOf(samples: readonly Sample[]): SeedVector {
  const counts = new Map<string, { all: number; own: number }>();
  for (const { stems, isSeed } of samples) {
    for (const term of stems.keys()) {
      const count = counts.get(term) ?? { all: 0, own: 0 };
      count.all++;
      if (isSeed) count.own++;
      counts.set(term, count);
    }
  }
  const seeds = samples.filter(({ isSeed }) => isSeed);
  const idf = new Map<string, number>();
  const weights = new Map<string, number>();
  for (const [term, { all, own }] of counts) {
    const inverse = Math.log10(samples.length / all);
    idf.set(term, inverse);
    weights.set(term, inverse * termGain(own, all, seeds.length, samples.length));
  }
  const centre = new Map<string, number>();
  for (const { stems } of seeds) {
    const length = Math.hypot(...weighted(stems, idf).values());
    for (const [term, weight] of weighted(stems, weights))
      centre.set(term, (centre.get(term) ?? 0) + weight / length / seeds.length);
  }
  return { weights, centre };
}

function thresholdOf(samples: readonly Sample[]): number {
  const sites = new Set(samples.filter(({ isSeed }) => isSeed).map(({ site }) => site));
  const groups = samples.map(({ site }, i) => (sites.size < FOLDS ? String(i) : site));
  const folds = Math.min(FOLDS, new Set(groups).size);
  const kinds = samples.map(({ isSeed }) => String(isSeed));
  const dealt = stratifiedGroupFolds(kinds, groups, { folds, seed: 1 });
  const judged = Array.from({ length: folds }, (_, fold) => {
    const vector = vectorOf(samples.filter((_sample, i) => dealt[i] !== fold));
    return samples
      .filter((_sample, i) => dealt[i] === fold)
      .map(({ stems, isSeed }) => ({
        similarity: cosine(weighted(stems, vector.weights), vector.centre),
        isSeed,
      }));
  }).flat();
  const meanOf = (seeds: boolean): number =>
    mean(judged.filter((one) => one.isSeed === seeds).map((one) => one.similarity));
  return (meanOf(true) + meanOf(false)) / 2;
}

/** Cosine (eq. 12) of a page with the seed pages. */
export const seedPageSimilarity = (page: TopicDocument, { weights, centre }: SeedPageModel): number =>
  cosine(weighted(stemFrequencies(page), weights), centre);

/**
 * The three steps by seed pages: like those of a wanted domain, like those of another, like none.
 * @param topic what the domain files say: it holds for domains without seed pages
 */
export function topicBySeedPages(
  page: TopicDocument,
  topic: Topic,
  wanted: ReadonlySet<string>,
  models: readonly SeedPageModel[],
): Topic {
  const judged = models
    .map((model) => ({ ...model, similarity: seedPageSimilarity(page, model) }))
    .sort((a, b) => b.similarity / b.least - a.similarity / a.least);
  const seeded = Object.fromEntries(judged.map(({ domain, similarity }) => [domain, similarity]));
  const scores = { ...topic.scores, ...seeded };
  const like = judged.filter(({ similarity, least }) => similarity >= least);
  const first = like.find(({ domain }) => wanted.has(domain));
  if (first !== undefined) return { step: 1, domain: first.domain, similarity: first.similarity, scores };
  const second = like[0];
  if (second !== undefined) return { step: 2, domain: second.domain, similarity: second.similarity, scores };
  if (topic.domain !== null && !(topic.domain in seeded)) return { ...topic, scores };
  return { step: 3, domain: null, similarity: Math.max(0, ...Object.values(seeded)), scores };
}

const read = new WeakMap<TopicDocument, ReadonlyMap<string, number>>();

/** Counts each stem of a page, in address and title thrice as much as in the text (eq. 6). */
function stemFrequencies(page: TopicDocument): ReadonlyMap<string, number> {
  const known = read.get(page);
  if (known !== undefined) return known;
  const { url, title, text } = page;
  const words = weightedFrequencies([
    { terms: urlTerms(url, () => false), weight: FIELD_WEIGHTS.url },
    { terms: wordsOf(title), weight: FIELD_WEIGHTS.title },
    { terms: wordsOf(text.slice(0, MAX_TEXT)), weight: FIELD_WEIGHTS.text },
  ]);
  const stems = new Map<string, number>();
  for (const [word, frequency] of words) {
    if (word.length < 2 || STOP_WORDS_OF_ALL.has(word) || /^\p{N}+$/u.test(word)) continue;
    const root = stem(word);
    stems.set(root, (stems.get(root) ?? 0) + frequency);
  }
  read.set(page, stems);
  return stems;
}

/** tf · idf · IG of each stem that has a weight. */
function weighted(
  stems: ReadonlyMap<string, number>,
  weights: ReadonlyMap<string, number>,
): Map<string, number> {
  const vector = new Map<string, number>();
  for (const [term, frequency] of stems) {
    const weight = weights.get(term);
    if (weight !== undefined && weight > 0) vector.set(term, frequencyWeight(frequency) * weight);
  }
  return vector;
}
