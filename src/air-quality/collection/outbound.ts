import { Politeness, RobotsCache } from '../../crawl/frontier/index.ts';
import { CLOCK } from '../../crawl/run/index.ts';
import type { HttpClient } from '../../foundation/http/index.ts';
import { hostOf } from '../../foundation/url/index.ts';
import { type Outbound, RefusedError } from '../../submissions/index.ts';

interface Manners {
  /** Least time between two requests to a host. */
  readonly delayMs: number;
  readonly robots: boolean;
}

/** How questions of one city leave: robots.txt is obeyed, and each host has its turns. */
export function outboundOf(egress: HttpClient, { delayMs, robots }: Manners): Outbound {
  const clock = new Politeness(CLOCK, delayMs);
  const book = new RobotsCache(egress, clock, robots);
  return {
    egress,
    async permit(url, signal) {
      const rules = await book.of(url, signal);
      if (!rules.allows(url)) throw new RefusedError(`robots.txt forbids ${url}`);
      await clock.acquire(hostOf(url), signal);
    },
    pause: (url, ms) => clock.blockUntil(hostOf(url), ms),
  };
}
