export { blocksOf, type TextBlock } from './blocks.ts';
export { captureExpression, captureJson, captureTree, readDocument } from './capture.ts';
export { guardOf, refusalOf } from './challenge.ts';
export { Frontier, type FrontierOptions, type Lease } from './frontier.ts';
export { type GateDecision, gate, type RenderMode } from './gate.ts';
export { type GateAudit, type GateRecall, gateRecall, type Sampled, wilson } from './gate-recall.ts';
export { type Clock, HostClock } from './host-clock.ts';
export type {
  Candidate,
  Distance,
  LinkRules,
  Outlink,
} from './known-links.ts';
export {
  actsOn,
  type FollowableLinks,
  followableLinks,
  linksOf,
  NOFOLLOW_RULES,
  type Nofollow,
  type PageLink,
  withholding,
} from './links.ts';
export { type Look, lookAt, type ParseOptions, parseThoroughly, parseTree } from './parse.ts';
export { BY_ROBOTS, type Robots, readRobots } from './robots.ts';
export { headerSaysNofollow } from './robots-directives.ts';
export { type TrapRule, trapOf } from './traps.ts';
export * from './tree.ts';
export {
  itemsWithin,
  type LinkedData,
  type LinkedItem,
  type LinkedValue,
  linkedDataOf,
} from './linked-data.ts';
export { announcedSitemaps, type ListedLink, linkSourcesOf, listedIn } from './link-sources.ts';
