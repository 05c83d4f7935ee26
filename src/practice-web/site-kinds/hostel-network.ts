import { hotel } from '../catalogs/hotel.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const hostelNetwork = deepKind({
  name: 'hostel-network',
  summary: 'hostels: towns fetched by script once a country is chosen, results that favour the dearest',
  domain: 'hotel',
  catalog: hotel,
  nouns: ['hostels', 'bunks', 'dorms', 'stopover'],
  records: [200, 3000],
  answers: { rank: 'price' },
  texts: ['House rules', 'Groups'],
  home: ['where'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'where',
      kind: 'dependent-by-xhr',
      catalog: hotel,
      action: '/beds',
      fields: [
        ['country', 'dependent'],
        ['city', 'dependent'],
        ['free', 'date'],
      ],
      more: { dependents: 'xhr' },
    }),
    fieldedForm(draft, {
      key: 'ranked',
      kind: 'rank-biased',
      catalog: hotel,
      action: '/recommended',
      fields: [
        ['kind', 'radio'],
        ['stars', 'select'],
        ['board', 'checkbox'],
      ],
    }),
  ],
  pages: () => [{ path: '/recommendations', title: 'We recommend', linkedFrom: 'nav', forms: ['ranked'] }],
});
