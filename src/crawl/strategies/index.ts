export { AnchorText } from './anchor-text.ts';
export { STRATEGIES, strategyOf } from './catalogue.ts';
export type { Lesson, MetPage, ReadPage, Strategy, StrategyContext } from './strategy.ts';
export { TwoStage } from './two-stage.ts';
export {
  DEFAULT_RANKERS,
  type Rankers,
  RankersError,
  UNTRAINED,
  loadRankers,
  rankersText,
} from './rankers.ts';
export { SiteGraph } from './site-graph.ts';
export { type RunLessons, foretold, trainRankers } from './train-rankers.ts';
