import { property } from '../catalogs/property.ts';
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

export const newHomes: SiteKind = {
  name: 'new-homes',
  summary:
    'a builder: town and district as dependent selects two steps away, and the same database by POST in a frame',
  domain: 'property',
  nouns: ['newhomes', 'residences', 'apartments', 'villas'],
  describe: (draft) => {
    const shared = parts(contactPage(draft), newsletter(draft));
    return {
      tagline: draft.random.pick(property.taglines),
      databases: [database(draft, property, 'property', [50, 700])],
      forms: [
        fieldedForm(draft, {
          key: 'district',
          kind: 'dependent-selects',
          catalog: property,
          action: '/projects/list',
          fields: [
            ['town', 'dependent'],
            ['district', 'dependent'],
            ['bedrooms', 'select'],
          ],
        }),
        fieldedForm(draft, {
          key: 'budget',
          kind: 'bounded-in-frame',
          catalog: property,
          action: '/budget',
          method: 'POST',
          appears: 'frame',
          fields: [
            ['kind', 'select'],
            ['price', 'range-select'],
          ],
        }),
        ...shared.forms,
      ],
      footer: ['newsletter'],
      pages: [
        homePage(draft, property, ['budget']),
        { path: '/projects', title: 'Our projects', linkedFrom: 'nav' },
        {
          path: '/projects/map',
          title: 'Projects by district',
          linkedFrom: '/projects',
          forms: ['district'],
        },
        ...sidePages(draft, property, ['Finance', 'Show homes']),
        aboutPage(draft, property),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
