/** What the pages of a crawl went for, told by the truth about the practice web. */

import type { Truth } from '../../src/practice-web/index.ts';
import { reachableForms } from './focus-oracle.ts';

/** A page that was kept, and the relevant forms that were first seen on it. */
export interface SpentPage {
  readonly url: string;
  readonly site: string;
  readonly gain: number;
}

/** Pages by what they were. @param pages in the order in which they were kept */
export function spentOn(truth: Truth, domain: string, pages: readonly SpentPage[]): Record<string, number> {
  const sites = new Map(truth.sites.map((site) => [site.key, site]));
  const left = new Map<string, number>();
  for (const { site } of reachableForms(truth, domain)) left.set(site, (left.get(site) ?? 0) + 1);
  const whole = new Set(left.keys());
  const spent: Record<string, number> = {};
  for (const { url, site: key, gain } of pages) {
    const { kind = '', domain: own, about } = sites.get(key) ?? {};
    const where = new URL(url).pathname === '/' ? 'front page' : 'inner page';
    const whose = whole.has(key)
      ? `a site with forms, ${(left.get(key) ?? 0) > 0 ? 'some left' : 'all found'}`
      : own === domain
        ? 'a site of the domain without a form to be had'
        : /directory|link-list|guide$/.test(kind)
          ? 'a directory, list or guide'
          : about === domain
            ? 'a site that writes about the domain'
            : 'a site off topic';
    const what = gain > 0 ? 'a new form' : `${where} of ${whose}`;
    spent[what] = (spent[what] ?? 0) + 1;
    left.set(key, (left.get(key) ?? 0) - gain);
  }
  return spent;
}
