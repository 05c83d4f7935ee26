export { CLOCK } from './clock.ts';
export type { Crawl } from './crawl.ts';
export { checkValues, keepElements, openElements, readValues } from './elements.ts';
export type { RunOutcome } from './explore.ts';
export { fetchPage } from './fetch-page.ts';
export { isQueriedFirst } from './form-turns.ts';
export { judgeNews } from './judge-news.ts';
export { openCrawl } from './open-crawl.ts';
export { NetworkDownError } from './outage-detector.ts';
export { Pause } from './pause.ts';
export { outboundOf } from './query-form.ts';
export type { FormQueries } from './query-forms.ts';
export type { Recording } from './recording.ts';
export { loseExchanges, lossOf } from './refetch-missing.ts';
export { requeueLinks, requeueLost, requeueUnreachable, withLostPages } from './requeue.ts';
export { beginRun, checkArchive, type PlannedRun, planRun, webName } from './run.ts';
export {
  changeScope,
  leaveScopeChange,
  Scope,
  type ScopeChange,
  type ScopePatterns,
  storedScope,
} from './scope.ts';
export type { RunShare } from './share.ts';
