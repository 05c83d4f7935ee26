import { music } from '../catalogs/music.ts';
import { orderForm, sortForm } from '../forms/other-forms.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const recordStore = deepKind({
  name: 'record-store',
  summary: 'records: a box in an open shadow root, a mixed advanced search, a sort box that is no search',
  domain: 'music',
  catalog: music,
  nouns: ['records', 'vinyl', 'music', 'sounds'],
  records: [300, 4000],
  texts: ['Concerts', 'We buy collections'],
  members: true,
  newsletter: true,
  header: ['quick'],
  detailForms: ['order'],
  forms: (draft) => [
    keywordForm(draft, {
      key: 'quick',
      kind: 'keyword-in-shadow-root',
      catalog: music,
      action: '/search',
      appears: 'shadow',
    }),
    fieldedForm(draft, {
      key: 'advanced',
      kind: 'mixed-advanced',
      catalog: music,
      action: '/search/detailed',
      fields: [
        ['title', 'text'],
        ['artist', 'text'],
        ['genre', 'select'],
        ['medium', 'checkbox'],
        ['year', 'range-select'],
      ],
      title: draft.words.advanced,
    }),
    sortForm(draft, '/new-releases', [
      ['title', 'Title'],
      ['price', 'Price'],
      ['year', 'Year'],
    ]),
    orderForm(draft),
  ],
  pages: (draft) => [
    { path: '/new-releases', title: 'New releases', linkedFrom: 'nav', forms: ['sort'], listing: 12 },
    { path: '/advanced', title: draft.words.advanced, linkedFrom: 'nav', forms: ['advanced'] },
  ],
});
