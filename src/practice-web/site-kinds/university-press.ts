import { book } from '../catalogs/book.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const universityPress = deepKind({
  name: 'university-press',
  summary: 'a press: a token and page state that must come back, multipart by POST, results turned by POST',
  domain: 'book',
  catalog: book,
  nouns: ['press', 'scholar', 'monographs', 'academic'],
  records: [150, 2500],
  texts: ['For authors', 'Journals'],
  home: ['catalogue'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'catalogue',
      kind: 'token-and-state',
      catalog: book,
      action: '/Catalogue.aspx',
      method: 'POST',
      results: 'redirect',
      fields: [
        ['title', 'text'],
        ['author', 'text'],
        ['genre', 'select'],
        ['year', 'range-select'],
      ],
      checked: true,
    }),
    fieldedForm(draft, {
      key: 'backlist',
      kind: 'post-multipart',
      catalog: book,
      action: '/backlist',
      method: 'POST',
      multipart: true,
      fields: [
        ['publisher', 'select'],
        ['binding', 'radio'],
        ['language', 'select'],
      ],
      more: { paging: 'post' },
    }),
  ],
  pages: () => [
    { path: '/order-desk', title: 'Order desk', linkedFrom: 'nav' },
    { path: '/order-desk/backlist', title: 'Backlist', linkedFrom: '/order-desk', forms: ['backlist'] },
  ],
});
