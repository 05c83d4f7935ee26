import { hotel } from '../catalogs/hotel.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import type { SiteKind } from '../site.ts';
import { aboutPage, contactPage, database, homePage, linksPages, parts, sidePages } from './assemble.ts';

export const guestHouses: SiteKind = {
  name: 'guest-houses',
  summary: 'a small accommodation register with one bounded form one step away',
  domain: 'hotel',
  nouns: ['guesthouses', 'lodgings', 'holidays', 'bedandbreakfast'],
  describe: (draft) => {
    const shared = parts(contactPage(draft));
    return {
      tagline: draft.random.pick(hotel.taglines),
      databases: [database(draft, hotel, 'hotel', [50, 400])],
      forms: [
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
        ...shared.forms,
      ],
      pages: [
        homePage(draft, hotel),
        { path: '/places', title: draft.words.search, linkedFrom: 'nav', forms: ['register'] },
        ...sidePages(draft, hotel, ['Getting here', 'Prices']),
        aboutPage(draft, hotel),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
