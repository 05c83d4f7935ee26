import { hotel } from '../catalogs/hotel.ts';
import { bookingForm } from '../forms/other-forms.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import type { SiteKind } from '../site.ts';
import {
  aboutPage,
  contactPage,
  database,
  homePage,
  linksPages,
  newsletter,
  parts,
  sidePages,
} from './assemble.ts';

export const hotelChain: SiteKind = {
  name: 'hotel-chain',
  summary: 'hotels: POST answered by a redirect to the results, a keyword box two steps away',
  domain: 'hotel',
  nouns: ['hotels', 'rooms', 'stay', 'inns'],
  describe: (draft) => {
    const shared = parts(contactPage(draft), newsletter(draft));
    return {
      tagline: draft.random.pick(hotel.taglines),
      databases: [database(draft, hotel, 'hotel', [50, 1500])],
      forms: [
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
        ...shared.forms,
      ],
      footer: ['newsletter'],
      detailForms: ['booking'],
      pages: [
        homePage(draft, hotel, ['vacancies']),
        { path: '/directory', title: 'All our houses', linkedFrom: 'nav' },
        {
          path: '/directory/names',
          title: 'Find a house by name',
          linkedFrom: '/directory',
          forms: ['byname'],
        },
        ...sidePages(draft, hotel, ['Meetings', 'Restaurants', 'Loyalty card']),
        aboutPage(draft, hotel),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
