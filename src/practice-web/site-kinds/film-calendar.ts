import { premiere } from '../catalogs/premiere.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import type { SiteKind } from '../site.ts';
import { aboutPage, contactPage, database, homePage, linksPages, parts, sidePages } from './assemble.ts';

export const filmCalendar: SiteKind = {
  name: 'film-calendar',
  summary: 'a calendar of premieres whose results come by XHR, and a box without a form that asks by XHR too',
  domain: 'premiere',
  nouns: ['filmdates', 'openings', 'movienight', 'kinostarts'],
  describe: (draft) => {
    const shared = parts(contactPage(draft));
    return {
      tagline: draft.random.pick(premiere.taglines),
      databases: [database(draft, premiere, 'premiere', [60, 800])],
      forms: [
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
        ...shared.forms,
      ],
      pages: [
        homePage(draft, premiere, ['dates']),
        { path: '/lookup', title: 'Look up a film', linkedFrom: 'nav', forms: ['live'] },
        ...sidePages(draft, premiere, ['Festivals', 'Previews', 'Directors']),
        aboutPage(draft, premiere),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
