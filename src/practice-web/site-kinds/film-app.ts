import { premiere } from '../catalogs/premiere.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const filmApp = deepKind({
  name: 'film-app',
  summary: 'what is on: an app built with preact, and a box shown after a click',
  domain: 'premiere',
  catalog: premiere,
  nouns: ['tonight', 'showtimes', 'nowshowing', 'screens'],
  records: [80, 1200],
  texts: ['For cinemas', 'Press'],
  home: ['app'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'app',
      kind: 'app-preact',
      catalog: premiere,
      action: '/programme',
      appears: 'script',
      results: 'xhr',
      fields: [
        ['city', 'select'],
        ['genre', 'select'],
        ['version', 'radio'],
      ],
      any: 'first',
      more: { app: 'preact' },
    }),
    keywordForm(draft, {
      key: 'words',
      kind: 'keyword-after-click',
      catalog: premiere,
      action: '/find-film',
      appears: 'click',
    }),
  ],
  pages: () => [{ path: '/films', title: 'All films', linkedFrom: 'nav', forms: ['words'] }],
});
