/** The usual frame of a site with a database: home, text, about, links and contact around what makes it special. */

import type { Catalog } from '../catalogs/catalog.ts';
import { seeded } from '../seeded.ts';
import type { DatabaseSpec, Drafting, FormSpec, PageSpec, SiteKind } from '../site.ts';
import type { DomainName } from '../truth.ts';
import {
  aboutPage,
  accounts,
  contactPage,
  database,
  homePage,
  linksPages,
  parts,
  sidePages,
} from './assemble.ts';

export interface DeepSite {
  readonly name: string;
  readonly summary: string;
  readonly domain: DomainName;
  readonly catalog: Catalog;
  readonly nouns: readonly string[];
  /** Fewest and most records. */
  readonly records: readonly [number, number];
  /** What is odd about how its database answers. */
  readonly answers?: Pick<DatabaseSpec, 'cap' | 'rank' | 'unsteady'>;
  readonly texts: readonly string[];
  readonly forms: (draft: Drafting) => readonly FormSpec[];
  /** Keys of the forms on the home page, or where a large web hides them. */
  readonly home: readonly string[];
  readonly header?: readonly string[];
  readonly pages?: (draft: Drafting) => readonly PageSpec[];
  /** Has members, who log in. */
  readonly members?: boolean;
}

/** Where the forms of the front page are: there, on a page of their own, or behind one that leads to it. */
function entrance(draft: Drafting, forms: readonly string[]): { home: readonly string[]; pages: PageSpec[] } {
  const place = seeded(draft.seed, 'entrance').pick(['home', 'home', 'page', 'behind']);
  if (draft.scale === 1 || forms.length === 0 || place === 'home') return { home: forms, pages: [] };
  const title = draft.words.search;
  if (place === 'page') return { home: [], pages: [{ path: '/find', title, linkedFrom: 'nav', forms }] };
  return {
    home: [],
    pages: [
      { path: '/services', title: 'Services', linkedFrom: 'nav' },
      { path: '/services/find', title, linkedFrom: '/services', forms },
    ],
  };
}

export const deepKind = (site: DeepSite): SiteKind => ({
  name: site.name,
  summary: site.summary,
  domain: site.domain,
  nouns: site.nouns,
  describe: (draft) => {
    const contact = site.members ? parts(accounts(draft), contactPage(draft)) : contactPage(draft);
    const { home, pages } = entrance(draft, site.home);
    return {
      tagline: draft.random.pick(site.catalog.taglines),
      databases: [{ ...database(draft, site.catalog, site.domain, site.records), ...site.answers }],
      forms: [...site.forms(draft), ...contact.forms],
      ...(site.header ? { header: site.header } : {}),
      pages: [
        homePage(draft, site.catalog, home),
        ...pages,
        ...(site.pages?.(draft) ?? []),
        ...sidePages(draft, site.catalog, site.texts, 'footer'),
        aboutPage(draft, site.catalog),
        ...linksPages(draft),
        ...contact.pages,
      ],
    };
  },
});
