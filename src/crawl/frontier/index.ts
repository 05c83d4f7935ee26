export { Frontier, type Lease } from './frontier.ts';
export { type Clock, HostClock } from './host-clock.ts';
export type { Candidate, Distance, Outlink } from './known-links.ts';
export { announcedSitemaps, type ListedLink, linkSourcesOf, listedIn } from './link-sources.ts';
export { LowQueue } from './low-queue.ts';
export { withoutNofollow } from './nofollow.ts';
export { BY_ROBOTS } from './robots.ts';
export { RobotsBook } from './robots-book.ts';
export { trapOf } from './traps.ts';
