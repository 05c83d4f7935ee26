import { product } from '../catalogs/product.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const priceComparison = deepKind({
  name: 'price-comparison',
  summary: 'prices compared: a bounded form with checkboxes, and a multipart POST form in a shadow root',
  domain: 'product',
  catalog: product,
  nouns: ['prices', 'compare', 'bargains', 'deals'],
  tagline: 'Prices of many shops, compared daily',
  records: [200, 3000],
  texts: ['How we compare', 'For dealers'],
  textsFrom: 'nav',
  newsletter: true,
  home: ['compare'],
  forms: (draft) => [
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
  ],
  pages: () => [{ path: '/models', title: 'Find a model', linkedFrom: 'nav', forms: ['alert'] }],
});
