import { book } from '../catalogs/book.ts';
import { orderForm } from '../forms/other-forms.ts';
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

export const bookshop: SiteKind = {
  name: 'bookshop',
  summary: 'a shop with a keyword box on every page and a mixed advanced search two steps away',
  domain: 'book',
  nouns: ['books', 'bookshop', 'pages', 'reads', 'bookstore'],
  describe: (draft) => {
    const shared = parts(accounts(draft), contactPage(draft), newsletter(draft));
    const simple = draft.random.pick(['/search', '/find', '/catalogsearch/result', '/search.php']);
    return {
      tagline: draft.random.pick(book.taglines),
      databases: [database(draft, book, 'book', [400, 5000])],
      forms: [
        keywordForm(draft, { key: 'quick', kind: 'keyword-every-page', catalog: book, action: simple }),
        fieldedForm(draft, {
          key: 'advanced',
          kind: 'mixed-advanced',
          catalog: book,
          action: '/search/advanced-result',
          fields: [
            ['title', 'text'],
            ['author', 'text'],
            ['genre', 'select'],
            ['binding', 'radio'],
            ['price', 'range-select'],
            ['isbn', 'text'],
          ],
          title: draft.words.advanced,
        }),
        orderForm(draft),
        ...shared.forms,
      ],
      header: ['quick'],
      footer: ['newsletter'],
      detailForms: ['order'],
      pages: [
        homePage(draft, book),
        { path: '/browse', title: 'Find a book', linkedFrom: 'nav' },
        { path: '/browse/advanced', title: draft.words.advanced, linkedFrom: '/browse', forms: ['advanced'] },
        ...sidePages(draft, book, ['Delivery', 'Book clubs', 'Gift vouchers'], 'footer'),
        aboutPage(draft, book),
        ...linksPages(draft),
        ...shared.pages,
      ],
    };
  },
};
