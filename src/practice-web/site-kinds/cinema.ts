import { premiere } from '../catalogs/premiere.ts';
import { bookingForm, pollForm } from '../forms/other-forms.ts';
import { fieldedForm } from '../forms/search-forms.ts';
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

export const cinema: SiteKind = {
  name: 'cinema',
  summary: 'premieres by city, cinema and date on the home page, a fuller search one step away, a poll',
  domain: 'premiere',
  nouns: ['cinemas', 'premieres', 'screens', 'filmhouse'],
  describe: (draft) => {
    const shared = parts(contactPage(draft), newsletter(draft));
    return {
      tagline: draft.random.pick(premiere.taglines),
      databases: [database(draft, premiere, 'premiere', [80, 1200])],
      forms: [
        fieldedForm(draft, {
          key: 'programme',
          kind: 'bounded-only',
          catalog: premiere,
          action: draft.random.pick(['/programme', '/whatson.php', '/premieres']),
          fields: [
            ['city', 'select'],
            ['venue', 'select'],
            ['genre', 'select'],
          ],
        }),
        fieldedForm(draft, {
          key: 'films',
          kind: 'mixed-get',
          catalog: premiere,
          action: '/films',
          fields: [
            ['title', 'text'],
            ['director', 'text'],
            ['opens', 'date'],
            ['version', 'radio'],
          ],
          title: 'Find a film',
        }),
        bookingForm(draft),
        pollForm(draft),
        ...shared.forms,
      ],
      footer: ['newsletter'],
      detailForms: ['booking'],
      pages: [
        homePage(draft, premiere, ['programme', 'poll']),
        { path: '/find-a-film', title: 'Find a film', linkedFrom: 'nav', forms: ['films'] },
        ...sidePages(draft, premiere, ['Tickets', 'Our houses']),
        aboutPage(draft, premiere),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
