import { hotel } from '../catalogs/hotel.ts';
import { bookingForm } from '../forms/other-forms.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const hotelChain = deepKind({
  name: 'hotel-chain',
  summary: 'hotels: POST answered by a redirect to the results, a keyword box two steps away',
  domain: 'hotel',
  catalog: hotel,
  nouns: ['hotels', 'rooms', 'stay', 'inns'],
  records: [50, 1500],
  texts: ['Meetings', 'Restaurants', 'Loyalty card'],
  textsFrom: 'nav',
  newsletter: true,
  home: ['vacancies'],
  detailForms: ['booking'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'vacancies',
      kind: 'mixed-post-redirect',
      catalog: hotel,
      action: '/vacancies',
      method: 'POST',
      results: 'redirect',
      fields: [
        ['city', 'text'],
        ['free', 'date'],
        ['board', 'select'],
        ['stars', 'radio'],
      ],
      csrf: true,
      honeypot: true,
    }),
    keywordForm(draft, {
      key: 'byname',
      kind: 'keyword-with-select',
      catalog: hotel,
      action: '/directory/by-name',
      within: 'country',
    }),
    bookingForm(draft),
  ],
  pages: () => [
    { path: '/directory', title: 'All our houses', linkedFrom: 'nav' },
    {
      path: '/directory/names',
      title: 'Find a house by name',
      linkedFrom: '/directory',
      forms: ['byname'],
    },
  ],
});
