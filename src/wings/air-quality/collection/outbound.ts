import { Politeness, RobotsCache } from '../../../crawl/frontier/index.ts';
import { CLOCK } from '../../../crawl/run/index.ts';
import type { HttpClient } from '../../../foundation/http/index.ts';
import { hostOf } from '../../../foundation/url/index.ts';
import { type Outbound, RefusedError } from '../../../submissions/index.ts';

interface PolitenessOptions {
  /** Least time between two requests to a host. */
  readonly delayMs: number;
  readonly robots: boolean;
}

/** Sends queries with robots.txt and politeness rules. */
export function outboundOf(egress: HttpClient, { delayMs, robots }: PolitenessOptions): Outbound {
  const politeness = new Politeness(CLOCK, delayMs);
  const robotsCache = new RobotsCache(egress, politeness, robots);
  return {
    egress,
    async permit(url, signal) {
      const rules = await robotsCache.of(url, signal);
      if (!rules.allows(url)) throw new RefusedError(`robots.txt forbids ${url}`);
      await politeness.acquire(hostOf(url), signal);
    },
    ended: (url) => politeness.release(hostOf(url)),
    pause: (url, ms) => politeness.blockUntil(hostOf(url), ms),
  };
}
