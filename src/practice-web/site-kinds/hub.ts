/** Sites that are there to link to others. */

import { company } from '../catalogs/reading.ts';
import { slug } from '../html.ts';
import type { Drafting, LinkSpec, PageSpec, SiteKind } from '../site.ts';
import { aboutPage, contactPage, parts } from './assemble.ts';

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
