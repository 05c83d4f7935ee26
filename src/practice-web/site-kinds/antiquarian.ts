import { book } from '../catalogs/book.ts';
import { languageForm } from '../forms/other-forms.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import type { ControlSpec, SiteKind } from '../site.ts';
import { aboutPage, contactPage, database, homePage, linksPages, parts, sidePages } from './assemble.ts';

/** A select of five thousand places of print; only `any` and the first few ever match nothing in particular. */
const places: ControlSpec = {
  name: 'place',
  type: 'select',
  label: 'Place of print',
  choices: [
    { value: '', label: 'any', any: true },
    ...Array.from({ length: 5000 }, (_, at) => ({
      value: `P${at}`,
      label: `Place no. ${at + 1}`,
      any: true,
    })),
  ],
};

export const antiquarian: SiteKind = {
  name: 'antiquarian',
  summary:
    'rare books: a search box with no form element, a script-built finder, a select of 5,000 options three steps away',
  domain: 'book',
  nouns: ['rarebooks', 'antiquariat', 'folios', 'firsteditions'],
  describe: (draft) => {
    const shared = parts(contactPage(draft));
    const huge = fieldedForm(draft, {
      key: 'place',
      kind: 'huge-select',
      catalog: book,
      action: '/stock/by-place',
      fields: [
        ['title', 'text'],
        ['year', 'range-select'],
      ],
    });
    return {
      tagline: 'Rare books, maps and prints',
      databases: [database(draft, book, 'book', [60, 900])],
      forms: [
        keywordForm(draft, {
          key: 'box',
          kind: 'keyword-formless',
          catalog: book,
          action: '/stock',
          appears: 'formless',
        }),
        fieldedForm(draft, {
          key: 'finder',
          kind: 'mixed-script',
          catalog: book,
          action: '/stock/find',
          appears: 'script',
          fields: [
            ['author', 'text'],
            ['genre', 'select'],
            ['price', 'range-text'],
          ],
        }),
        { ...huge, controls: [...huge.controls, places] },
        languageForm(draft),
        ...shared.forms,
      ],
      footer: ['language'],
      pages: [
        homePage(draft, book, ['box']),
        { path: '/finder', title: 'Book finder', linkedFrom: 'nav', forms: ['finder'] },
        { path: '/collectors', title: 'For collectors', linkedFrom: 'nav' },
        { path: '/collectors/tools', title: 'Tools', linkedFrom: '/collectors' },
        {
          path: '/collectors/tools/places',
          title: 'Search by place of print',
          linkedFrom: '/collectors/tools',
          forms: ['place'],
        },
        ...sidePages(draft, book, ['We buy books', 'Fairs'], 'footer'),
        aboutPage(draft, book),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
