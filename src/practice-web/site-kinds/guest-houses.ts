import { hotel } from '../catalogs/hotel.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const guestHouses = deepKind({
  name: 'guest-houses',
  summary: 'a small accommodation register with one bounded form one step away',
  domain: 'hotel',
  catalog: hotel,
  nouns: ['guesthouses', 'lodgings', 'holidays', 'bedandbreakfast'],
  records: [50, 400],
  texts: ['Getting here', 'Prices'],
  textsFrom: 'nav',
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'register',
      kind: 'bounded-only',
      catalog: hotel,
      action: '/list',
      fields: [
        ['country', 'select'],
        ['kind', 'select'],
        ['price', 'range-select'],
      ],
      submit: 'input',
    }),
  ],
  pages: (draft) => [{ path: '/places', title: draft.words.search, linkedFrom: 'nav', forms: ['register'] }],
});
