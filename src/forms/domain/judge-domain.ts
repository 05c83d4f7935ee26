import type { Domain } from '../../foundation/domain/index.ts';
import { probability, sparseOf } from '../../foundation/learning/index.ts';
import type { TopicDocument } from '../../foundation/topics/index.ts';
import { weightiest } from '../classification/judge.ts';
import type { Form, WeightedFeature } from '../form.ts';
import { domainFeaturesOf, PAIR_FEATURES, pairOf } from './domain-features.ts';
import { type DomainModel, GOODS } from './domain-model.ts';

/** Which domain a search form is about. */
export interface DomainVerdict {
  /** Null where it is about none of the wanted domains. */
  readonly domain: string | null;
  /** Probability that it is about this domain; about the likeliest where it is about none. */
  readonly score: number;
  /** The likeliest domain, whether it is likely enough or not; null where there was none to choose from. */
  readonly best: string | null;
}

/** What `domain` or, where there is none, the likeliest one was judged by. */
export interface DomainReason {
  readonly about: string;
  readonly weightiest: readonly WeightedFeature[];
}

/**
 * The likeliest of the domains whose `thresholds.formProbability` it reaches, and none where it reaches no domain's: an open set.
 * Domains without labelled forms are classified like the others.
 */
export function judgeDomain(
  form: Form,
  page: TopicDocument,
  domains: readonly Domain[],
  model: DomainModel,
): DomainVerdict {
  return verdictOf(likeliest(form, page, domains, model));
}

/** The same with its reasons, for people. */
export function explainDomain(
  form: Form,
  page: TopicDocument,
  domains: readonly Domain[],
  model: DomainModel,
): DomainVerdict & { readonly reason: DomainReason } {
  const found = likeliest(form, page, domains, model);
  const { name, pair } = found;
  const sparse = sparseOf(pair);
  const { shares } = machineFor(name, model).machine.explain(sparse);
  return {
    ...verdictOf(found),
    reason: { about: name, weightiest: weightiest(PAIR_FEATURES, sparse, shares) },
  };
}

const machineFor = (name: string, { goods, subject }: DomainModel): DomainModel['goods'] =>
  name === GOODS ? goods : subject;

const verdictOf = ({ name, score, best, belongs }: Likeliest): DomainVerdict => ({
  domain: belongs ? name : null,
  score,
  best: best === '' ? null : best,
});

interface Candidate {
  readonly name: string;
  readonly score: number;
  readonly pair: Float64Array;
}

interface Likeliest extends Candidate {
  /** The likeliest of all, whatever its threshold. */
  readonly best: string;
  readonly belongs: boolean;
}

function likeliest(
  form: Form,
  page: TopicDocument,
  domains: readonly Domain[],
  model: DomainModel,
): Likeliest {
  const features = domainFeaturesOf(form, page, domains);
  const none: Candidate = { name: '', score: 0, pair: new Float64Array(PAIR_FEATURES.length) };
  let best = none;
  let belonging = none;
  domains.forEach(({ name, thresholds }, i) => {
    const pair = pairOf(features, i);
    const { machine, sigmoid } = machineFor(name, model);
    const candidate = { name, score: probability(sigmoid, machine.decision(sparseOf(pair))), pair };
    if (candidate.score > best.score) best = candidate;
    if (candidate.score >= thresholds.formProbability && candidate.score > belonging.score)
      belonging = candidate;
  });
  const belongs = belonging !== none;
  return { ...(belongs ? belonging : best), best: best.name, belongs };
}
