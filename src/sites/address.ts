import { parse } from 'tldts';

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
  const url = URL.parse(address.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '');
  if (url.pathname.includes(';')) url.pathname = url.pathname.replace(PATH_SESSION, '');
  if (url.search !== '') url.search = withoutSession(url.search);
  return url.href.length <= MAX_URL_LENGTH ? url.href : undefined;
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

/**
 * The site an address belongs to: its registrable domain (public suffix list, ICANN section), or host and port where
 * there is none (addresses, localhost).
 */
export function siteOf(url: string): string {
  const plain = CANONICAL_HOST.exec(url)?.[1];
  const { hostname, host } = plain === undefined ? new URL(url) : { hostname: plain, host: plain };
  const known = sitesOfHosts.get(host);
  if (known !== undefined) return known;
  const { domain, isIp } = parse(hostname, { validateHostname: false });
  const site = domain !== null && isIp !== true ? domain : host;
  if (sitesOfHosts.size >= MAX_HOSTS) sitesOfHosts.clear();
  sitesOfHosts.set(host, site);
  return site;
}

/** Host of an address as the URL standard writes it; with a port, an account or anything odd it is parsed. */
const CANONICAL_HOST = /^https?:\/\/([a-z0-9.-]*[a-z][a-z0-9.-]*)\//;
/** A page's links lead to few hosts: their sites are looked up once. */
const sitesOfHosts = new Map<string, string>();
const MAX_HOSTS = 20_000;

/** Front page of the host that an address is on. */
export const homeOf = (url: string): string => new URL('/', url).href;

export const hostOf = (url: string): string => new URL(url).host;
