/** Which links of a page lead to a search, where it has no box for words itself: “Search”, “Catalogue”, “Erweiterte Suche”. */

import { wordsFor } from '../../foundation/language/index.ts';
import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import { asksForWords } from '../../submissions/index.ts';
import type { PageAnalysis } from '../analysis/index.ts';
import type { Outlink } from '../frontier/index.ts';

const SEARCHES = termMatcher([wordsFor('link/search')]);
const MOST_FOLLOWED = 3;
/** Longer anchor texts are titles, not names of pages: “In search of lost time”. */
const MOST_WORDS = 5;

/** @returns the shortest anchor texts first; links of other sites, and all where a form of the page takes words, are left out */
export function searchLinks(links: readonly Outlink[], { forms }: Pick<PageAnalysis, 'forms'>): Outlink[] {
  const now = new Date();
  if (forms.some(({ form, verdict }) => verdict.searchable && asksForWords(form, now))) return [];
  const found = links.flatMap((link) => {
    const [url, anchor, , place] = link;
    const line = wordLine(anchor.trim() === '' ? lastOf(url) : anchor);
    const words = line.trim().split(' ').length;
    return place !== 2 && words <= MOST_WORDS && (SEARCHES.count(line)[0] ?? 0) > 0 ? [{ link, words }] : [];
  });
  return found
    .sort((a, b) => a.words - b.words)
    .slice(0, MOST_FOLLOWED)
    .map(({ link }) => link);
}

const lastOf = (url: string): string =>
  URL.parse(url)
    ?.pathname.split('/')
    .findLast((part) => part !== '')
    ?.replace(/\.\w{1,5}$/, '') ?? '';
