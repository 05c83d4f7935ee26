export { renderAfterAll } from './after-all.ts';
export { NoBrowserError, openBrowser } from './browser.ts';
export { FamiliarScripts } from './familiar-scripts.ts';
export { GateBook } from './gate-book.ts';
export { type GateAudit, type GateRecall, gateRecall, type Sampled } from './gate-recall.ts';
export { openersOn, withOpened } from './opened-forms.ts';
export { type Read, readHtml } from './render.ts';
