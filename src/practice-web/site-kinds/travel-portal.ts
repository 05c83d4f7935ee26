import { flight } from '../catalogs/flight.ts';
import { hotel } from '../catalogs/hotel.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import type { SiteKind } from '../site.ts';
import {
  aboutPage,
  accounts,
  contactPage,
  database,
  homePage,
  linksPages,
  parts,
  sidePages,
} from './assemble.ts';

export const travelPortal: SiteKind = {
  name: 'travel-portal',
  summary: 'a portal over two databases: flights in a script-built form, hotels with dependent selects',
  domain: 'flight',
  nouns: ['travel', 'trips', 'journeys', 'voyages'],
  describe: (draft) => {
    const shared = parts(accounts(draft), contactPage(draft));
    return {
      tagline: 'Flights and hotels in one place',
      databases: [
        database(draft, flight, 'flight', [500, 4000]),
        {
          ...database(draft, hotel, 'hotel', [300, 3000]),
          detail: ({ id }) => `/stay/${id}`,
          detailPattern: /^\/stay\/(\d+)(?:\?.*)?$/,
        },
      ],
      forms: [
        fieldedForm(draft, {
          key: 'flights',
          kind: 'bounded-script',
          catalog: flight,
          action: '/flights/results',
          appears: 'script',
          fields: [
            ['origin', 'select'],
            ['destination', 'select'],
            ['departs', 'date'],
            ['stops', 'checkbox'],
          ],
          title: 'Find a flight',
        }),
        fieldedForm(draft, {
          key: 'hotels',
          kind: 'dependent-selects',
          catalog: hotel,
          action: '/hotels/results',
          database: 1,
          fields: [
            ['country', 'dependent'],
            ['city', 'dependent'],
            ['stars', 'select'],
            ['price', 'range-select'],
          ],
          title: 'Find a hotel',
        }),
        ...shared.forms,
      ],
      pages: [
        homePage(draft, flight, ['flights']),
        { path: '/hotels', title: 'Hotels', linkedFrom: 'nav', forms: ['hotels'] },
        ...sidePages(draft, hotel, ['City guides', 'Travel insurance']),
        aboutPage(draft, flight),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
