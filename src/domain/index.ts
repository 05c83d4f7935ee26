export { type Domain, type DomainThresholds, domainSchema, type SiteHint } from './domain.ts';
export { DomainError, type DomainProblem, UnknownDomainError } from './domain-error.ts';
export { listDomains, loadDomain, loadDomains } from './load-domain.ts';
export { parseDomain } from './parse-domain.ts';
