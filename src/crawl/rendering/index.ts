export {
  type AnalysedPage,
  analyseHtml,
  type Rendering,
  renderWhereNeeded,
  type StaticPage,
} from './analyse-html.ts';
export { type CrawlBrowser, NoBrowserError, openBrowser } from './browser.ts';
export { triggersOn, withOpened } from './opened-forms.ts';
export { type RenderAudit, type RenderRecall, renderRecall, type Sampled, wilson } from './render-recall.ts';
export { RenderStatistics } from './render-statistics.ts';
export { requeueForRendering } from './requeue-for-rendering.ts';
export { ScriptOutcomeCache } from './script-outcome-cache.ts';
