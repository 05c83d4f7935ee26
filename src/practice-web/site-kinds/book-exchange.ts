import { book } from '../catalogs/book.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const bookExchange = deepKind({
  name: 'book-exchange',
  summary: 'used books: three forms on one database, by words on every page, by fields, and by shelf',
  domain: 'book',
  catalog: book,
  nouns: ['bookexchange', 'usedbooks', 'secondhand', 'paperbacks'],
  records: [200, 4000],
  texts: ['How it works', 'Postage'],
  home: [],
  header: ['words'],
  forms: (draft) => [
    keywordForm(draft, { key: 'words', kind: 'several-on-one', catalog: book, action: '/find' }),
    fieldedForm(draft, {
      key: 'fields',
      kind: 'several-on-one-fields',
      catalog: book,
      action: '/find/by-field',
      fields: [
        ['author', 'text'],
        ['genre', 'select'],
        ['price', 'number-range'],
      ],
    }),
    fieldedForm(draft, {
      key: 'shelf',
      kind: 'several-on-one-redirect',
      catalog: book,
      action: '/find/shelf',
      method: 'POST',
      results: 'redirect',
      fields: [
        ['genre', 'select'],
        ['binding', 'select'],
      ],
    }),
  ],
  pages: () => [
    { path: '/detailed', title: 'Detailed search', linkedFrom: 'nav', forms: ['fields'] },
    { path: '/shelves', title: 'Shelves', linkedFrom: 'nav', forms: ['shelf'] },
  ],
});
