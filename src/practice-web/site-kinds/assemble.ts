/** Parts that many kinds of site share: databases, text, and the pages every site has. */

import { type Catalog, paragraphs } from '../catalogs/catalog.ts';
import {
  contactForm,
  loginForm,
  newsletterForm,
  recoveryForm,
  registrationForm,
} from '../forms/other-forms.ts';
import { slug } from '../html.ts';
import { seeded } from '../seeded.ts';
import type { Block, DatabaseSpec, Drafting, FormSpec, PageSpec } from '../site.ts';
import type { DomainName } from '../truth.ts';

const LARGEST = 20_000;

/** A database of `low` to `high` records, small ones as likely as large ones on a logarithmic scale. */
export function database(
  draft: Drafting,
  catalog: Catalog,
  domain: DomainName | null,
  [low, high]: readonly [number, number],
): DatabaseSpec {
  const top = domain === null ? high : Math.min(LARGEST, high * draft.scale);
  const records = Math.round(low * (top / low) ** draft.random.next());
  const base = draft.random.pick([`/${catalog.subject}`, '/item', '/detail', `/${catalog.subject}s`]);
  if (draft.numericUrls) {
    return {
      catalog,
      domain,
      records,
      detail: ({ id }) => `${base}.php?id=${id}`,
      detailPattern: new RegExp(`^${base}\\.php\\?id=(\\d+)(?:&.*)?$`),
    };
  }
  return {
    catalog,
    domain,
    records,
    detail: ({ id, title }) => `${base}/${id}-${slug(title)}`,
    detailPattern: new RegExp(`^${base}/(\\d+)-[a-z0-9-]*(?:\\?.*)?$`),
  };
}

/** `count` paragraphs about the subject; `key` tells pages of one site apart. */
export const text = (draft: Drafting, catalog: Catalog, key: string, count = 2): Block => ({
  kind: 'prose',
  paragraphs: paragraphs(seeded(draft.seed, 'text', key), catalog, count),
});

export interface Part {
  readonly forms: readonly FormSpec[];
  readonly pages: readonly PageSpec[];
}

/** Log-in at one step, registration and recovery behind it. */
export function accounts(draft: Drafting): Part {
  const { words } = draft;
  return {
    forms: [loginForm(draft), registrationForm(draft), recoveryForm(draft)],
    pages: [
      { path: '/my', title: words.login, linkedFrom: draft.random.pick(['nav', 'footer']), forms: ['login'] },
      { path: '/my/new', title: words.register, linkedFrom: '/my', forms: ['register'] },
      { path: '/my/lost', title: words.forgot, linkedFrom: '/my', forms: ['recovery'] },
    ],
  };
}

export const contactPage = (draft: Drafting): Part => ({
  forms: [contactForm(draft)],
  pages: [{ path: '/write-to-us', title: draft.words.contact, linkedFrom: 'footer', forms: ['contact'] }],
});

export const newsletter = (draft: Drafting): Part => ({ forms: [newsletterForm(draft)], pages: [] });

export const aboutPage = (draft: Drafting, catalog: Catalog): PageSpec => ({
  path: '/about',
  title: draft.words.about,
  linkedFrom: draft.random.pick(['nav', 'footer']),
  blocks: () => [text(draft, catalog, 'about', 3)],
});

/** The page of links to other sites; none where there are none to link to. */
export const linksPages = (draft: Drafting): PageSpec[] =>
  draft.neighbours.length === 0
    ? []
    : [
        {
          path: '/links',
          title: draft.words.links,
          linkedFrom: draft.random.pick(['nav', 'footer']),
          blocks: () => [{ kind: 'links', links: draft.neighbours }],
        },
      ];

export const homePage = (draft: Drafting, catalog: Catalog, forms: readonly string[] = []): PageSpec => ({
  path: '/',
  title: `${draft.name}: ${draft.random.pick(catalog.taglines)}`,
  linkedFrom: null,
  forms,
  blocks: () => [text(draft, catalog, 'home', 2)],
});

/** Some pages of plain text, linked from the navigation, that hold nothing to find. */
export const sidePages = (
  draft: Drafting,
  catalog: Catalog,
  titles: readonly string[],
  from: PageSpec['linkedFrom'] = 'nav',
): PageSpec[] =>
  titles.map((title) => ({
    path: `${from === 'nav' || from === 'footer' || from === null ? '' : from}/${slug(title)}`,
    title,
    linkedFrom: from,
    blocks: () => [text(draft, catalog, title, 3)],
  }));

export const parts = (...all: readonly Part[]): Part => ({
  forms: all.flatMap((part) => part.forms),
  pages: all.flatMap((part) => part.pages),
});
