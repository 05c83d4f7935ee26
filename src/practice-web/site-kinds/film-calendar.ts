import { premiere } from '../catalogs/premiere.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const filmCalendar = deepKind({
  name: 'film-calendar',
  summary: 'a calendar of premieres whose results come by XHR, and a box without a form that asks by XHR too',
  domain: 'premiere',
  catalog: premiere,
  nouns: ['filmdates', 'openings', 'movienight', 'kinostarts'],
  records: [60, 800],
  texts: ['Festivals', 'Previews', 'Directors'],
  textsFrom: 'nav',
  home: ['dates'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'dates',
      kind: 'bounded-xhr',
      catalog: premiere,
      action: '/dates',
      results: 'xhr',
      fields: [
        ['city', 'select'],
        ['genre', 'checkbox'],
        ['minutes', 'range-select'],
      ],
    }),
    keywordForm(draft, {
      key: 'live',
      kind: 'keyword-formless-xhr',
      catalog: premiere,
      action: '/lookup',
      appears: 'formless',
      results: 'xhr',
    }),
  ],
  pages: () => [{ path: '/lookup', title: 'Look up a film', linkedFrom: 'nav', forms: ['live'] }],
});
