/** Collects words of pages that the form's page links to: they often list what the form searches. */

import {
  elementsOf,
  foldSpaces,
  followableLinks,
  type TreeDocument,
  textOf,
} from '../../foundation/dom/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import { askableWords } from './askable-words.ts';

const MOST_PAGES = 5;
/** Of these, pages that the form's page itself links to. */
const MOST_NEAR = 4;
/** Link texts that name one thing are shorter. */
const MOST_NAME = 80;

/**
 * Collects words of link texts on pages up to two links from the form's page: one of each page in turn,
 * without words that several pages have, and without links of the form's page. What other pages link to as well
 * is of a menu: it is read after what the form's page alone links to.
 * @param own the form's page, and `page` its address
 * @param read fetches the page at an address; undefined if that fails
 */
export async function wordsNear(
  own: TreeDocument,
  page: string,
  nearPages: readonly string[],
  read: (url: string) => Promise<TreeDocument | undefined>,
): Promise<string[]> {
  const known = new Set([...namesOn(own), ...linksOn(own), ...nearPages, page]);
  const lists: string[][] = [];
  const near = [...nearPages];
  const further: string[] = [];
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const next = (pages < MOST_NEAR ? near.shift() : undefined) ?? further.shift();
    if (next === undefined) break;
    const tree = await read(next);
    if (tree === undefined) continue;
    const names = namesOn(tree).filter((name) => !known.has(name));
    lists.push(names.flatMap((name) => askableWords(name).map(({ word }) => word)));
    const links = new Set(linksOn(tree));
    near.sort((a, b) => Number(links.has(a)) - Number(links.has(b)));
    for (const url of links) {
      if (known.has(url) || siteOf(url) !== siteOf(page)) continue;
      known.add(url);
      further.push(url);
    }
  }
  return inTurn(lists);
}

/** Interleaves lists, without entries that several lists have. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const own = lists.map((list, i) => {
    const others = new Set(lists.toSpliced(i, 1).flat());
    return [...new Set(list)].filter((word) => !others.has(word));
  });
  const longest = Math.max(0, ...own.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => own.flatMap((list) => list[i] ?? [])).flat();
}

const linksOn = (tree: TreeDocument): string[] =>
  followableLinks(tree, { obey: true }).links.map(({ url }) => url);

/** Collects the link texts of a page. */
function namesOn(tree: TreeDocument): string[] {
  const links = [...elementsOf(tree.root)].filter(({ tag }) => tag === 'a');
  const names = links.map((link) => foldSpaces(textOf(link, MOST_NAME + 1)).trim());
  return [...new Set(names)].filter((name) => name !== '' && name.length <= MOST_NAME);
}
