import { product } from '../catalogs/product.ts';
import { orderForm, sortForm } from '../forms/other-forms.ts';
import { fieldedForm, keywordForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const electronics = deepKind({
  name: 'electronics',
  summary:
    'a shop: keyword box with a department select on every page, dependent selects for spare parts, three steps deep',
  domain: 'product',
  catalog: product,
  nouns: ['electronics', 'gadgets', 'appliances', 'store'],
  records: [500, 5000],
  texts: ['Delivery', 'Returns'],
  textsFrom: '/help',
  members: true,
  newsletter: true,
  header: ['quick'],
  detailForms: ['order'],
  forms: (draft) => [
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
  ],
  pages: () => [
    { path: '/offers', title: 'Offers', linkedFrom: 'nav', forms: ['sort'], listing: 12 },
    { path: '/help', title: 'Help', linkedFrom: 'footer' },
    { path: '/help/repairs', title: 'Repairs', linkedFrom: '/help' },
    { path: '/help/repairs/parts', title: 'Spare parts', linkedFrom: '/help/repairs', forms: ['parts'] },
  ],
});
