import { product } from '../catalogs/product.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const outlet = deepKind({
  name: 'outlet',
  summary:
    'an outlet store: a list of several choices, number pairs, a preset choice that hides most, results that load more',
  domain: 'product',
  catalog: product,
  nouns: ['outlet', 'surplus', 'warehouse', 'stockroom'],
  records: [200, 3000],
  texts: ['Returns', 'Our warehouse'],
  home: ['stock'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'stock',
      kind: 'default-hides-results',
      catalog: product,
      action: '/stock-list',
      fields: [
        ['category', 'select'],
        ['stock', 'preset'],
        ['price', 'range-select'],
      ],
      more: { paging: 'more' },
    }),
    fieldedForm(draft, {
      key: 'brands',
      kind: 'multi-select',
      catalog: product,
      action: '/by-brand',
      fields: [
        ['brand', 'multi-select'],
        ['colour', 'multi-select'],
        ['stock', 'select'],
      ],
    }),
    fieldedForm(draft, {
      key: 'numbers',
      kind: 'number-pairs',
      catalog: product,
      action: '/by-price',
      fields: [
        ['category', 'select'],
        ['price', 'number-range'],
        ['rating', 'number-range'],
      ],
    }),
  ],
  pages: () => [
    { path: '/brands', title: 'Brands', linkedFrom: 'nav', forms: ['brands'] },
    { path: '/brands/price', title: 'Set your price', linkedFrom: '/brands', forms: ['numbers'] },
  ],
});
