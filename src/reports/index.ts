export { type ChartLine, lineChart } from './charts.ts';
export { clusterTable } from './cluster-table.ts';
export { blockedSites, collectCrawl } from './collect-crawl.ts';
export { collectLists } from './collect-lists.ts';
export { collectReport } from './collect-report.ts';
export { COMPONENT_STYLES } from './component-styles.ts';
export { COLOUR, draw, frame, WIDTH } from './drawing.ts';
export {
  exportLines,
  exportPackage,
  exportPage,
  exportToDatabase,
  exportToFile,
  keepList,
  listCounts,
} from './exports.ts';
export { html, Markup } from './html.ts';
export { htmlPage, PLAIN_STYLES } from './html-page.ts';
export { tableSection } from './html-table.ts';
export { noveltyReportHtml, noveltyTable } from './novelty-report.ts';
export { collectProvenance } from './provenance.ts';
export { blockedText, linkText, renderText, siteText, stopText, verdictText } from './reason-text.ts';
export { reportHtml } from './report-html.ts';
export type { RunReport } from './run-report.ts';
export { runsTable } from './runs-table.ts';
export { PAPER_SOURCES } from './sources.ts';
export { statusLines } from './status-lines.ts';
export { summaryTable } from './summary-table.ts';
export { byteSize, counted, cutText, shareText, wholeNumber } from './words.ts';
