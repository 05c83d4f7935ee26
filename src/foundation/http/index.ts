export { type BrowserProxy, startBrowserProxy } from './browser-proxy.ts';
export { makeCertificate } from './certificate.ts';
export { declaredCharset, decodeHtml } from './charset.ts';
export { parseCookieFile } from './cookies.ts';
export { type DenyList, denyList } from './deny-list.ts';
export { redirectLocation, responseHeader } from './exchange-header.ts';
export { createHttpClient, type Exchange, type HttpClient, type HttpClientOptions } from './http-client.ts';
export { liveTransport } from './live-transport.ts';
export { mappedTransport } from './mapped-transport.ts';
export { isHtml, mediaType } from './markup.ts';
export { wasNeverSent } from './never-left.ts';
export { openTransport } from './open-transport.ts';
export { replayTransport } from './replay-transport.ts';
export { retryAfterMs } from './retry-after.ts';
export {
  reasonInWords,
  TRANSPORT_ERRORS,
  type Transport,
  TransportError,
  type TransportErrorReason,
} from './transport.ts';
