import { type Annotation, nounKey } from '../annotation/noun.ts';
import { rarity } from './idf.ts';
import type { KnowledgeModel } from './model.ts';

/** A noun of a page with its document count in the corpus. */
export interface NounEvidence {
  readonly anchor: string;
  readonly uri: string;
  readonly count: number;
  /** n: documents of the corpus that have it with this meaning; 0 for none. */
  readonly having: number;
  /** Its idf, or a substitute where fewer than two documents have it. */
  readonly idf: number;
}

export type KnowledgeVerdict = {
  readonly topic: string;
  /** μ of the page: mean idf of its linked nouns, weighted by occurrences. */
  readonly mean: number;
  /** μ − σ and μ + σ of the corpus. */
  readonly range: readonly [number, number];
  /** Different linked nouns of the page, and those of them that the corpus has. */
  readonly nouns: number;
  readonly known: number;
  /** 0 for a page without known nouns, 1 for a page whose nouns are in every document. */
  readonly similarity: number;
} & (
  | { readonly accepted: true }
  | { readonly accepted: false; readonly reason: 'too-few-nouns' | 'too-rare' | 'too-common' }
);

/** Holds what the paper leaves open. */
export interface JudgeConstants {
  /** Rarity of a noun without evidence, as a multiple of log2 N. */
  readonly unseen: number;
  /** Least number of different linked nouns for a valid mean. */
  readonly leastNouns: number;
}

/** Says what `evaluate topics --choose` chooses on half of the sites of products and recipes. */
export const JUDGE_CONSTANTS: JudgeConstants = { unseen: 1.8, leastNouns: 8 };

/** Decides whether a page is on topic: its mean idf lies within μ ± σ of the corpus (paper 003, eq. 4). */
export function judgeKnowledge(
  annotation: Annotation,
  model: KnowledgeModel,
  constants = JUDGE_CONSTANTS,
): KnowledgeVerdict {
  let [nouns, known, weight, sum] = [0, 0, 0, 0];
  for (const { having, idf: value, count } of evidenceOf(annotation, model, constants)) {
    nouns++;
    if (having > 0) known++;
    weight += count;
    sum += count * value;
  }
  const unseen = rarity(model.documents, 0, constants.unseen);
  const mean = weight === 0 ? unseen : sum / weight;
  const range = [model.mean - model.deviation, model.mean + model.deviation] as const;
  const similarity = unseen === 0 ? 0 : 1 - mean / unseen;
  const facts = { topic: model.topic, mean, range, nouns, known, similarity };
  if (nouns < constants.leastNouns) return { ...facts, accepted: false, reason: 'too-few-nouns' };
  if (mean > range[1]) return { ...facts, accepted: false, reason: 'too-rare' };
  if (mean < range[0]) return { ...facts, accepted: false, reason: 'too-common' };
  return { ...facts, accepted: true };
}

/** Yields the linked nouns of a page with their document counts in the corpus. */
export function* evidenceOf(
  annotation: Annotation,
  model: KnowledgeModel,
  { unseen } = JUDGE_CONSTANTS,
): Generator<NounEvidence> {
  for (const { anchor, uri, count } of annotation.nouns) {
    if (uri === null) continue;
    const having = model.having.get(nounKey({ anchor, uri })) ?? 0;
    yield { anchor, uri, count, having, idf: rarity(model.documents, having, unseen) };
  }
}
