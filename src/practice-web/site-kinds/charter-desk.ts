import { flight } from '../catalogs/flight.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const charterDesk = deepKind({
  name: 'charter-desk',
  summary:
    'charter flights: an airport that must be chosen and a day that must not be past, a price search behind a robot check',
  domain: 'flight',
  catalog: flight,
  nouns: ['charter', 'jets', 'aviation', 'airtaxi'],
  records: [300, 4000],
  texts: ['Our fleet', 'Group travel'],
  home: ['routes'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'routes',
      kind: 'required-choice',
      catalog: flight,
      action: '/routes',
      fields: [
        ['origin', 'select'],
        ['cabin', 'select'],
        ['departs', 'date'],
      ],
      required: ['origin'],
      future: ['departs'],
      requiredBy: draft.random.pick(['markup', 'server']),
    }),
    fieldedForm(draft, {
      key: 'prices',
      kind: 'robot-check',
      catalog: flight,
      action: '/prices/compare',
      fields: [
        ['airline', 'select'],
        ['stops', 'checkbox'],
        ['price', 'range-select'],
      ],
      more: { denies: 'challenge' },
    }),
  ],
  pages: () => [{ path: '/prices', title: 'Compare prices', linkedFrom: 'nav', forms: ['prices'] }],
});
