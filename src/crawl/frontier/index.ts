export { Frontier, type Lease } from './frontier.ts';
export { type Clock, Politeness } from './politeness.ts';
export type { Candidate, Distance, Outlink } from './url-table.ts';
export { announcedSitemaps, type ListedLink, linkSourcesOf, listedIn } from './link-sources.ts';
export { LowPriorityQueue } from './low-priority-queue.ts';
export { withoutNofollow } from './nofollow.ts';
export { RobotsCache } from './robots-cache.ts';
export { trapOf } from './traps.ts';
