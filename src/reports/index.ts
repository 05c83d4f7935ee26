export { collectReport } from './collect-report.ts';
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
  type SiteRow,
  type VerdictCount,
} from './run-report.ts';
export { type SummaryOptions, summaryTable } from './summary-table.ts';
export { type TrainingReport, trainingReportHtml } from './training-report.ts';
