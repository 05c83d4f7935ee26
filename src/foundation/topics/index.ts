export {
  KeywordCounter,
  type RelevanceCounts,
  type RelevanceWeights,
  relevancyScore,
  siblingCount,
} from './anchor-relevance.ts';
export { classifyTopic, type Topic, type TopicDocument } from './classify-topic.ts';
export { type Expansion, expandDomain, heaviest } from './expand-query.ts';
export {
  type Context,
  FeatureSpace,
  type KnownWords,
  type LinkTerms,
  type LinkWords,
  pathTerms,
  siteTerms,
  type TermCounts,
  termGain,
} from './feature-space.ts';
export { type FormDomain, type FormWords, formDomain } from './form-domain.ts';
export { type LinkContext, scoreLink } from './score-link.ts';
export {
  cosine,
  frequencyWeight,
  type TermVector,
  termVector,
  type WeightedField,
  weightedFrequencies,
} from './term-vector.ts';
export { modelOf, TopicModel } from './topic-model.ts';
