/** More forms that are no search: money, accounts, consent, and some that look like a search and are none. */

import type { Choice, Drafting, FormSpec } from '../site.ts';
import { csrf, field, plain } from './other-forms.ts';

const listed = (labels: readonly string[]): Choice[] =>
  labels.map((label, at): Choice => ({ value: String(at + 1), label }));

const numbered = (low: number, count: number): Choice[] =>
  Array.from({ length: count }, (_, at): Choice => ({ value: String(low + at), label: String(low + at) }));

export const paymentForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'payment',
    kind: 'payment',
    type: 'order',
    title: 'Payment',
    button: 'Pay now',
    action: draft.random.pick(['/checkout/pay', '/payment', '/pay.php']),
    controls: [
      field('card_holder', 'text', 'Name on card'),
      field(draft.random.pick(['card_number', 'cc', 'pan']), 'tel', 'Card number', { required: true }),
      field('exp_month', 'select', 'Month', { choices: numbered(1, 12) }),
      field('exp_year', 'select', 'Year', { choices: numbered(draft.now.getUTCFullYear(), 10) }),
      field('cvc', 'text', 'Security code'),
      ...csrf(draft, 'payment'),
    ],
  });

export const donationForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'donation',
    kind: 'donation',
    type: 'order',
    title: 'Give today',
    button: 'Donate',
    action: draft.random.pick(['/donate', '/give', '/support-us']),
    controls: [
      field('amount', 'radio', 'Amount', {
        choices: ['10', '25', '50', '100'].map((value): Choice => ({ value, label: `${value} €` })),
      }),
      field('other_amount', 'number', 'Other amount'),
      field('how_often', 'select', 'How often', { choices: listed(['Once', 'Monthly', 'Yearly']) }),
      field('email', 'email', draft.words.email),
    ],
  });

/** The first of two steps asks for the name alone, which looks like a box for keywords. */
export const firstStepForm = (draft: Drafting, next: string): FormSpec => ({
  ...plain(draft, {
    key: 'login',
    kind: 'two-step-login',
    type: 'login',
    title: draft.words.login,
    button: 'Continue',
    action: '/signin/identifier',
    controls: [field('identifier', 'text', draft.words.email)],
  }),
  next,
});

export const secondStepForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'password',
    kind: 'two-step-login-second',
    type: 'login',
    button: draft.words.login,
    action: '/signin/challenge',
    controls: [
      field('password', 'password', draft.words.password),
      field('state', 'hidden', '', { value: 'step-two' }),
    ],
  });

export const captchaForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'captcha',
    kind: 'captcha',
    type: 'contact',
    title: 'Sign our guest book',
    button: draft.words.send,
    action: '/guests/sign',
    controls: [
      field('name', 'text', draft.words.name),
      field('text', 'textarea', draft.words.message),
      field('captcha', 'text', `What is ${draft.random.int(2, 9)} plus ${draft.random.int(2, 9)}?`, {
        required: true,
      }),
      field('captcha_id', 'hidden', '', { value: '8317' }),
    ],
  });

export const deleteAccountForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'delete',
    kind: 'delete-account',
    type: 'other',
    title: 'Delete your account',
    button: 'Delete for ever',
    action: '/account/delete',
    controls: [
      field('reason', 'select', 'Why do you leave?', {
        choices: listed(['Too many mails', 'Too dear', 'Other']),
      }),
      field('confirm', 'checkbox', '', { choices: [{ value: 'yes', label: 'I know that this is final' }] }),
      ...csrf(draft, 'delete'),
    ],
  });

export const consentForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'consent',
    kind: 'cookie-consent',
    type: 'other',
    button: draft.random.pick(['Accept all', 'OK', 'Save']),
    action: '/consent',
    controls: [
      field('purpose', 'checkbox', 'We use cookies', {
        choices: listed(['Necessary', 'Statistics', 'Marketing']),
      }),
    ],
  });

export const currencyForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'currency',
    kind: 'currency-switch',
    type: 'other',
    button: 'OK',
    action: '/set-currency',
    method: draft.random.pick(['GET', 'POST']),
    controls: [
      field(draft.random.pick(['currency', 'cur']), 'select', 'Currency', {
        choices: ['EUR', 'GBP', 'INR', 'USD'].map((value): Choice => ({ value, label: value })),
      }),
    ],
  });

/** Numbers in, a number out: bounded like a search, and nothing behind it. */
export const calculatorForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'calculator',
    kind: 'calculator',
    type: 'other',
    title: 'What can you afford?',
    button: 'Calculate',
    action: '/calculator',
    method: 'GET',
    controls: [
      field('sum', 'number', 'Loan'),
      field('rate', 'number', 'Interest in per cent'),
      field('years', 'select', 'Years', { choices: numbered(5, 25) }),
    ],
  });

/** One box and a button, as a search has; it knows no number. */
export const trackingForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'track',
    kind: 'parcel-tracking',
    type: 'other',
    title: 'Where is my parcel?',
    button: 'Track',
    action: '/track',
    method: 'GET',
    controls: [field(draft.random.pick(['number', 'id', 'code']), 'text', 'Parcel number')],
  });

export const quoteForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'quote',
    kind: 'quote-request',
    type: 'contact',
    title: 'Ask for an offer',
    button: 'Get an offer',
    action: '/quote',
    controls: [
      field('from_country', 'select', 'From', { choices: listed(['Germany', 'France', 'India', 'Spain']) }),
      field('to_country', 'select', 'To', { choices: listed(['Germany', 'France', 'India', 'Spain']) }),
      field('weight', 'number', 'Weight in kg'),
      field('email', 'email', draft.words.email, { required: true }),
    ],
  });

export const unsubscribeForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'unsubscribe',
    kind: 'unsubscribe',
    type: 'mailing-list',
    title: 'No more mail',
    button: 'Unsubscribe',
    action: '/unsubscribe',
    controls: [field('email', 'text', draft.words.email)],
  });

/** How many entries a listing shows. */
export const perPageForm = (draft: Drafting, to: string): FormSpec =>
  plain(draft, {
    key: 'per-page',
    kind: 'per-page-box',
    type: 'other',
    button: 'OK',
    action: to,
    method: 'GET',
    controls: [
      field('per_page', 'select', draft.words.perPage, {
        choices: ['10', '20', '50'].map((value): Choice => ({ value, label: value })),
      }),
    ],
  });
