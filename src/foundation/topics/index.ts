export { KeywordCounter, type RelevanceCounts, relevancyScore, siblingCount } from './anchor-relevance.ts';
export { classifyTopic, siteTopicOf, type Topic, type TopicDocument } from './classify-topic.ts';
export { expandDomain, heaviest } from './expand-query.ts';
export {
  FeatureSpace,
  type KnownWords,
  type LinkTerms,
  type LinkWords,
  pathTerms,
  siteTerms,
  type TermCounts,
} from './feature-space.ts';
export { formDomain } from './form-domain.ts';
export { scoreLink } from './score-link.ts';
export {
  LEAST_SEED_PAGES,
  type SeedPage,
  type SeedPageModel,
  seedPageModel,
  seedPageSimilarity,
  topicBySeedPages,
} from './seed-pages.ts';
export { modelOf, TopicModel } from './topic-model.ts';
