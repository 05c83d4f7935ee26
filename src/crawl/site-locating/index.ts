export { locateFirst } from './locate-first.ts';
export { brave, checkProvider, ProviderError, providerNotes } from './providers/index.ts';
export { isCentrePage } from './reverse-search.ts';
export { openSeedSearch, type SeedSearch } from './seed-search.ts';
export { type Outbox, SiteFrontier } from './site-frontier.ts';
export { isLinkedPage } from './site-links.ts';
