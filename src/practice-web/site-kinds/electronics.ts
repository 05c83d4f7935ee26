import { product } from '../catalogs/product.ts';
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

export const electronics: SiteKind = {
  name: 'electronics',
  summary:
    'a shop: keyword box with a department select on every page, dependent selects for spare parts, three steps deep',
  domain: 'product',
  nouns: ['electronics', 'gadgets', 'appliances', 'store'],
  describe: (draft) => {
    const shared = parts(accounts(draft), contactPage(draft), newsletter(draft));
    return {
      tagline: draft.random.pick(product.taglines),
      databases: [database(draft, product, 'product', [500, 5000])],
      forms: [
        keywordForm(draft, {
          key: 'quick',
          kind: 'keyword-with-select',
          catalog: product,
          action: draft.random.pick(['/search', '/s', '/catalog/search']),
          within: 'category',
        }),
        fieldedForm(draft, {
          key: 'parts',
          kind: 'dependent-selects',
          catalog: product,
          action: '/parts',
          fields: [
            ['category', 'dependent'],
            ['model', 'dependent'],
            ['brand', 'select'],
          ],
          title: 'Spare parts',
        }),
        sortForm(draft, '/offers', [
          ['title', 'Name'],
          ['price', 'Price'],
        ]),
        orderForm(draft),
        ...shared.forms,
      ],
      header: ['quick'],
      footer: ['newsletter'],
      detailForms: ['order'],
      pages: [
        homePage(draft, product),
        { path: '/offers', title: 'Offers', linkedFrom: 'nav', forms: ['sort'], listing: 12 },
        { path: '/help', title: 'Help', linkedFrom: 'footer' },
        { path: '/help/repairs', title: 'Repairs', linkedFrom: '/help' },
        { path: '/help/repairs/parts', title: 'Spare parts', linkedFrom: '/help/repairs', forms: ['parts'] },
        ...sidePages(draft, product, ['Delivery', 'Returns'], '/help'),
        aboutPage(draft, product),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
