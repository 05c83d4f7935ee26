/** Chromium: which one, and how it is started. */

export { browserErrorText } from './browser-error-text.ts';
export { closeBannerExpression } from './cookie-banner.ts';
export { findBrowser, listBrowsers } from './find-browser.ts';
export {
  clickTrigger,
  type FormTrigger,
  type FormTriggers,
  type FoundTrigger,
  findFormTriggers,
  findFormTriggersExpression,
} from './form-triggers.ts';
export { evaluateIsolated, isDocumentGone } from './isolated-world.ts';
export { ENOUGH_SHARED_MEMORY, launchOptions, thisHost } from './launch-options.ts';
export { openPagePool } from './open-page-pool.ts';
export type { OpenPage, PagePool } from './page-pool.ts';
export { connectRemote, RemoteBrowserError, remoteAddress } from './remote-browser.ts';
export { tryBrowser } from './try-browser.ts';
export { TookTooLong, within } from './within.ts';
