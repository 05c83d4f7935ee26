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
  const { hostname, host } = new URL(url);
  const { domain, isIp } = parse(hostname, { validateHostname: false });
  return domain !== null && isIp !== true ? domain : host;
}

/** Front page of the host that an address is on. */
export const homeOf = (url: string): string => new URL('/', url).href;

export const hostOf = (url: string): string => new URL(url).host;
