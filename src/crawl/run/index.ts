export { crawl, type Outcome } from './crawl.ts';
export { checkValues, readValues } from './elements.ts';
export { fetchPage } from './fetch-page.ts';
export { judgeNews } from './judge-news.ts';
export { plant } from './plant.ts';
export { beginRun, planRun, webName } from './run.ts';
export { SilenceError } from './silence.ts';
export { thenSubmit } from './submitting.ts';
export { CLOCK, furnish, type Workshop } from './workshop.ts';
