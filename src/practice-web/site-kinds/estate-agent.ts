import { property } from '../catalogs/property.ts';
import { uploadForm } from '../forms/other-forms.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
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

export const estateAgent: SiteKind = {
  name: 'estate-agent',
  summary:
    'an estate agent: buy or rent by radio buttons with ranges on the home page, a reference box in the header, an upload',
  domain: 'property',
  nouns: ['homes', 'estates', 'realty', 'property'],
  describe: (draft) => {
    const shared = parts(accounts(draft), contactPage(draft));
    return {
      tagline: draft.random.pick(property.taglines),
      databases: [database(draft, property, 'property', [150, 2500])],
      forms: [
        fieldedForm(draft, {
          key: 'homes',
          kind: 'mixed-ranges',
          catalog: property,
          action: draft.random.pick(['/listings', '/results.asp', '/search-homes']),
          fields: [
            ['offer', 'radio'],
            ['title', 'text'],
            ['kind', 'select'],
            ['bedrooms', 'select'],
            ['price', 'range-select'],
            ['area', 'range-text'],
          ],
        }),
        keywordForm(draft, { key: 'area', kind: 'keyword-every-page', catalog: property, action: '/area' }),
        uploadForm(draft),
        ...shared.forms,
      ],
      header: ['area'],
      pages: [
        homePage(draft, property, ['homes']),
        { path: '/sell', title: 'Sell your home', linkedFrom: 'nav', forms: ['upload'] },
        ...sidePages(draft, property, ['Mortgages', 'Landlords']),
        aboutPage(draft, property),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
