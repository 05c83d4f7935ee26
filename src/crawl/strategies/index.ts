export { needsOf, STRATEGIES, strategyOf, strategyOptions } from './catalogue.ts';
export {
  DEFAULT_RANKERS,
  loadRankers,
  type Rankers,
  RankersError,
  rankersText,
  UNTRAINED,
} from './rankers.ts';
export { RebuildPace } from './rebuild-pace.ts';
export { SiteGraph } from './site-graph.ts';
export type { DiscoveredPage, Learnt, LearntTerms, ReadPage, Strategy } from './strategy.ts';
export { TwoStage } from './two-stage.ts';
export { factorsOf } from './yield-factors.ts';
