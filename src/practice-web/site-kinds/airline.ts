import { flight } from '../catalogs/flight.ts';
import { bookingForm } from '../forms/other-forms.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const airline = deepKind({
  name: 'airline',
  summary:
    'an airline: bounded search with radio buttons and a date on the home page, a timetable one step away',
  domain: 'flight',
  catalog: flight,
  nouns: ['air', 'airways', 'flights', 'wings'],
  records: [800, 5000],
  texts: ['Baggage', 'Check-in', 'Special offers'],
  textsFrom: 'nav',
  members: true,
  newsletter: true,
  home: ['fares'],
  detailForms: ['booking'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'fares',
      kind: 'bounded-with-date',
      catalog: flight,
      action: draft.random.pick(['/booking/search', '/flights', '/fares.aspx']),
      fields: [
        ['origin', 'select'],
        ['destination', 'select'],
        ['departs', 'date'],
        ['cabin', 'radio'],
      ],
    }),
    fieldedForm(draft, {
      key: 'timetable',
      kind: 'bounded-only',
      catalog: flight,
      action: '/timetable/show',
      fields: [
        ['origin', 'select'],
        ['destination', 'select'],
        ['stops', 'select'],
      ],
      title: 'Timetable',
    }),
    bookingForm(draft),
  ],
  pages: () => [{ path: '/timetable', title: 'Timetable', linkedFrom: 'nav', forms: ['timetable'] }],
});
