/** Finds the files that a site announces as lists of its pages: sitemaps, their indexes, and feeds (RSS, Atom). */

import { elementsOf, type TreeDocument } from '../../foundation/dom/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';

const MOST_ANNOUNCED = 2;
const MAX_ADDRESS = 4_000;

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

export const announcedSitemaps = (sitemaps: readonly string[]): string[] =>
  [...new Set(sitemaps.flatMap((url) => canonicalUrl(url) ?? []))].slice(0, MOST_ANNOUNCED);
