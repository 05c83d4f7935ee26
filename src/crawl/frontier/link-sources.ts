/** Where a site says that files list its pages: sitemaps, their indexes, and feeds (RSS, Atom). */

import { elementsOf, type TreeDocument } from '../../foundation/dom/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';

/** Feeds, and sitemaps, that a page may announce. */
const MOST_ANNOUNCED = 2;
const MAX_ADDRESS = 4_000;

/** Addresses of the feeds and sitemaps that the head of a page links to. */
export function linkSourcesOf(document: TreeDocument): string[] {
  const found = { feed: new Set<string>(), sitemap: new Set<string>() };
  for (const { tag, attributes } of elementsOf(document.root, false)) {
    if (tag === 'body') break;
    if (tag !== 'link') continue;
    const { rel = '', type = '', href = '' } = attributes;
    const isFeed =
      /(?:^|\s)alternate(?:\s|$)/i.test(rel) && /^\s*application\/(?:rss|atom)\+xml\b/i.test(type);
    const kind = isFeed ? 'feed' : /(?:^|\s)sitemap(?:\s|$)/i.test(rel) ? 'sitemap' : undefined;
    if (kind === undefined || href.length > MAX_ADDRESS || found[kind].size >= MOST_ANNOUNCED) continue;
    const url = canonicalUrl(href, document.baseUrl);
    if (url !== undefined) found[kind].add(url);
  }
  return [...found.sitemap, ...found.feed];
}

/** Sitemaps that a robots.txt announces, as many as are asked for. */
export const announcedSitemaps = (sitemaps: readonly string[]): string[] =>
  [...new Set(sitemaps.flatMap((url) => canonicalUrl(url) ?? []))].slice(0, MOST_ANNOUNCED);
