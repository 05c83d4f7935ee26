import { parse } from 'tldts';
import { trimEndOf } from '../text/index.ts';

const MAX_URL_LENGTH = 2_000;

/** Parameters that name a visit, not a page. Matched without regard to case. */
const SESSION_PARAMETERS =
  /^(?:jsessionid|phpsessid|sessionid|session_id|sess_id|sessid|aspsessionid\w*|cfid|cftoken|zenid|oscsid|osCsid|utm_\w+|fbclid|gclid)$/i;
/** Short names that may be a visit's or a story's: only a value that looks like a token is taken for a visit's. */
const MAYBE_SESSION_PARAMETERS = /^(?:sid|s|session)$/i;
const TOKEN = /^(?=.*\d)(?=.*[a-f])[0-9a-z]{16,}$/i;
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=[^/?#;]*/gi;

/**
 * One spelling for one page: fragment, default port and session parameters dropped, the rest as the URL standard writes it.
 * @returns undefined for what is not an http(s) address that could be fetched
 */
export function canonicalUrl(address: string, base?: string): string | undefined {
  if (base !== undefined && PLAIN_PATH.test(address)) return fromRoot(address, base);
  const url = URL.parse(address.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    return undefined;
  // Each of these writes the whole address anew, so only where there is something to drop.
  if (url.href.includes('#')) url.hash = '';
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  if (url.hostname.endsWith('.')) url.hostname = trimEndOf(url.hostname, /\./);
  if (url.pathname.includes(';')) url.pathname = url.pathname.replace(PATH_SESSION, '');
  if (url.search !== '') url.search = withoutSession(url.search);
  return url.href.length <= MAX_URL_LENGTH ? url.href : undefined;
}

/** An address as a person gives it, who may leave its scheme out. */
export const withScheme = (address: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;

/** Equal for addresses that show one page: with and without `https:`, a fragment, `index.html`, the last slash. */
export function pageKey(address: string): string {
  const url = URL.parse(canonicalUrl(withScheme(address)) ?? '');
  if (url === null) return address;
  const path = url.pathname.replace(/\/(?:index|default)\.[a-z]{2,5}$/i, '').replace(/\/$/, '');
  return `${url.host}${path}${url.search}`;
}

/** A path that the URL standard leaves as it is: no dot segments, nothing to escape. Most links are such paths. */
const PLAIN_PATH = /^\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?$/;
/** The latest base and the root of its host: a page's links share one. */
let latest: { readonly base: string; readonly root: string | undefined } = { base: '', root: undefined };

function fromRoot(path: string, base: string): string | undefined {
  if (latest.base !== base) {
    const url = URL.parse('/', base);
    latest = { base, root: url === null ? undefined : canonicalUrl(url.href) };
  }
  const url = latest.root === undefined ? undefined : latest.root + path.slice(1);
  return url !== undefined && url.length <= MAX_URL_LENGTH ? url : undefined;
}

function withoutSession(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      if (SESSION_PARAMETERS.test(name)) return false;
      return !(MAYBE_SESSION_PARAMETERS.test(name) && TOKEN.test(value));
    });
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/** Returns the registrable domain of an address (public suffix list, ICANN section), or host and port where there is none. */
export function siteOf(url: string): string {
  if (url.startsWith(latestSite.root)) return latestSite.site;
  const origin = ORIGIN.exec(url)?.[0];
  const known = origin === undefined ? undefined : sitesOfOrigins.get(origin);
  if (origin !== undefined && known !== undefined) {
    latestSite = { root: `${origin}/`, site: known };
    return known;
  }
  const { hostname, host } = new URL(url);
  const { domain, isIp } = parse(hostname, { validateHostname: false });
  const site = domain !== null && isIp !== true ? domain : host;
  if (sitesOfOrigins.size >= MAX_ORIGINS) sitesOfOrigins.clear();
  if (origin !== undefined) sitesOfOrigins.set(origin, site);
  return site;
}

/** The part before the path decides alone which host an address is on. */
const ORIGIN = /^https?:\/\/[^/?#\\]+(?=[/?#\\])/;
/** A page's links lead to few hosts: their sites are looked up once. */
const sitesOfOrigins = new Map<string, string>();
const MAX_ORIGINS = 20_000;
/** Remembers where the latest address began: most links of a page lead to its own host. */
let latestSite = { root: ' ', site: '' };

/** Front page of the host that an address is on. */
export const homeOf = (url: string): string => new URL('/', url).href;

export const hostOf = (url: string): string => new URL(url).host;
