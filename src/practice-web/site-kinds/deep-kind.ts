/** The usual frame of a site with a database: home, text, about, links and contact around what makes it special. */

import type { Catalog } from '../catalogs/catalog.ts';
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
  /** Keys of the forms on the home page. */
  readonly home: readonly string[];
  readonly header?: readonly string[];
  readonly pages?: (draft: Drafting) => readonly PageSpec[];
  /** Has members, who log in. */
  readonly members?: boolean;
}

export const deepKind = (site: DeepSite): SiteKind => ({
  name: site.name,
  summary: site.summary,
  domain: site.domain,
  nouns: site.nouns,
  describe: (draft) => {
    const contact = site.members ? parts(accounts(draft), contactPage(draft)) : contactPage(draft);
    return {
      tagline: draft.random.pick(site.catalog.taglines),
      databases: [{ ...database(draft, site.catalog, site.domain, site.records), ...site.answers }],
      forms: [...site.forms(draft), ...contact.forms],
      ...(site.header ? { header: site.header } : {}),
      pages: [
        homePage(draft, site.catalog, site.home),
        ...(site.pages?.(draft) ?? []),
        ...sidePages(draft, site.catalog, site.texts, 'footer'),
        aboutPage(draft, site.catalog),
        ...linksPages(draft),
        ...contact.pages,
      ],
    };
  },
});
