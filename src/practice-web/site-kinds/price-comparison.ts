import { product } from '../catalogs/product.ts';
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

export const priceComparison: SiteKind = {
  name: 'price-comparison',
  summary: 'prices compared: a bounded form with checkboxes, and a multipart POST form in a shadow root',
  domain: 'product',
  nouns: ['prices', 'compare', 'bargains', 'deals'],
  describe: (draft) => {
    const shared = parts(contactPage(draft), newsletter(draft));
    return {
      tagline: 'Prices of many shops, compared daily',
      databases: [database(draft, product, 'product', [200, 3000])],
      forms: [
        fieldedForm(draft, {
          key: 'compare',
          kind: 'bounded-checkboxes',
          catalog: product,
          action: '/compare',
          fields: [
            ['category', 'select'],
            ['brand', 'checkbox'],
            ['price', 'range-select'],
            ['stock', 'radio'],
          ],
        }),
        fieldedForm(draft, {
          key: 'alert',
          kind: 'multipart-in-shadow-root',
          catalog: product,
          action: '/find-model',
          method: 'POST',
          multipart: true,
          appears: 'shadow',
          fields: [
            ['title', 'text'],
            ['colour', 'select'],
            ['rating', 'range-select'],
          ],
          title: 'Find a model',
        }),
        ...shared.forms,
      ],
      footer: ['newsletter'],
      pages: [
        homePage(draft, product, ['compare']),
        { path: '/models', title: 'Find a model', linkedFrom: 'nav', forms: ['alert'] },
        ...sidePages(draft, product, ['How we compare', 'For dealers']),
        aboutPage(draft, product),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
