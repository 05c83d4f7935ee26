import type { Domain } from '../domain/index.ts';
import { wordsOf } from '../text/index.ts';
import { type ComparedField, modelOf, type TopicModel } from './topic-model.ts';

/** Describes a page, or a page not fetched yet. */
export interface TopicDocument {
  readonly url: string;
  readonly title: string;
  /** Visible text, plain. Only the first 20,000 characters are read. */
  readonly text: string;
  readonly anchor?: string;
}

/** Says how alike a page and the domains are, and which step decided. */
export interface Topic {
  /** 1: like a wanted domain. 2: like another domain. 3: like none. */
  readonly step: 1 | 2 | 3;
  /** The domain it is about; null in step 3. */
  readonly domain: string | null;
  /** Cosine with that domain; in step 3 the highest of all. */
  readonly similarity: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** More text changed no decision on 450 real pages. */
const MAX_TEXT = 20_000;
const MAX_TITLE = 500;
/** That of 30 different words: a page that says less is no surer of its topic than one that says so much. */
const LEAST_LENGTH = Math.sqrt(30);
/** Weights of address, title, anchor and text: u, a and t of paper 004, eq. 6, with the title beside the anchor. */
const FIELD_WEIGHTS = { url: 3, title: 3, anchor: 3, text: 1 };

/**
 * The three-step algorithm of paper 004: is the page like the wanted domains; else, like which of the others; else none.
 *
 * A page counts as like a domain at or above the domain's `thresholds.pageSimilarity`. Cosines with different domains
 * cannot be compared as they are (a wide domain like product is a little like everything sold), so among several the
 * one that passes its threshold by the largest factor is taken.
 * @param domains the wanted domains and those they are distinguished from
 */
export function classifyTopic(
  page: TopicDocument,
  wanted: readonly Domain[],
  domains: readonly Domain[],
): Topic {
  const similarities = pageSimilarities(page, modelOf(domains));
  const scores = Object.fromEntries(domains.map(({ name }, i) => [name, similarities[i] ?? 0]));
  return topicOf(scores, ({ pageSimilarity }) => pageSimilarity, wanted, domains);
}

/** The same of a site, by its front page's similarities and `thresholds.siteSimilarity`. */
export const siteTopicOf = (
  { scores }: Topic,
  wanted: readonly Domain[],
  domains: readonly Domain[],
): Topic => topicOf(scores, ({ siteSimilarity }) => siteSimilarity, wanted, domains);

function topicOf(
  scores: Topic['scores'],
  leastOf: (thresholds: Domain['thresholds']) => number,
  wanted: readonly Domain[],
  domains: readonly Domain[],
): Topic {
  const like = domains
    .map(({ name, thresholds }) => ({
      name,
      similarity: scores[name] ?? 0,
      least: leastOf(thresholds),
    }))
    .filter(({ similarity, least }) => similarity > 0 && similarity >= least)
    .sort((a, b) => b.similarity / b.least - a.similarity / a.least);
  const first = like.find((candidate) => wanted.some(({ name }) => name === candidate.name));
  if (first !== undefined) return { step: 1, domain: first.name, similarity: first.similarity, scores };
  const second = like[0];
  if (second !== undefined) return { step: 2, domain: second.name, similarity: second.similarity, scores };
  return { step: 3, domain: null, similarity: Math.max(0, ...Object.values(scores)), scores };
}

let latest: { page: TopicDocument; model: TopicModel; similarities: readonly number[] } | undefined;

/** Cosine of a page with each domain of a model; of the latest page it is kept, for the forms that stand on it. */
export function pageSimilarities(page: TopicDocument, model: TopicModel): readonly number[] {
  if (latest?.page !== page || latest.model !== model)
    latest = { page, model, similarities: model.similarities(pageFields(page, model), LEAST_LENGTH) };
  return latest.similarities;
}

function pageFields({ url, title, text, anchor }: TopicDocument, model: TopicModel): ComparedField[] {
  return [
    { terms: model.addressTerms(url), weight: FIELD_WEIGHTS.url },
    { terms: wordsOf(title.slice(0, MAX_TITLE)), weight: FIELD_WEIGHTS.title },
    { terms: wordsOf((anchor ?? '').slice(0, MAX_TITLE)), weight: FIELD_WEIGHTS.anchor },
    { text: text.slice(0, MAX_TEXT), weight: FIELD_WEIGHTS.text },
  ];
}
