export { kilometresBetween } from './distance.ts';
export type { Domain } from './domain.ts';
export { DomainError, UnknownDomainError } from './domain-error.ts';
export { domainJsonSchema, draftDomain } from './draft-domain.ts';
export { listDomains, listRegions, loadDomain, loadDomains, loadRegion } from './load-domain.ts';
export { parseDomain } from './parse-domain.ts';
export type { Location, Region, RegionCity } from './region.ts';
