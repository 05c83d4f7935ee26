import { book } from '../catalogs/book.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const readingRoom = deepKind({
  name: 'reading-room',
  summary: 'a subscription library: an open keyword box, and a catalogue search that wants a log-in first',
  domain: 'book',
  catalog: book,
  nouns: ['readingroom', 'lending', 'athenaeum', 'stacks'],
  records: [300, 4000],
  texts: ['Membership', 'Opening hours'],
  members: true,
  home: ['open'],
  forms: (draft) => [
    keywordForm(draft, { key: 'open', kind: 'keyword-open', catalog: book, action: '/shelves' }),
    fieldedForm(draft, {
      key: 'members',
      kind: 'members-only',
      catalog: book,
      action: '/members/catalogue',
      fields: [
        ['genre', 'select'],
        ['language', 'select'],
        ['binding', 'radio'],
      ],
      more: { denies: 'login' },
    }),
  ],
  pages: () => [
    { path: '/catalogue', title: 'The catalogue', linkedFrom: 'nav' },
    {
      path: '/catalogue/members',
      title: 'Search for members',
      linkedFrom: '/catalogue',
      forms: ['members'],
    },
  ],
});
