/** Chromium: which one, and how it is started. */
export { closeCookieBanner, closeBannerExpression } from './cookie-banner.ts';
export { type FoundBrowser, findBrowser, listBrowsers } from './find-browser.ts';
export { ENOUGH_SHARED_MEMORY, launchOptions, thisHost } from './launch-options.ts';
export { openPagePool } from './open-page-pool.ts';
export {
  type FoundTrigger,
  findFormTriggers,
  findFormTriggersExpression,
  type FormTrigger,
  type FormTriggers,
  clickTrigger,
} from './form-triggers.ts';
export { evaluateIsolated, isDocumentGone } from './isolated-world.ts';
export type { OpenPage, PagePool, PagePoolOptions } from './page-pool.ts';
export { connectRemote, RemoteBrowserError, remoteAddress } from './remote-browser.ts';
export { browserErrorText } from './browser-error-text.ts';
export { tryBrowser } from './try-browser.ts';
export { within } from './within.ts';
