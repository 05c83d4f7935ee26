import { flight } from '../catalogs/flight.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const fareApp = deepKind({
  name: 'fare-app',
  summary:
    'fares: an app built with vue, a timetable whose equal searches answer in different order, connections asked for by a POST of JSON',
  domain: 'flight',
  catalog: flight,
  nouns: ['fares', 'takeoff', 'skyline', 'departures'],
  records: [500, 8000],
  answers: { unsteady: true },
  texts: ['Luggage', 'Refunds'],
  home: ['app'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'app',
      kind: 'app-vue',
      catalog: flight,
      action: '/fares',
      appears: 'script',
      results: 'xhr',
      fields: [
        ['origin', 'select'],
        ['destination', 'select'],
        ['stops', 'checkbox'],
      ],
      any: 'first',
      more: { app: 'vue' },
    }),
    fieldedForm(draft, {
      key: 'unsteady',
      kind: 'unsteady-order',
      catalog: flight,
      action: '/board',
      fields: [
        ['airline', 'select'],
        ['cabin', 'select'],
        ['price', 'range-select'],
      ],
    }),
    fieldedForm(draft, {
      key: 'connections',
      kind: 'json-post',
      catalog: flight,
      action: '/connections/find',
      method: 'POST',
      results: 'xhr',
      checked: true,
      fields: [
        ['origin', 'select'],
        ['stops', 'checkbox'],
        ['cabin', 'radio'],
      ],
      any: 'first',
      more: { posts: 'json' },
    }),
  ],
  pages: () => [
    { path: '/all-flights', title: 'All flights', linkedFrom: 'nav', forms: ['unsteady'] },
    { path: '/connections', title: 'Connections', linkedFrom: 'nav', forms: ['connections'] },
  ],
});
