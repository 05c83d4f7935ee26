/** Judges what a browser requests, by the request alone, and whether it may leave. */

import type { IncomingHttpHeaders } from 'node:http';

export type ResourceType = 'document' | 'image' | 'font' | 'media' | 'style' | 'script' | 'beacon' | 'other';

const BY_DESTINATION: Readonly<Record<string, ResourceType>> = {
  document: 'document',
  iframe: 'document',
  frame: 'document',
  object: 'document',
  embed: 'document',
  image: 'image',
  font: 'font',
  audio: 'media',
  video: 'media',
  track: 'media',
  style: 'style',
  script: 'script',
  worker: 'script',
  report: 'beacon',
};

const BY_EXTENSION: readonly (readonly [RegExp, ResourceType])[] = [
  [/\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svgz?)$/i, 'image'],
  [/\.(?:woff2?|ttf|otf|eot)$/i, 'font'],
  [/\.(?:mp[34]|m4[av]|webm|og[gv]|wav|flac|aac|mov|avi|m3u8|mpd)$/i, 'media'],
  [/\.css$/i, 'style'],
  [/\.m?js$/i, 'script'],
];

/** Tell a server something and want nothing: pings of links, reports of violations. */
const BEACONS = /^(?:text\/ping|application\/(?:csp-report|reports\+json))/i;

/** True for `navigator.sendBeacon` to another site, and for what only beacons send. */
const isBeacon = (headers: IncomingHttpHeaders, method: string): boolean =>
  method === 'POST' &&
  (BEACONS.test(headers['content-type'] ?? '') ||
    (headers['sec-fetch-dest'] === 'empty' &&
      headers['sec-fetch-mode'] === 'no-cors' &&
      headers['sec-fetch-site'] === 'cross-site'));

/** Derives the resource type. Chromium sends `Sec-Fetch-Dest` only over https; over http Accept header and path decide. */
export const resourceType = (url: URL, headers: IncomingHttpHeaders, method = 'GET'): ResourceType => {
  if (isBeacon(headers, method)) return 'beacon';
  const destination = headers['sec-fetch-dest'];
  if (typeof destination === 'string') return BY_DESTINATION[destination] ?? 'other';
  const accept = headers.accept ?? '';
  if (accept.startsWith('text/html')) return 'document';
  if (accept.startsWith('image/')) return 'image';
  if (accept.startsWith('text/css')) return 'style';
  if (accept !== '' && accept !== '*/*') return 'other';
  if (typeof headers.range === 'string' && headers.range.startsWith('bytes=0-')) return 'media';
  return BY_EXTENSION.find(([pattern]) => pattern.test(url.pathname))?.[1] ?? 'other';
};

/** Hosts of trackers and advertisements, and those Chromium calls by itself, with their subdomains. */
const UNWANTED = new Set([
  'adnxs.com',
  'adservice.google.com',
  'amazon-adsystem.com',
  'analytics.google.com',
  'bat.bing.com',
  'clarity.ms',
  'connect.facebook.net',
  'criteo.com',
  'criteo.net',
  'doubleclick.net',
  'google-analytics.com',
  'googleadservices.com',
  'googlesyndication.com',
  'googletagmanager.com',
  'googletagservices.com',
  'hotjar.com',
  'mc.yandex.ru',
  'mixpanel.com',
  'newrelic.com',
  'nr-data.net',
  'optimizely.com',
  'outbrain.com',
  'pubmatic.com',
  'quantserve.com',
  'rubiconproject.com',
  'scorecardresearch.com',
  'segment.io',
  'sentry.io',
  'taboola.com',
  // Chromium's own services
  'accounts.google.com',
  'android.clients.google.com',
  'clients1.google.com',
  'clients2.google.com',
  'clients2.googleusercontent.com',
  'clients4.google.com',
  'clientservices.googleapis.com',
  'content-autofill.googleapis.com',
  'edgedl.me.gvt1.com',
  'mtalk.google.com',
  'optimizationguide-pa.googleapis.com',
  'redirector.gvt1.com',
  'safebrowsing.googleapis.com',
  'safebrowsingohttpgateway.googleapis.com',
  'update.googleapis.com',
]);

/** Checks whether a host serves nothing that a harvest needs. */
export const isUnwantedHost = (hostname: string): boolean => {
  const labels = hostname.toLowerCase().split('.');
  return labels.some((_, from) => UNWANTED.has(labels.slice(from).join('.')));
};
