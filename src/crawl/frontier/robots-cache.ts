import {
  type Exchange,
  type HttpClient,
  redirectLocation,
  TransportError,
  type TransportErrorReason,
} from '../../foundation/http/index.ts';
import { canonicalUrl, hostOf } from '../../foundation/url/index.ts';
import type { Politeness } from './politeness.ts';
import { type Robots, readRobots } from './robots.ts';

export const AGENT_TOKEN = 'Fieldfare';

const MAX_REDIRECTS = 5;
const ATTEMPTS = 3;
const MISSING: readonly TransportErrorReason[] = ['dns', 'address-refused', 'port-refused', 'denied'];
const OPEN: Robots = { allows: () => true, crawlDelayMs: 0, sitemaps: [], note: 'none' };

/** Fetches the robots.txt of every host once a run, when the host is first discovered. */
export class RobotsCache {
  private readonly egress: HttpClient;
  private readonly clock: Politeness;
  private readonly enabled: boolean;
  private readonly known = new Map<string, Promise<Robots>>();

  constructor(egress: HttpClient, clock: Politeness, enabled: boolean) {
    this.egress = egress;
    this.clock = clock;
    this.enabled = enabled;
  }

  /** Returns the rules for the address's origin; a Crawl-delay is in force from then on. */
  async of(url: string, signal: AbortSignal): Promise<Robots> {
    if (!this.enabled) return OPEN;
    const { origin } = new URL(url);
    let robots = this.known.get(origin);
    if (robots === undefined) {
      robots = this.ask(`${origin}/robots.txt`, signal);
      this.known.set(origin, robots);
      robots.catch(() => this.known.delete(origin));
    }
    return robots;
  }

  private async ask(url: string, signal: AbortSignal): Promise<Robots> {
    const answer = await this.follow(url, signal);
    if (typeof answer === 'string') {
      // No such host, or one we may not ask: the page itself will say so better.
      if (MISSING.includes(answer)) return OPEN;
      return { ...readRobots(url, { status: undefined, body: '' }, AGENT_TOKEN), cause: answer };
    }
    const body = answer.body.subarray(0, 500_000).toString('utf8');
    const robots = readRobots(url, { status: answer.status, body }, AGENT_TOKEN);
    if (robots.crawlDelayMs > 0) this.clock.setDelay(hostOf(url), robots.crawlDelayMs);
    return robots;
  }

  private async follow(from: string, signal: AbortSignal): Promise<Exchange | TransportErrorReason> {
    let url = from;
    let attempts = 0;
    let hops = 0;
    while (true) {
      await this.clock.acquire(hostOf(url), signal);
      const exchange = await this.fetch(url, signal);
      this.clock.release(hostOf(url));
      if (typeof exchange === 'string' && MISSING.includes(exchange)) return exchange;
      if (typeof exchange === 'string' || exchange.status >= 500 || exchange.status === 429) {
        if (++attempts >= ATTEMPTS) return exchange;
        this.clock.blockUntil(hostOf(url), 500 * 2 ** attempts);
        continue;
      }
      const location = redirectLocation(exchange);
      const to = location === undefined ? undefined : canonicalUrl(location, url);
      if (to === undefined || ++hops > MAX_REDIRECTS) return exchange;
      url = to;
    }
  }

  private async fetch(url: string, signal: AbortSignal): Promise<Exchange | TransportErrorReason> {
    try {
      return await this.egress.fetch({ url, kind: 'robots' }, { signal });
    } catch (error) {
      if (!(error instanceof TransportError) || error.reason === 'aborted') throw error;
      return error.reason;
    }
  }
}
