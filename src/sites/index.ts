export { canonicalUrl, homeOf, hostOf, siteOf } from './address.ts';
export { type Located, type LocatedSeed, type LocateOptions, locateSeeds } from './locate-seeds.ts';
export * from './providers/index.ts';
export { type RankingEvidence, rankingReward } from './ranking-reward.ts';
export { CENTRE_LINKS, type CentreEvidence, isCentre, reverseSearch } from './reverse-search.ts';
export { SiteGraph } from './site-graph.ts';
