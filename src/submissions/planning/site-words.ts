/**
 * Collects words that a site's own pages use for their content, which are queried first because they must
 * find something. They come from titles and link texts; words on most pages belong to menus and are ignored.
 */

import { hasSideEffects } from '../../foundation/dom/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import { type AskableWord, askableWords, Spellings } from './askable-words.ts';

/** A page of the site, without its text. */
export interface SitePage {
  readonly url: string;
  readonly title: string;
  readonly links: readonly { readonly url: string; readonly text: string; readonly around?: string }[];
}

/** Pages needed to separate recurring words from others. */
const ENOUGH_PAGES = 4;
/** A link or a word on a larger share of the pages belongs to menus and frames. */
const MOST_PAGES_OF_LINK = 0.3;
const MOST_PAGES_OF_WORD = 0.5;
/** Share of the items that a word may occur in: above that it names their kind. */
const MOST_ITEMS = 0.4;
/** Share of the items for words that are queried first, and how many such words. */
const FEW_ITEMS = 0.04;
const CONTROLS = 3;
const MOST_WORDS = 200;
const MOST_READ = 400;
const MOST_LINKS = 1_000;

/** The words of a site, ready to be ranked for each of its forms. */
export class SiteWords {
  private readonly things: readonly Thing[];
  /** Addresses of the links of each page, without those of menus. */
  private readonly links: ReadonlyMap<string, readonly string[]>;
  /** Folded words that occur on most pages. */
  private readonly boilerplate: ReadonlySet<string>;
  private readonly spellings = new Spellings();

  constructor(pages: readonly SitePage[]) {
    const read = pages
      .slice(0, MOST_READ)
      .map((page) => ({ ...page, links: page.links.slice(0, MOST_LINKS) }));
    const pageCount = new Map<string, number>();
    const linkCount = new Map<string, number>();
    for (const { title, links } of read) {
      const texts = [title, ...links.flatMap(({ text, around = '' }) => [text, around])];
      count(pageCount, new Set(texts.flatMap(keysOf)));
      count(linkCount, new Set(links.map(({ url }) => url)));
    }
    const most = (share: number): number =>
      read.length < ENOUGH_PAGES ? Number.POSITIVE_INFINITY : Math.max(2, share * read.length);
    this.boilerplate = new Set(
      [...pageCount].flatMap(([key, pages]) => (pages > most(MOST_PAGES_OF_WORD) ? [key] : [])),
    );
    const isFrame = (url: string): boolean => (linkCount.get(url) ?? 0) > most(MOST_PAGES_OF_LINK);
    this.things = thingsOf(read, isFrame);
    this.links = new Map(
      read.map(({ url, links }) => [url, links.flatMap((link) => (isFrame(link.url) ? [] : [link.url]))]),
    );
    for (const { words } of this.things) for (const word of words) this.spellings.add(word);
  }

  /**
   * Ranks the words for a form. First a few words of few items: they find something, and their lists are
   * short. Then words of many items, which bring most, with preference for items in the form's directory or
   * linked from its page, because a site may have several databases. Words of a single item come last.
   */
  wordsFor(formPage: string): string[] {
    const place = directoryOf(formPage);
    const distances = this.distancesFrom(formPage);
    const weights = new Map<string, { count: number; weight: number }>();
    for (const { words, titled, directory, url } of this.things) {
      const own = isOwnAddress(formPage, url) ? OWN_ADDRESS : 1;
      const weight = (titled ? 2 : 1) * own * nearness(place, directory) * closeness(distances.get(url));
      for (const key of new Set(words.map((word) => word.key))) {
        if (this.boilerplate.has(key)) continue;
        const one = weights.get(key) ?? { count: 0, weight: 0 };
        one.count++;
        one.weight += weight;
        weights.set(key, one);
      }
    }
    const most = Math.max(3, MOST_ITEMS * this.things.length);
    // Of equal ones, those first seen, nearest to the front page.
    const ranked = [...weights]
      .filter(([, one]) => one.count <= most)
      .sort((a, b) => b[1].weight - a[1].weight)
      .slice(0, MOST_WORDS);
    const few = Math.max(3, FEW_ITEMS * this.things.length);
    const controls = ranked.filter(([, one]) => one.count > 1 && one.count <= few).slice(0, CONTROLS);
    return [...new Set([...controls, ...ranked])].map(([key]) => this.spellings.of(key));
  }

  /** Unread pages of the site that the form's page links to: they may list what the form searches. */
  unreadNear(formPage: string): string[] {
    const near = [...new Set(this.links.get(formPage) ?? [])];
    const site = siteOf(formPage);
    const unread = near.filter(
      (url) => !this.links.has(url) && url !== formPage && siteOf(url) === site && !hasSideEffects(url),
    );
    return unread.slice(0, MOST_UNREAD);
  }

  /** Computes the link distance from the form's page: 0 for pages it links to, 1 for pages that those link to. */
  private distancesFrom(formPage: string): ReadonlyMap<string, number> {
    const distances = new Map<string, number>();
    let level = [formPage];
    for (const distance of [0, 1]) {
      level = level.flatMap((url) => this.links.get(url) ?? []).filter((url) => !distances.has(url));
      for (const url of level) distances.set(url, distance);
    }
    return distances;
  }
}

/** Weighs items by their link distance from the form's page. */
const closeness = (distance: number | undefined): number =>
  distance === undefined ? 1 : distance === 0 ? 4 : 2;
const OWN_ADDRESS = 4;
const MOST_UNREAD = 20;

function count(counts: Map<string, number>, keys: Iterable<string>): void {
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
}

const keysOf = (text: string): string[] => askableWords(text).map(({ key }) => key);

/** An item that the site names by a page title or a link text; equal texts are one item. */
interface Thing {
  readonly words: readonly AskableWord[];
  /** The text is both the title of a page and of a link to it, so that it names content, not a function. */
  readonly titled: boolean;
  readonly directory: readonly string[];
  readonly url: string;
}

function thingsOf(pages: readonly SitePage[], isFrame: (url: string) => boolean): Thing[] {
  const titles = new Map(pages.map(({ url, title }) => [url, new Set(keysOf(title))]));
  const things = new Map<string, Thing>();
  const add = (text: string, around: string, titled: boolean, url: string) => {
    const words = askableWords(text);
    const wording = words.map(({ key }) => key).join(' ');
    if (wording === '' || things.get(wording)?.titled === true) return;
    const all = [...words, ...askableWords(around)];
    things.set(wording, { words: all, titled, directory: directoryOf(url), url });
  };
  for (const { links } of pages)
    for (const { url, text, around = '' } of links) {
      if (isFrame(url)) continue;
      const title = titles.get(url);
      add(text, around, title !== undefined && keysOf(text).some((key) => title.has(key)), url);
    }
  for (const { url, title } of pages) add(title, '', false, url);
  return [...things.values()];
}

/** Tells whether an address is the form's page with a query, or lies below it: what a form finds often does. */
export function isOwnAddress(formPage: string, address: string): boolean {
  const [page, url] = [URL.parse(formPage), URL.parse(address)];
  if (page === null || url === null || page.origin !== url.origin) return false;
  return url.pathname === page.pathname ? url.search !== '' : url.pathname.startsWith(`${page.pathname}/`);
}

const directoryOf = (url: string): string[] =>
  (URL.parse(url)?.pathname ?? '/').split('/').slice(1, -1).slice(0, 8);

/** Computes 1 to 5 by how much of the form's directory the address of an item shares. */
function nearness(place: readonly string[], directory: readonly string[]): number {
  if (place.length === 0) return 1;
  let shared = 0;
  while (shared < place.length && place[shared] === directory[shared]) shared++;
  return 1 + (4 * shared) / place.length;
}
