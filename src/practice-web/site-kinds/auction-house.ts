import { product } from '../catalogs/product.ts';
import { perPageForm } from '../forms/account-forms.ts';
import { fieldedForm } from '../forms/search-forms.ts';
import { deepKind } from './deep-kind.ts';

export const auctionHouse = deepKind({
  name: 'auction-house',
  summary:
    'auctions: the order and length of the list are part of the form, no more than a hundred lots are shown',
  domain: 'product',
  catalog: product,
  nouns: ['auctions', 'lots', 'gavel', 'saleroom'],
  records: [300, 6000],
  answers: { cap: 100 },
  texts: ['Bidding', 'Valuations'],
  home: ['lots'],
  forms: (draft) => [
    fieldedForm(draft, {
      key: 'lots',
      kind: 'sorted-and-paged',
      catalog: product,
      action: '/lots',
      fields: [
        ['category', 'select'],
        ['title', 'text'],
      ],
      ordered: true,
    }),
    fieldedForm(draft, {
      key: 'top',
      kind: 'top-k-only',
      catalog: product,
      action: '/highlights',
      fields: [
        ['brand', 'select'],
        ['colour', 'radio'],
      ],
      method: 'POST',
      results: 'redirect',
    }),
    perPageForm(draft, '/closing-soon'),
  ],
  pages: () => [
    { path: '/highlights-finder', title: 'Highlights', linkedFrom: 'nav', forms: ['top'] },
    { path: '/closing-soon', title: 'Closing soon', linkedFrom: 'nav', forms: ['per-page'], listing: 10 },
  ],
});
