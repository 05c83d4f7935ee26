export { locateFirst } from './locate-first.ts';
export { checkProvider } from './providers/index.ts';
export { openSearching, Searching } from './search.ts';
export { SiteBook } from './site-book.ts';
