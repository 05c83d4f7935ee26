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
  newsletter,
  parts,
  sidePages,
} from './assemble.ts';

interface DeepSite {
  readonly name: string;
  readonly summary: string;
  readonly domain: DomainName;
  readonly catalog: Catalog;
  /** What its database is made of, where that has more columns than its texts speak of. */
  readonly holds?: Catalog;
  readonly nouns: readonly string[];
  /** One of the catalogue's where none is given. */
  readonly tagline?: string;
  /** Fewest and most records. */
  readonly records: readonly [number, number];
  /** What is odd about how its database answers. */
  readonly answers?: Pick<DatabaseSpec, 'cap' | 'rank' | 'unsteady'>;
  /** Titles of its pages of plain text, and where they are linked from; the footer where nothing is said. */
  readonly texts: readonly string[];
  readonly textsFrom?: PageSpec['linkedFrom'];
  readonly forms: (draft: Drafting) => readonly FormSpec[];
  /** Keys of the forms on the home page, on every page, and on the pages of records. */
  readonly home?: readonly string[];
  readonly header?: readonly string[];
  readonly footer?: readonly string[];
  readonly detailForms?: readonly string[];
  readonly pages?: (draft: Drafting) => readonly PageSpec[];
  /** Has members, who log in. */
  readonly members?: boolean;
  /** Has a newsletter, which the footer offers. */
  readonly newsletter?: boolean;
}

export const deepKind = (site: DeepSite): SiteKind => ({
  name: site.name,
  summary: site.summary,
  domain: site.domain,
  nouns: site.nouns,
  describe: (draft) => {
    const shared = parts(
      ...(site.members ? [accounts(draft)] : []),
      contactPage(draft),
      ...(site.newsletter ? [newsletter(draft)] : []),
    );
    const footer = [...(site.footer ?? []), ...(site.newsletter ? ['newsletter'] : [])];
    return {
      tagline: site.tagline ?? draft.random.pick(site.catalog.taglines),
      databases: [
        { ...database(draft, site.holds ?? site.catalog, site.domain, site.records), ...site.answers },
      ],
      forms: [...site.forms(draft), ...shared.forms],
      header: site.header ?? [],
      footer,
      detailForms: site.detailForms ?? [],
      pages: [
        homePage(draft, site.catalog, site.home),
        ...(site.pages?.(draft) ?? []),
        ...sidePages(draft, site.catalog, site.texts, site.textsFrom ?? 'footer'),
        aboutPage(draft, site.catalog),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
});
