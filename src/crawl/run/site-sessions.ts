import { CookieJar } from 'tough-cookie';
import { type Exchange, type HttpClient, redirectLocation } from '../../foundation/http/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';

/** Hosts whose sessions are kept at once. */
const MOST_HOSTS = 1_000;

/**
 * Keeps the sessions of sites that show no page without one: they answer with a redirect that adds a session to the
 * address, sets a cookie, or both. All other sites get no cookie. Sessions live in memory, as long as the crawl.
 */
export class SiteSessions {
  private readonly jars = new Map<string, CookieJar>();
  private readonly allows: (url: string, signal: AbortSignal) => Promise<boolean>;
  private readonly turn: (url: string, signal: AbortSignal) => Promise<void>;

  /**
   * @param allows tells whether an address with a session may be requested, too; without it none is
   * @param turn waits for the next turn at the host
   */
  constructor(
    allows: SiteSessions['allows'] = async () => false,
    turn: SiteSessions['turn'] = async () => {},
  ) {
    this.allows = allows;
    this.turn = turn;
  }

  /** Requests a page; asks once more with the session that the site just gave. @throws {TransportError} */
  async fetch(egress: HttpClient, url: string, signal: AbortSignal): Promise<Exchange> {
    const { host } = new URL(url);
    const known = this.jars.get(host);
    const exchange = await request(egress, url, signal, known);
    // Cookies of pages are not kept: they may grow with every page.
    if (redirectLocation(exchange) === undefined) return exchange;
    const jar = known ?? new CookieJar(undefined, { looseMode: true });
    for (const [name, value] of exchange.headers)
      if (name.toLowerCase() === 'set-cookie') jar.setCookieSync(value, exchange.url, { ignoreError: true });
    const named = withSession(exchange, jar);
    if (named === undefined) return exchange;
    // The page's own address was allowed; one with a session may be forbidden.
    const isOwn = named === url || (await this.allows(named, signal));
    if (!isOwn && jar.getCookieStringSync(url) === '') return exchange;
    const again = isOwn ? named : url;
    if (known === undefined) this.keep(host, jar);
    await this.turn(again, signal);
    return request(egress, again, signal, jar);
  }

  keep(host: string, jar: CookieJar): void {
    const [oldest] = this.jars.keys();
    if (oldest !== undefined && this.jars.size >= MOST_HOSTS) this.jars.delete(oldest);
    this.jars.set(host, jar);
  }
}

function request(egress: HttpClient, url: string, signal: AbortSignal, jar?: CookieJar): Promise<Exchange> {
  const cookie = jar?.getCookieStringSync(url) ?? '';
  const headers = cookie !== '' && { headers: [['cookie', cookie] as const] };
  return egress.fetch({ url, kind: 'page', ...headers }, { signal });
}

/** Returns the address under which a site that asks for a session shows the page; undefined for all other answers. */
function withSession(exchange: Exchange, jar: CookieJar): string | undefined {
  const location = redirectLocation(exchange);
  const to = location === undefined ? null : URL.parse(location, exchange.url);
  if (to === null || to.host !== new URL(exchange.url).host) return undefined;
  to.hash = '';
  const steady = canonicalUrl(to.href);
  const hasCookie = jar.getCookieStringSync(to.href) !== '';
  if (steady === canonicalUrl(exchange.url))
    return hasCookie || to.href !== exchange.url ? to.href : undefined;
  // The start page of those without a session: the page itself is there for who has one.
  return hasCookie && steady !== to.href ? exchange.url : undefined;
}
