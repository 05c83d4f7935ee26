/** What a crawl goes out to, and the one way out. */

export {
  type BrowserProxy,
  type BrowserProxyOptions,
  type BrowserProxyStats,
  startBrowserProxy,
} from './browser-proxy.ts';
export type { ResourceType } from './browser-request.ts';
export { makeCertificate, type ThrowAwayCertificate } from './certificate.ts';
export { type DecodedText, decodeHtml } from './charset.ts';
export { parseCookieFile, type UserCookie } from './cookies.ts';
export { type DenyList, denyList } from './deny-list.ts';
export {
  createEgress,
  type Egress,
  type EgressOptions,
  type EgressRequest,
  type Exchange,
  type ExchangeKind,
  type FetchOptions,
  type Tally,
} from './egress.ts';
export type { ExchangeLimits } from './limits.ts';
export { type LiveWebOptions, liveWeb } from './live.ts';
export { type MappedWebOptions, mappedWeb } from './mapped.ts';
export { isHtml, mediaType } from './markup.ts';
export { neverLeft } from './never-left.ts';
export { type OpenWebOptions, openWeb, WebSpecError } from './open-web.ts';
export { ProxyOptionError } from './outbound-proxy.ts';
export { type PracticeWorld, practiceWeb } from './practice.ts';
export { type ReplayWeb, replayWeb } from './replay.ts';
export { retryAfterMs } from './retry-after.ts';
export { cdxjLines } from './warc/cdxj.ts';
export { copyArchive, copyLog } from './warc/copy-archive.ts';
export {
  type ExchangeLocation,
  type ExchangeLog,
  type ExchangeLogOptions,
  openExchangeLog,
  WARC_FILE_BYTES,
} from './warc/exchange-log.ts';
export type { LoggedExchange, TruncatedBy } from './warc/exchange-records.ts';
export { header } from './exchange-header.ts';
export { headerValue } from './warc/http-message.ts';
export { type LogFile, type OpenLogFile, openLogFile } from './warc/log-file.ts';
export { archiveFiles, EXCHANGES_FILE } from './warc/log-files.ts';
export { readExchange, type StoredExchange } from './warc/read-exchange.ts';
export { WarcError } from './warc/record.ts';
export * from './web.ts';
export type { HeaderList } from './warc/record.ts';
