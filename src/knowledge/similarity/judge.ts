import { type Annotation, nounKey } from '../annotation/noun.ts';
import { rarity } from './idf.ts';
import type { KnowledgeModel } from './model.ts';

/** A noun of a page and what it says. */
export interface NounEvidence {
  readonly anchor: string;
  readonly uri: string;
  readonly count: number;
  /** n: documents of the corpus that have it with this meaning; 0 for none. */
  readonly having: number;
  /** Its idf, or what stands for it where fewer than two documents have it. */
  readonly idf: number;
}

export type KnowledgeVerdict = {
  readonly topic: string;
  /** μ of the page: mean idf of its linked nouns, each as often as it stands there. */
  readonly mean: number;
  /** μ − σ and μ + σ of the corpus. */
  readonly range: readonly [number, number];
  /** Different linked nouns of the page, and those of them that the corpus has. */
  readonly nouns: number;
  readonly known: number;
  /** 0 for a page of which the corpus knows nothing, 1 for one of which every noun stands in every document. */
  readonly similarity: number;
} & (
  | { readonly accepted: true }
  | { readonly accepted: false; readonly reason: 'too-few-nouns' | 'too-rare' | 'too-common' }
);

/** Different linked nouns below which a mean says nothing. */
const LEAST_NOUNS = 8;

/** Is a page about the topic: does its mean idf lie within μ ± σ of the corpus (paper 003, eq. 4)? */
export function judgeKnowledge(annotation: Annotation, model: KnowledgeModel): KnowledgeVerdict {
  let [nouns, known, weight, sum] = [0, 0, 0, 0];
  for (const { having, idf: value, count } of evidenceOf(annotation, model)) {
    nouns++;
    if (having > 0) known++;
    weight += count;
    sum += count * value;
  }
  const unseen = rarity(model.documents, 0);
  const mean = weight === 0 ? unseen : sum / weight;
  const range = [model.mean - model.deviation, model.mean + model.deviation] as const;
  const similarity = unseen === 0 ? 0 : 1 - mean / unseen;
  const facts = { topic: model.topic, mean, range, nouns, known, similarity };
  if (nouns < LEAST_NOUNS) return { ...facts, accepted: false, reason: 'too-few-nouns' };
  if (mean > range[1]) return { ...facts, accepted: false, reason: 'too-rare' };
  if (mean < range[0]) return { ...facts, accepted: false, reason: 'too-common' };
  return { ...facts, accepted: true };
}

/** The linked nouns of a page with what the corpus says of them. */
export function* evidenceOf(annotation: Annotation, model: KnowledgeModel): Generator<NounEvidence> {
  for (const { anchor, uri, count } of annotation.nouns) {
    if (uri === null) continue;
    const having = model.having.get(nounKey({ anchor, uri })) ?? 0;
    yield { anchor, uri, count, having, idf: rarity(model.documents, having) };
  }
}
