/** Sites of none of the seven domains: texts in sections, a search box or none, forms of every other kind. */

import { book } from '../catalogs/book.ts';
import type { Catalog } from '../catalogs/catalog.ts';
import { company, forum, manual, news, recipe, weblog } from '../catalogs/reading.ts';
import { FIRST_ID, recordOf } from '../database.ts';
import { commentForm, pollForm } from '../forms/other-forms.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { slug } from '../html.ts';
import type { Blueprint, DatabaseSpec, Drafting, FormSpec, LinkSpec, PageSpec, SiteKind } from '../site.ts';
import {
  aboutPage,
  accounts,
  contactPage,
  database,
  homePage,
  linksPages,
  newsletter,
  type Part,
  parts,
  text,
} from './assemble.ts';

interface Magazine {
  readonly catalog: Catalog;
  readonly articles: readonly [number, number];
  readonly parts: (draft: Drafting) => Part;
  readonly search?: (draft: Drafting) => FormSpec;
  readonly header?: readonly string[];
  readonly footer?: readonly string[];
  readonly detailForms?: readonly string[];
  readonly homeForms?: readonly string[];
}

/** One page for each section, with links to articles. */
function sectionPages(draft: Drafting, spec: DatabaseSpec): PageSpec[] {
  const sections = spec.catalog.fields.find((field) => field.column === 'section')?.values ?? [];
  const articles = Array.from({ length: Math.min(spec.records, 18) }, (_, at) =>
    recordOf(spec, `${draft.seed}:0`, draft.now, FIRST_ID + at),
  ).filter((row) => row !== undefined);
  return sections.map((section) => {
    const links = articles
      .filter((row) => row.section === section)
      .map((row): LinkSpec => ({ href: spec.detail(row), text: row.title, note: String(row.date) }));
    return {
      path: `/section/${slug(section)}`,
      title: section,
      linkedFrom: 'nav',
      blocks: () => [text(draft, spec.catalog, section, 1), { kind: 'links', links }],
    };
  });
}

export function magazine(draft: Drafting, made: Magazine): Blueprint {
  const spec = database(draft, made.catalog, null, made.articles);
  const shared = made.parts(draft);
  return {
    tagline: draft.random.pick(made.catalog.taglines),
    databases: [spec],
    forms: [...(made.search ? [made.search(draft)] : []), ...shared.forms],
    ...(made.header ? { header: made.header } : {}),
    ...(made.footer ? { footer: made.footer } : {}),
    ...(made.detailForms ? { detailForms: made.detailForms } : {}),
    pages: [
      homePage(draft, made.catalog, made.homeForms ?? []),
      ...sectionPages(draft, spec),
      aboutPage(draft, made.catalog),
      ...linksPages(draft),
      ...shared.pages,
    ],
  };
}

const box =
  (catalog: Catalog, kind = 'keyword-off-topic') =>
  (draft: Drafting) =>
    keywordForm(draft, {
      key: 'quick',
      kind,
      catalog,
      action: draft.random.pick(['/search', '/', '/suche', '/find']),
    });

const one =
  (form: (draft: Drafting) => FormSpec) =>
  (draft: Drafting): Part => ({ forms: [form(draft)], pages: [] });

export const OFF_TOPIC: readonly SiteKind[] = [
  {
    name: 'newspaper',
    summary: 'news in sections with a search box, a log-in, a newsletter and a poll',
    domain: null,
    nouns: ['herald', 'gazette', 'observer', 'courier', 'tribune'],
    describe: (draft) =>
      magazine(draft, {
        catalog: news,
        articles: [60, 600],
        search: box(news),
        header: ['quick'],
        footer: ['newsletter'],
        homeForms: ['poll'],
        parts: (own) => parts(accounts(own), newsletter(own), one(pollForm)(own)),
      }),
  },
  {
    name: 'diary',
    summary: 'a weblog with comments and no search at all',
    domain: null,
    nouns: ['diary', 'notes', 'journal', 'lane'],
    describe: (draft) =>
      magazine(draft, {
        catalog: weblog,
        articles: [20, 60],
        detailForms: ['comment'],
        parts: (own) => parts(one(commentForm)(own), contactPage(own)),
      }),
  },
  {
    name: 'recipes',
    summary: 'recipes with a bounded form that searches them: searchable, but of no domain',
    domain: null,
    nouns: ['kitchen', 'recipes', 'table', 'cooking'],
    describe: (draft) =>
      magazine(draft, {
        catalog: recipe,
        articles: [50, 300],
        homeForms: ['ingredients'],
        footer: ['newsletter'],
        search: (own) =>
          fieldedForm(own, {
            key: 'ingredients',
            kind: 'bounded-off-topic',
            catalog: recipe,
            action: '/cook',
            fields: [
              ['title', 'text'],
              ['section', 'select'],
            ],
          }),
        parts: (own) => parts(newsletter(own), contactPage(own)),
      }),
  },
  {
    name: 'documentation',
    summary: 'a software manual with a search box',
    domain: null,
    nouns: ['docs', 'manual', 'devguide', 'reference'],
    describe: (draft) =>
      magazine(draft, {
        catalog: manual,
        articles: [40, 200],
        search: box(manual),
        header: ['quick'],
        parts: () => parts(),
      }),
  },
  {
    name: 'company',
    summary: 'a company with a contact form and announcements',
    domain: null,
    nouns: ['industries', 'systems', 'works', 'group'],
    describe: (draft) =>
      magazine(draft, {
        catalog: company,
        articles: [20, 40],
        parts: (own) => parts(contactPage(own), newsletter(own)),
        footer: ['newsletter'],
      }),
  },
  {
    name: 'board',
    summary: 'a forum: log-in on every page, registration, a search box',
    domain: null,
    nouns: ['forum', 'board', 'talk', 'community'],
    describe: (draft) =>
      magazine(draft, {
        catalog: forum,
        articles: [40, 300],
        search: box(forum),
        header: ['login'],
        homeForms: ['quick'],
        parts: (own) => accounts(own),
      }),
  },
  {
    name: 'book-diary',
    summary: 'a weblog about books without a database: off domain, on subject',
    domain: null,
    about: 'book',
    nouns: ['reader', 'marginalia', 'bookworm', 'reviews'],
    describe: (draft) => {
      const made = magazine(draft, {
        catalog: weblog,
        articles: [20, 40],
        detailForms: ['comment'],
        parts: (own) => parts(one(commentForm)(own), newsletter(own)),
        footer: ['newsletter'],
      });
      const reviews = ['Novels of the month', 'Poetry corner', 'Books I gave up on'];
      return {
        ...made,
        tagline: 'Books read, and what came of it',
        pages: [
          ...made.pages,
          ...reviews.map(
            (title): PageSpec => ({
              path: `/reviews/${slug(title)}`,
              title,
              linkedFrom: 'nav',
              blocks: () => [text(draft, book, title, 4)],
            }),
          ),
        ],
      };
    },
  },
];
