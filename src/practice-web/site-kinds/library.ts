import { book } from '../catalogs/book.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import type { SiteKind } from '../site.ts';
import { aboutPage, contactPage, database, homePage, linksPages, parts, sidePages } from './assemble.ts';

export const library: SiteKind = {
  name: 'library',
  summary: 'a library: a catalogue searched by POST, and a simple box inside a frame',
  domain: 'book',
  nouns: ['library', 'catalogue', 'reading-room', 'shelf'],
  describe: (draft) => {
    const shared = parts(contactPage(draft));
    return {
      tagline: 'The public library and its catalogue',
      databases: [database(draft, book, 'book', [300, 4000])],
      forms: [
        keywordForm(draft, {
          key: 'simple',
          kind: 'keyword-in-frame',
          catalog: book,
          action: '/opac/find',
          appears: 'frame',
        }),
        fieldedForm(draft, {
          key: 'catalogue',
          kind: 'mixed-post',
          catalog: book,
          action: '/opac/search',
          method: 'POST',
          fields: [
            ['title', 'text'],
            ['author', 'text'],
            ['publisher', 'select'],
            ['language', 'checkbox'],
            ['year', 'range-text'],
          ],
          csrf: true,
        }),
        ...shared.forms,
      ],
      pages: [
        homePage(draft, book, ['simple']),
        { path: '/opac', title: 'Catalogue', linkedFrom: 'nav', forms: ['catalogue'] },
        ...sidePages(draft, book, ['Opening hours', 'Membership', 'Interlibrary loan']),
        aboutPage(draft, book),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
