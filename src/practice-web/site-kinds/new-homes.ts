import { property } from '../catalogs/property.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const newHomes = deepKind({
  name: 'new-homes',
  summary:
    'a builder: town and district as dependent selects two steps away, and the same database by POST in a frame',
  domain: 'property',
  catalog: property,
  nouns: ['newhomes', 'residences', 'apartments', 'villas'],
  records: [50, 700],
  texts: ['Finance', 'Show homes'],
  textsFrom: 'nav',
  newsletter: true,
  home: ['budget'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'district',
      kind: 'dependent-selects',
      catalog: property,
      action: '/projects/list',
      fields: [
        ['town', 'dependent'],
        ['district', 'dependent'],
        ['bedrooms', 'select'],
      ],
    }),
    fieldedForm(draft, {
      key: 'budget',
      kind: 'bounded-in-frame',
      catalog: property,
      action: '/budget',
      method: 'POST',
      appears: 'frame',
      fields: [
        ['kind', 'select'],
        ['price', 'range-select'],
      ],
    }),
  ],
  pages: () => [
    { path: '/projects', title: 'Our projects', linkedFrom: 'nav' },
    {
      path: '/projects/map',
      title: 'Projects by district',
      linkedFrom: '/projects',
      forms: ['district'],
    },
  ],
});
