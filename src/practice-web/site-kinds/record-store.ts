import { music } from '../catalogs/music.ts';
import { orderForm, sortForm } from '../forms/other-forms.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
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

export const recordStore: SiteKind = {
  name: 'record-store',
  summary: 'records: a box in an open shadow root, a mixed advanced search, a sort box that is no search',
  domain: 'music',
  nouns: ['records', 'vinyl', 'music', 'sounds'],
  describe: (draft) => {
    const shared = parts(accounts(draft), contactPage(draft), newsletter(draft));
    return {
      tagline: draft.random.pick(music.taglines),
      databases: [database(draft, music, 'music', [300, 4000])],
      forms: [
        keywordForm(draft, {
          key: 'quick',
          kind: 'keyword-in-shadow-root',
          catalog: music,
          action: '/search',
          appears: 'shadow',
        }),
        fieldedForm(draft, {
          key: 'advanced',
          kind: 'mixed-advanced',
          catalog: music,
          action: '/search/detailed',
          fields: [
            ['title', 'text'],
            ['artist', 'text'],
            ['genre', 'select'],
            ['medium', 'checkbox'],
            ['year', 'range-select'],
          ],
          title: draft.words.advanced,
        }),
        sortForm(draft, '/new-releases', [
          ['title', 'Title'],
          ['price', 'Price'],
          ['year', 'Year'],
        ]),
        orderForm(draft),
        ...shared.forms,
      ],
      header: ['quick'],
      footer: ['newsletter'],
      detailForms: ['order'],
      pages: [
        homePage(draft, music),
        { path: '/new-releases', title: 'New releases', linkedFrom: 'nav', forms: ['sort'], listing: 12 },
        { path: '/advanced', title: draft.words.advanced, linkedFrom: 'nav', forms: ['advanced'] },
        ...sidePages(draft, music, ['Concerts', 'We buy collections'], 'footer'),
        aboutPage(draft, music),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
