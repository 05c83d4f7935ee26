/** Everything that is a form and no search. Each answers politely and changes nothing. */

import { token } from '../seeded.ts';
import type { Choice, ControlSpec, ControlType, Drafting, FormSpec } from '../site.ts';
import type { FormType } from '../truth.ts';
import { submitOf } from './search-forms.ts';

interface Plain {
  readonly key: string;
  readonly kind: string;
  readonly type: FormType;
  readonly action: string;
  readonly controls: readonly ControlSpec[];
  readonly title?: string;
  readonly button: string;
  readonly method?: 'GET' | 'POST';
  readonly multipart?: boolean;
}

export const plain = (draft: Drafting, form: Plain): FormSpec => ({
  key: form.key,
  kind: form.kind,
  type: form.type,
  method: form.method ?? 'POST',
  action: form.action,
  ...(form.multipart ? { multipart: true } : {}),
  ...(form.title ? { title: form.title } : {}),
  controls: form.controls,
  submit: submitOf(draft, form.button, draft.random.pick(['input', 'button'])),
  appears: 'static',
  results: 'none',
});

export const field = (
  name: string,
  type: ControlType,
  label: string,
  more: Partial<ControlSpec> = {},
): ControlSpec => ({ name, type, label, ...more });

export const csrf = (draft: Drafting, key: string): ControlSpec[] =>
  draft.random.chance(0.5)
    ? [
        field(draft.random.pick(['_csrf', 'csrf_token', 'form_build_id']), 'hidden', '', {
          value: token(draft.seed + key, 24),
        }),
      ]
    : [];

const action = (draft: Drafting, words: readonly string[]): string => `/${draft.random.pick(words)}`;

export function loginForm(draft: Drafting): FormSpec {
  const { random, words } = draft;
  const byMail = random.chance(0.5);
  return plain(draft, {
    key: 'login',
    kind: 'login',
    type: 'login',
    title: words.login,
    button: words.login,
    action: action(draft, ['login', 'account/signin', 'user/login', 'session']),
    controls: [
      byMail
        ? field(random.pick(['email', 'login', 'mail']), random.pick(['email', 'text']), words.email)
        : field(random.pick(['username', 'log', 'user', 'name']), 'text', words.user),
      field(random.pick(['password', 'pwd', 'pass']), 'password', words.password),
      field(random.pick(['remember', 'rememberme']), 'checkbox', '', {
        choices: [{ value: '1', label: 'Remember me' }],
      }),
      ...csrf(draft, 'login'),
    ],
  });
}

export function registrationForm(draft: Drafting): FormSpec {
  const { random, words } = draft;
  const long = random.chance(0.5);
  return plain(draft, {
    key: 'register',
    kind: 'registration',
    type: 'registration',
    title: words.register,
    button: words.register,
    action: action(draft, ['register', 'account/new', 'signup', 'join']),
    controls: [
      field(random.pick(['username', 'nick', 'login']), 'text', words.user, { required: true }),
      field(random.pick(['email', 'mail']), 'email', words.email, { required: true }),
      field('password', 'password', words.password, { required: true }),
      field(random.pick(['password2', 'password_confirmation', 'confirm']), 'password', words.repeat),
      ...(long
        ? [
            field('birth_year', 'select', 'Year of birth', {
              choices: Array.from(
                { length: 60 },
                (_, at): Choice => ({ value: String(1950 + at), label: String(1950 + at) }),
              ),
            }),
            field('terms', 'checkbox', '', { choices: [{ value: 'yes', label: 'I accept the terms' }] }),
          ]
        : []),
      field('url', 'text', 'Leave empty', { honeypot: true }),
    ],
  });
}

export const recoveryForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'recovery',
    kind: 'recovery',
    type: 'recovery',
    title: draft.words.forgot,
    button: draft.words.send,
    action: action(draft, ['password/reset', 'forgot', 'user/password', 'lost-password']),
    controls: [
      field(
        draft.random.pick(['email', 'EmailID', 'mail', 'name']),
        draft.random.pick(['email', 'text']),
        draft.words.email,
      ),
      ...csrf(draft, 'recovery'),
    ],
  });

export const newsletterForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'newsletter',
    kind: 'newsletter',
    type: 'mailing-list',
    title: draft.words.newsletter,
    button: draft.words.subscribe,
    action: action(draft, ['newsletter', 'subscribe', 'mailing_list.php', 'Home/Subscribe']),
    method: draft.random.pick(['POST', 'POST', 'GET']),
    controls: [
      field(
        draft.random.pick(['email', 'EMAIL', 'txtEmail', 'nl_mail']),
        draft.random.pick(['email', 'text']),
        draft.words.email,
        { placeholder: draft.words.email },
      ),
    ],
  });

export const contactForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'contact',
    kind: 'contact',
    type: 'contact',
    title: draft.words.contact,
    button: draft.words.send,
    action: action(draft, ['contact', 'contact/send', 'feedback', 'kontakt.php']),
    controls: [
      field(draft.random.pick(['name', 'your-name', 'realname']), 'text', draft.words.name),
      field(
        draft.random.pick(['email', 'your-email', 'from']),
        draft.random.pick(['email', 'text']),
        draft.words.email,
      ),
      field('subject', draft.random.pick(['text', 'select']), draft.words.subject, {
        choices: ['Question', 'Complaint', 'Praise'].map(
          (label): Choice => ({ value: label.toLowerCase(), label }),
        ),
      }),
      field(draft.random.pick(['message', 'comments', 'body']), 'textarea', draft.words.message),
      field('homepage', 'text', 'Homepage', { honeypot: true }),
    ],
  });

export const commentForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'comment',
    kind: 'comment',
    type: 'contact',
    title: 'Leave a comment',
    button: 'Post comment',
    action: '/comment',
    controls: [
      field('author', 'text', draft.words.name),
      field('email', 'text', draft.words.email),
      field('url', 'text', 'Website'),
      field('comment', 'textarea', draft.words.message),
      field('post_id', 'hidden', '', { value: '7' }),
    ],
  });

export const orderForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'order',
    kind: 'order',
    type: 'order',
    button: draft.words.order,
    action: action(draft, ['cart/add', 'basket', 'order', 'checkout/cart']),
    controls: [
      field(
        draft.random.pick(['qty', 'quantity', 'anzahl']),
        draft.random.pick(['text', 'number']),
        draft.words.quantity,
        { value: '1' },
      ),
      field('product_id', 'hidden', '', { value: token(draft.seed, 6) }),
    ],
  });

export const bookingForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'booking',
    kind: 'booking',
    type: 'order',
    button: draft.words.order,
    action: '/booking',
    controls: [
      field('guests', 'select', 'Persons', {
        choices: ['1', '2', '3', '4'].map((value): Choice => ({ value, label: value })),
      }),
      field('guest_name', 'text', draft.words.name),
      field('guest_email', 'email', draft.words.email),
    ],
  });

export const pollForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'poll',
    kind: 'poll',
    type: 'other',
    title: draft.random.pick([
      'How did you find us?',
      'Do you like our new look?',
      'What shall we write about?',
    ]),
    button: draft.words.vote,
    action: '/poll',
    controls: [
      field('answer', 'radio', '', {
        choices: ['Yes', 'No', 'No idea'].map((label, at): Choice => ({ value: String(at + 1), label })),
      }),
    ],
  });

export const languageForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'language',
    kind: 'language-switch',
    type: 'other',
    button: 'OK',
    action: '/set-language',
    method: draft.random.pick(['GET', 'POST']),
    controls: [
      field(draft.random.pick(['langid', 'lang', 'locale']), 'select', draft.words.language, {
        choices: [
          ['en', 'English'],
          ['de', 'Deutsch'],
          ['fr', 'Français'],
          ['es', 'Español'],
        ].map(([value = '', label = '']): Choice => ({ value, label })),
      }),
    ],
  });

/** Sort box of a result page; `columns` as [column, label]. */
export const sortForm = (
  draft: Drafting,
  to: string,
  columns: readonly (readonly [string, string])[],
): FormSpec => ({
  ...plain(draft, {
    key: 'sort',
    kind: 'sort-box',
    type: 'other',
    button: 'OK',
    action: to,
    method: 'GET',
    controls: [
      field('sort', 'select', draft.words.sort, {
        choices: columns.map(([value, label]): Choice => ({ value, label })),
      }),
    ],
  }),
});

export const uploadForm = (draft: Drafting): FormSpec =>
  plain(draft, {
    key: 'upload',
    kind: 'upload',
    type: 'other',
    title: 'Send us your photographs',
    button: draft.words.send,
    action: '/upload',
    multipart: true,
    controls: [field('picture', 'file', 'Picture'), field('caption', 'text', 'Caption')],
  });
