export { NoBrowserError } from './browser.ts';
export { readValues } from './elements.ts';
export type { HarvestEvent, Progress, RunStatus } from './events.ts';
export { type Disk, type Harvest, harvest, SeedsUnreachableError } from './harvest.ts';
export { ALL_DOMAINS, type Inspection, type InspectOptions, inspect } from './inspect.ts';
export { judgesItself, loadJudgement } from './judgement.ts';
export { runLessons, subjectOf } from './lessons.ts';
export {
  type HarvestOptions,
  OptionsError,
  type ResolvedOptions,
} from './options.ts';
export { type PagePlan, type PlanPageOptions, planPage } from './plan-page.ts';
export { type Judgement, type Reading, readPage } from './read-page.ts';
export { type ThresholdScore, thresholdScores } from './relevance-table.ts';
export { RobotsBook } from './robots-book.ts';
export {
  DEFAULT_RANKERS,
  foretold,
  loadRankers,
  type Rankers,
  RankersError,
  type RunLessons,
  rankersText,
  STRATEGIES,
  type StrategyName,
  trainRankers,
  UNTRAINED,
} from './strategies/index.ts';
export { userAgent } from './user-agent.ts';
export { CLOCK } from './workshop.ts';
