export { Frontier } from './frontier.ts';
export type { Lease } from './lease.ts';
export { announcedSitemaps, linkSourcesOf } from './link-sources.ts';
export { LowPriorityQueue } from './low-priority-queue.ts';
export { withoutNofollow } from './nofollow.ts';
export { type Clock, Politeness } from './politeness.ts';
export { RobotsCache } from './robots-cache.ts';
export { trapOf } from './traps.ts';
export type { Candidate, Distance, Outlink } from './url-table.ts';
