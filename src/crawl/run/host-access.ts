import type { DenyList, HttpClient } from '../../foundation/http/index.ts';
import type { Politeness, RobotsCache } from '../frontier/index.ts';

/** Controls requests to hosts: over one way out, each host in its own time, within its robots.txt and the user's deny-list. */
export interface HostAccess {
  readonly http: HttpClient;
  readonly politeness: Politeness;
  readonly robots: RobotsCache;
  readonly deny: DenyList;
  /** Whether the user agrees to the terms of a host. */
  acceptsTerms?(url: string): boolean;
  /** Says whether a page that was found on the way is read; without it all are. */
  includes?(url: string): boolean;
}
