export { requeueForRendering } from './requeue-for-rendering.ts';
export { NoBrowserError, openBrowser } from './browser.ts';
export { ScriptOutcomeCache } from './script-outcome-cache.ts';
export { RenderStatistics } from './render-statistics.ts';
export { type RenderAudit, type RenderRecall, renderRecall, type Sampled } from './render-recall.ts';
export { triggersOn, withOpened } from './opened-forms.ts';
export { type AnalysedPage, analyseHtml } from './analyse-html.ts';
