/** Off-topic sites of larger webs, for the forms of money, accounts and consent. */

import type { Catalog } from '../catalogs/catalog.ts';
import { company, forum, news, recipe, weblog } from '../catalogs/reading.ts';
import {
  calculatorForm,
  captchaForm,
  consentForm,
  currencyForm,
  deleteAccountForm,
  donationForm,
  firstStepForm,
  paymentForm,
  quoteForm,
  secondStepForm,
  trackingForm,
  unsubscribeForm,
} from '../forms/account-forms.ts';
import { orderForm, uploadForm } from '../forms/other-forms.ts';
import type { Drafting, FormSpec, PageFamily, PageSpec, SiteKind } from '../site.ts';
import { newsletter } from './assemble.ts';
import { magazine } from './off-topic.ts';

interface ServiceSite {
  readonly name: string;
  readonly summary: string;
  readonly nouns: readonly string[];
  readonly catalog: Catalog;
  readonly forms: (draft: Drafting) => readonly FormSpec[];
  readonly pages: readonly PageSpec[];
  readonly header?: readonly string[];
  readonly footer?: readonly string[];
  readonly home?: readonly string[];
  readonly families?: (draft: Drafting) => readonly PageFamily[];
}

const serviceSite = (site: ServiceSite): SiteKind => ({
  name: site.name,
  summary: site.summary,
  domain: null,
  nouns: site.nouns,
  describe: (draft) => ({
    ...magazine(draft, {
      catalog: site.catalog,
      articles: [20, 60],
      ...(site.header ? { header: site.header } : {}),
      ...(site.footer ? { footer: site.footer } : {}),
      ...(site.home ? { homeForms: site.home } : {}),
      parts: (own) => ({ forms: site.forms(own), pages: site.pages }),
    }),
    ...(site.families ? { families: site.families(draft) } : {}),
  }),
});

const SECOND_STEP = '/signin/password';

export const MORE_OFF_TOPIC: readonly SiteKind[] = [
  serviceSite({
    name: 'charity',
    summary: 'a charity: donations, a newsletter, cookies to consent to on every page',
    nouns: ['relief', 'charity', 'foundation', 'together'],
    catalog: news,
    header: ['consent'],
    footer: ['newsletter'],
    forms: (draft) => [consentForm(draft), donationForm(draft), ...newsletter(draft).forms],
    pages: [{ path: '/giving', title: 'Give', linkedFrom: 'nav', forms: ['donation'] }],
  }),
  serviceSite({
    name: 'savings-bank',
    summary: 'a bank: log-in in two steps, a calculator that is no search, a currency switch',
    nouns: ['bank', 'savings', 'credit', 'trust'],
    catalog: company,
    header: ['currency'],
    forms: (draft) => [
      firstStepForm(draft, SECOND_STEP),
      secondStepForm(draft),
      calculatorForm(draft),
      currencyForm(draft),
    ],
    pages: [
      { path: '/signin', title: 'Online banking', linkedFrom: 'nav', forms: ['login'] },
      { path: '/loans', title: 'Loans', linkedFrom: 'nav', forms: ['calculator'] },
    ],
    families: () => [
      {
        name: 'second-step',
        pattern: /^\/signin\/password$/,
        example: SECOND_STEP,
        depth: null,
        forms: ['password'],
        page: () => ({ title: 'Your password', blocks: [] }),
      },
    ],
  }),
  serviceSite({
    name: 'parcel-service',
    summary: 'parcels: a box that tracks numbers and a form for offers, neither of which searches',
    nouns: ['parcels', 'express', 'cargo', 'delivery'],
    catalog: company,
    home: ['track'],
    forms: (draft) => [trackingForm(draft), quoteForm(draft)],
    pages: [{ path: '/offers', title: 'Business customers', linkedFrom: 'nav', forms: ['quote'] }],
  }),
  serviceSite({
    name: 'photo-club',
    summary: 'a club: pictures to upload, a guest book behind a captcha',
    nouns: ['photoclub', 'cameras', 'darkroom', 'snapshots'],
    catalog: weblog,
    forms: (draft) => [uploadForm(draft), captchaForm(draft)],
    pages: [
      { path: '/send-in', title: 'Send in pictures', linkedFrom: 'nav', forms: ['upload'] },
      { path: '/guests', title: 'Guest book', linkedFrom: 'nav', forms: ['captcha'] },
    ],
  }),
  serviceSite({
    name: 'hamper-shop',
    summary: 'a shop of one kind of basket, without search: order, payment',
    nouns: ['hampers', 'baskets', 'pantry', 'preserves'],
    catalog: recipe,
    home: ['order'],
    forms: (draft) => [orderForm(draft), paymentForm(draft)],
    pages: [
      { path: '/basket', title: 'Your basket', linkedFrom: 'nav' },
      { path: '/basket/checkout', title: 'Checkout', linkedFrom: '/basket', forms: ['payment'] },
    ],
  }),
  serviceSite({
    name: 'members-club',
    summary: 'a club: delete your account, no more mail',
    nouns: ['members', 'circle', 'society', 'guild'],
    catalog: forum,
    forms: (draft) => [deleteAccountForm(draft), unsubscribeForm(draft)],
    pages: [
      { path: '/membership', title: 'Membership', linkedFrom: 'nav' },
      { path: '/membership/leave', title: 'Leave us', linkedFrom: '/membership', forms: ['delete'] },
      { path: '/no-mail', title: 'No more mail', linkedFrom: 'footer', forms: ['unsubscribe'] },
    ],
  }),
];
