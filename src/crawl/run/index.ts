export { crawl, type Outcome } from './crawl.ts';
export { checkValues, readValues } from './elements.ts';
export { fetchPage } from './fetch-page.ts';
export { judgeNews } from './judge-news.ts';
export { enqueueSeeds } from './enqueue-seeds.ts';
export { beginRun, planRun, webName } from './run.ts';
export { NetworkDownError } from './outage-detector.ts';
export { runSubmissions } from './run-submissions.ts';
export { CLOCK, openCrawl, type CrawlContext } from './crawl-context.ts';
