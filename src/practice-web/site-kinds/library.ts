import { book } from '../catalogs/book.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const library = deepKind({
  name: 'library',
  summary: 'a library: a catalogue searched by POST, and a simple box inside a frame',
  domain: 'book',
  catalog: book,
  nouns: ['library', 'catalogue', 'reading-room', 'shelf'],
  tagline: 'The public library and its catalogue',
  records: [300, 4000],
  texts: ['Opening hours', 'Membership', 'Interlibrary loan'],
  textsFrom: 'nav',
  home: ['simple'],
  forms: (draft) => [
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
  ],
  pages: () => [{ path: '/opac', title: 'Catalogue', linkedFrom: 'nav', forms: ['catalogue'] }],
});
