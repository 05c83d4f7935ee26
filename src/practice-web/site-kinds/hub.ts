/** Sites that are there to link to others. */

import { book } from '../catalogs/book.ts';
import type { Catalog } from '../catalogs/catalog.ts';
import { flight } from '../catalogs/flight.ts';
import { hotel } from '../catalogs/hotel.ts';
import { music } from '../catalogs/music.ts';
import { premiere } from '../catalogs/premiere.ts';
import { product } from '../catalogs/product.ts';
import { property } from '../catalogs/property.ts';
import { company } from '../catalogs/reading.ts';
import { slug } from '../html.ts';
import type { Drafting, LinkSpec, PageSpec, SiteKind } from '../site.ts';
import type { DomainName } from '../truth.ts';
import { aboutPage, contactPage, parts, text } from './assemble.ts';

/** Neighbours of a hub carry their category in `rel`, for want of a better place; it is not drawn. */
const categoryOf = (link: LinkSpec): string => link.rel ?? 'Miscellaneous';
const bare = ({ href, text, note }: LinkSpec): LinkSpec => ({
  href,
  text,
  ...(note === undefined ? {} : { note }),
});

function categoryPages(draft: Drafting): PageSpec[] {
  const names = [...new Set(draft.neighbours.map(categoryOf))].sort();
  return names.map((name) => ({
    path: `/category/${slug(name)}`,
    title: name,
    linkedFrom: '/',
    blocks: () => [
      { kind: 'links', links: draft.neighbours.filter((link) => categoryOf(link) === name).map(bare) },
    ],
  }));
}

export const HUBS: readonly SiteKind[] = [
  {
    name: 'directory',
    summary: 'a directory of sites by category, one page each',
    domain: null,
    nouns: ['webatlas', 'directory', 'weblist', 'compass'],
    describe: (draft) => {
      const shared = parts(contactPage(draft));
      return {
        tagline: 'Sites worth a visit, sorted by hand',
        databases: [],
        forms: shared.forms,
        pages: [
          {
            path: '/',
            title: 'All categories',
            linkedFrom: null,
            blocks: () => [
              {
                kind: 'prose',
                paragraphs: ['Choose a category to see the sites our editors have looked at.'],
              },
            ],
          },
          ...categoryPages(draft),
          aboutPage(draft, company),
          ...shared.pages,
        ],
      };
    },
  },
  {
    name: 'link-list',
    summary: 'one long page of links to everything',
    domain: null,
    nouns: ['links', 'bookmarks', 'startpage', 'hotlist'],
    describe: (draft) => ({
      tagline: 'My bookmarks',
      databases: [],
      forms: [],
      pages: [
        {
          path: '/',
          title: 'Bookmarks',
          linkedFrom: null,
          blocks: () => [{ kind: 'links', links: draft.neighbours.map(bare) }],
        },
        aboutPage(draft, company),
      ],
    }),
  },
];

const SUBJECTS: readonly (readonly [domain: DomainName, catalog: Catalog, nouns: readonly string[]])[] = [
  ['book', book, ['bookguide', 'readers', 'bibliophile']],
  ['flight', flight, ['flyers', 'airmiles', 'jetset']],
  ['hotel', hotel, ['stays', 'roomguide', 'getaways']],
  ['music', music, ['listeners', 'vinylguide', 'soundmap']],
  ['premiere', premiere, ['filmguide', 'cinephile', 'reels']],
  ['product', product, ['buyers', 'gadgetguide', 'dealwatch']],
  ['property', property, ['househunt', 'movers', 'homeguide']],
];

/** A page or two of links about one subject, kept by somebody who cares for it and for much else. */
const guide = ([domain, catalog, nouns]: (typeof SUBJECTS)[number]): SiteKind => ({
  name: `${domain}-guide`,
  summary: `a guide to sites about ${domain}s, with as many links to other things; it has no database`,
  domain: null,
  about: domain,
  nouns,
  describe: (draft) => {
    const contact = contactPage(draft);
    const half = Math.ceil(draft.neighbours.length / 2);
    const list = (links: readonly LinkSpec[]) => () => [{ kind: 'links', links: links.map(bare) } as const];
    return {
      tagline: draft.random.pick(catalog.taglines),
      databases: [],
      forms: contact.forms,
      pages: [
        {
          path: '/',
          title: draft.name,
          linkedFrom: null,
          blocks: () => [text(draft, catalog, 'home', 2), ...list(draft.neighbours.slice(0, half))()],
        },
        { path: '/more', title: 'More links', linkedFrom: 'nav', blocks: list(draft.neighbours.slice(half)) },
        aboutPage(draft, catalog),
        ...contact.pages,
      ],
    };
  },
});

const [DIRECTORY, LINK_LIST] = HUBS;
const GUIDES = SUBJECTS.map(guide);

/** In the order in which a wide web takes them, over and over. */
export const WIDE_HUBS: readonly SiteKind[] = [
  ...(DIRECTORY && LINK_LIST ? [DIRECTORY, LINK_LIST] : []),
  ...GUIDES,
];

/** True for sites that are there to link to others. */
export const isHub = (kind: SiteKind): boolean => HUBS.includes(kind) || GUIDES.includes(kind);
