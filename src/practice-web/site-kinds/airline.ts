import { flight } from '../catalogs/flight.ts';
import { bookingForm } from '../forms/other-forms.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import type { SiteKind } from '../site.ts';
import {
  aboutPage,
  accounts,
  contactPage,
  database,
  homePage,
  linksPages,
  newsletter,
  parts,
  sidePages,
} from './assemble.ts';

export const airline: SiteKind = {
  name: 'airline',
  summary:
    'an airline: bounded search with radio buttons and a date on the home page, a timetable one step away',
  domain: 'flight',
  nouns: ['air', 'airways', 'flights', 'wings'],
  describe: (draft) => {
    const shared = parts(accounts(draft), contactPage(draft), newsletter(draft));
    return {
      tagline: draft.random.pick(flight.taglines),
      databases: [database(draft, flight, 'flight', [800, 5000])],
      forms: [
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
        ...shared.forms,
      ],
      footer: ['newsletter'],
      detailForms: ['booking'],
      pages: [
        homePage(draft, flight, ['fares']),
        { path: '/timetable', title: 'Timetable', linkedFrom: 'nav', forms: ['timetable'] },
        ...sidePages(draft, flight, ['Baggage', 'Check-in', 'Special offers']),
        aboutPage(draft, flight),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
