import type { Domain } from '../../domain/index.ts';
import { probability, sparseOf } from '../../learning/index.ts';
import type { TopicDocument } from '../../topics/index.ts';
import type { Form, WeightedFeature } from '../form.ts';
import { weightiest } from '../verdict/judge.ts';
import { domainFeaturesOf, PAIR_FEATURES, pairOf } from './domain-features.ts';
import type { DomainModel } from './domain-model.ts';
import { GOODS } from './domain-training.ts';

/** Which domain a search form is about. */
export interface DomainVerdict {
  /** Null where it is about none of the domains asked for. */
  readonly domain: string | null;
  /** Probability that it is about this domain; about the likeliest where it is about none. */
  readonly score: number;
}

/** What `domain` or, where there is none, the likeliest one was judged by. */
export interface DomainReason {
  readonly about: string;
  readonly weightiest: readonly WeightedFeature[];
}

/** The likeliest of the domains, if it is likelier than not. Domains that nobody labelled forms of are judged as the others are. */
export function judgeDomain(
  form: Form,
  page: TopicDocument,
  domains: readonly Domain[],
  model: DomainModel,
): DomainVerdict {
  const { name, decision, score } = likeliest(form, page, domains, model);
  return { domain: decision > 0 ? name : null, score };
}

/** The same with its reasons, for people. */
export function explainDomain(
  form: Form,
  page: TopicDocument,
  domains: readonly Domain[],
  model: DomainModel,
): DomainVerdict & { readonly reason: DomainReason } {
  const { name, decision, score, pair } = likeliest(form, page, domains, model);
  const sparse = sparseOf(pair);
  const { shares } = machineFor(name, model).machine.explain(sparse);
  return {
    domain: decision > 0 ? name : null,
    score,
    reason: { about: name, weightiest: weightiest(PAIR_FEATURES, sparse, shares) },
  };
}

const machineFor = (name: string, { goods, subject }: DomainModel): DomainModel['goods'] =>
  name === GOODS ? goods : subject;

interface Likeliest {
  readonly name: string;
  readonly decision: number;
  readonly score: number;
  readonly pair: Float64Array;
}

function likeliest(
  form: Form,
  page: TopicDocument,
  domains: readonly Domain[],
  model: DomainModel,
): Likeliest {
  const features = domainFeaturesOf(form, page, domains);
  let best: Likeliest = { name: '', decision: -Infinity, score: 0, pair: new Float64Array() };
  domains.forEach(({ name }, i) => {
    const pair = pairOf(features, i);
    const { machine, sigmoid } = machineFor(name, model);
    const decision = machine.decision(sparseOf(pair));
    if (decision > best.decision) best = { name, decision, score: probability(sigmoid, decision), pair };
  });
  return best;
}
