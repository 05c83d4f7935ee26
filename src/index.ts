/** Fieldfare as a library. */
export { type Domain, DomainError, listDomains, loadDomain, UnknownDomainError } from './domain/index.ts';
