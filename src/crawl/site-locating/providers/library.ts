import { wordsOf } from '../../../foundation/text/index.ts';
import type { Store } from '../../../storage/index.ts';
import type { SearchProvider } from './provider.ts';

const PAGE_SIZE = 20;
const MAX_WORDS = 8;
const MAX_LINKING = 100;

/** Searches earlier runs in the store: pages by the words of title and address, and the link graph between sites for reverse search. */
export function localLibrary({ pages, sites }: Pick<Store, 'pages' | 'sites'>): SearchProvider {
  return {
    name: 'library',
    links: 'link-graph',
    search: (query, page = 1) => {
      const words = [...new Set(wordsOf(query))].slice(0, MAX_WORDS);
      return pages.withWords(words, PAGE_SIZE, (page - 1) * PAGE_SIZE);
    },
    linking: async (host) => {
      const homes = await sites.homesLinkingTo(host, MAX_LINKING);
      return homes.map((url) => ({ url, title: '' }));
    },
  };
}
