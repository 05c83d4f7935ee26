export { type CrawlFacts, collectCrawl } from './collect-crawl.ts';
export { collectReport } from './collect-report.ts';
export {
  armFigures,
  curvesCsv,
  overlapHeads,
  overlapRows,
  overlapsOf,
  SEEDS_HEADS,
  seedsRows,
} from './comparison-figures.ts';
export {
  COMPARISON_HEADS,
  type ComparedRun,
  type Comparison,
  comparisonReport,
  comparisonRows,
  THRESHOLD_HEADS,
  type ThresholdRow,
  thresholdRows,
} from './comparison-report.ts';
export { COLOUR, draw, frame, type Margins, WIDTH } from './drawing.ts';
export { exportLines, exportToFile } from './exports.ts';
export { html, Markup } from './html.ts';
export { htmlPage } from './html-page.ts';
export { noveltyReportHtml, noveltyTable } from './novelty-report.ts';
export { linkText, renderText, runText, siteText, stopText } from './reason-text.ts';
export { type RelevantPoint, relevantForms } from './relevant-growth.ts';
export { reportHtml } from './report-html.ts';
export {
  type DepthCount,
  type GrowthPoint,
  harvestRate,
  type ReasonCount,
  type RunFacts,
  type RunReport,
  type RunTotals,
  type SearchableFormRow,
  type SiteFigures,
  type VerdictCount,
} from './run-report.ts';
export { type RunStatusFacts, statusLines } from './status-lines.ts';
export { type SummaryOptions, summaryTable } from './summary-table.ts';
export { isFigures, type TrainingReport, trainingReportHtml } from './training-report.ts';
export { counted, wholeNumber } from './words.ts';
