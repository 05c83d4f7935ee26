import { alternatives } from '../../foundation/language/index.ts';
import type { FormControl } from '../form.ts';
import type { FieldWords } from '../lexicon/index.ts';
import type { ControlContext, ControlWords } from './control-words.ts';
import type { FieldMeaning } from './field-meaning.ts';

/** Order of the word lists for typed fields: unambiguous lists first, single common words last. */
const TYPED: readonly FieldWords[] = [
  'captcha',
  'honeypot',
  'coupon',
  'card',
  'password-again',
  'email',
  'password',
  'security-answer',
  'fax',
  'phone',
  'first-name',
  'middle-name',
  'last-name',
  'postal-code',
  'origin',
  'destination',
  'date-end',
  'date-start',
  'birth',
  'isbn',
  'price',
  'people',
  'measure',
  'quantity',
  'date',
  'subject',
  'person',
  'publisher',
  'query-word',
  'city',
  'state',
  'country',
  'street',
  'place',
  'username',
  'organization',
  'gender',
  'date-part',
  'security-question',
  'url',
  'message',
  'title',
  'about',
  'timezone',
  'full-name',
  'category',
  'query-code',
];
const CHOSEN: readonly FieldWords[] = [
  'captcha',
  'honeypot',
  'remember',
  'subscribe',
  'consent',
  'sort',
  'page-size',
  'currency',
  'language',
  'style',
  'timezone',
  'security-question',
  'card',
  'gender',
  'birth',
  'origin',
  'destination',
  'date-end',
  'date-start',
  'navigation',
  'page-number',
  'price',
  'people',
  'quantity',
  'date-part',
  'date',
  'measure',
  'postal-code',
  'country',
  'state',
  'city',
  'place',
  'person',
  'publisher',
  'organization',
  'subject',
  'category',
  'title',
  'phone',
];
/** Asked by a single box to tick; several of them ask which. */
const OF_ONE_BOX: ReadonlySet<FieldWords> = new Set(['subscribe', 'consent', 'remember']);
/** What numeric keyboards are shown for (`type=tel`), besides telephone numbers. */
const DIGITS: readonly FieldWords[] = [
  'phone',
  'fax',
  'card',
  'captcha',
  'postal-code',
  'birth',
  'quantity',
  'price',
  'isbn',
];
/** What a single box to tick can ask. */
const YES_OR_NO: ReadonlySet<FieldWords> = new Set([
  ...OF_ONE_BOX,
  'captcha',
  'honeypot',
  'gender',
  'category',
]);
/** Said of a message, not of a thing that is looked for. */
const OF_WRITERS: ReadonlySet<FieldWords> = new Set([
  'subject',
  'message',
  'url',
  'about',
  'username',
  'full-name',
  'street',
]);

/** What one control is for, by itself and its surroundings. */
export function meaningOf(control: FormControl, lines: ControlWords, around: ControlContext): FieldMeaning {
  const { type, domain } = control;
  if (type === 'hidden') return 'hidden';
  if (type === 'file') return 'file';
  if (type === 'submit' || type === 'image') return 'submit';
  if (type === 'reset' || type === 'button') return type;
  if (type === 'password') return lines.found.has('password-again') ? 'password-again' : 'password';
  if (domain === 'finite') return chosenMeaning(control, lines, around);
  if (type === 'search') return 'query';
  if (type === 'email') return lines.again ? 'email-again' : 'email';
  if (type === 'tel') return plain(DIGITS.find((list) => lines.found.has(list)) ?? 'phone');
  if (type === 'textarea') return textAreaMeaning(lines);
  if (/^(?:date|datetime-local|week|month|time)$/.test(type)) return dateMeaning(lines);
  return typedMeaning(control, lines, around);
}

const dateMeaning = ({ found }: ControlWords): FieldMeaning =>
  found.has('birth')
    ? 'birth'
    : found.has('date-end')
      ? 'date-end'
      : found.has('date-start')
        ? 'date-start'
        : 'date';

const textAreaMeaning = ({ found, named }: ControlWords): FieldMeaning => {
  if (named.has('captcha')) return 'captcha';
  if (found.has('consent') && !found.has('message')) return 'consent';
  return found.has('about') ? 'about' : found.has('street') && !found.has('message') ? 'street' : 'message';
};

function typedMeaning(
  control: FormControl,
  { found, named, captioned, again }: ControlWords,
  around: ControlContext,
): FieldMeaning {
  const alone = around.typed.length <= 1;
  if (!around.personal && alone && (around.searching || found.has('query-word'))) {
    const place =
      found.has('postal-code') ||
      found.has('city') ||
      found.has('date') ||
      found.has('date-start') ||
      found.has('captcha');
    if (!place || found.has('query-word')) return 'query';
  }
  const list =
    found.has('email') && captioned.has('username') && !(captioned.has('email') && named.has('email'))
      ? 'username'
      : firstOf(TYPED, captioned, named, (candidate) => around.searching && OF_WRITERS.has(candidate));
  switch (list) {
    case undefined:
      if (control.type === 'number' || control.type === 'range') return 'number';
      return !around.personal && (alone || around.searching) ? (alone ? 'query' : 'keyword') : 'text';
    case 'query-word':
    case 'query-code':
      if (list === 'query-code' && (around.personal || !named.has(list))) return 'text';
      return alone ? 'query' : 'keyword';
    case 'email':
      return again ? 'email-again' : 'email';
    case 'person':
      return around.personal && !around.searching ? 'full-name' : 'person';
    case 'birth':
    case 'date':
    case 'date-start':
    case 'date-end':
      return found.has('birth') ? (around.personal ? 'birth' : 'date') : list;
    case 'date-part':
      return around.personal && !around.searching ? 'birth' : 'date-part';
    default:
      return plain(list);
  }
}

function chosenMeaning(
  control: FormControl,
  { named, captioned }: ControlWords,
  around: ControlContext,
): FieldMeaning {
  const inGroup = around.grouped.has(control);
  // A caption names one option of the group, not what the group is for.
  const list = firstOf(
    CHOSEN,
    inGroup ? new Set() : captioned,
    named,
    (candidate) => misread(candidate, control) || (inGroup && OF_ONE_BOX.has(candidate)),
  );
  if (list === undefined) return optionMeaning(control, around);
  if (list === 'measure' && !control.options.some(({ label }) => /\d/.test(label))) return 'choice';
  if (list === 'date-part') return around.personal ? 'birth' : 'date-part';
  if (list === 'birth' && !around.personal) return 'people';
  return plain(list);
}

/** The first list in order, captions before names: readers see captions, and names are often somebody else's. */
function firstOf(
  order: readonly FieldWords[],
  captioned: ReadonlySet<FieldWords>,
  named: ReadonlySet<FieldWords>,
  not: (list: FieldWords) => boolean,
): FieldWords | undefined {
  const said = order.find((list) => captioned.has(list) && !not(list));
  if (said !== undefined && !VAGUE.has(said)) return said;
  return (
    order.find((list) => named.has(list) && !not(list) && !VAGUE.has(list)) ??
    said ??
    order.find((list) => named.has(list) && !not(list))
  );
}

/** Lists of common words, which yield to a more specific name. */
const VAGUE: ReadonlySet<FieldWords> = new Set([
  'category',
  'title',
  'full-name',
  'query-code',
  'about',
  'url',
  'message',
  'date-part',
  'measure',
]);

/** A single box to tick asks yes or no, not for a date or a state; selects never ask for consent. */
function misread(list: FieldWords, { type, options }: FormControl): boolean {
  const ticked = type === 'checkbox' && options.length <= 1;
  if (list === 'consent' || list === 'remember') return type.startsWith('select');
  if (list === 'subscribe') return type.startsWith('select') && options.length > 3;
  return ticked && !YES_OR_NO.has(list);
}

const ADDRESS = /^(?:https?:\/)?\/./i;
const YEARS = /^(?:19|20)\d\d$/;
const MONTHS = new RegExp(`^(?:${alternatives('control/month')})`, 'i');

/** Where name and caption say nothing, the options may. */
function optionMeaning({ options }: FormControl, { personal }: ControlContext): FieldMeaning {
  const chosen = options.filter(({ any }) => any !== true).slice(0, 60);
  if (chosen.length > 1 && chosen.filter(({ value }) => ADDRESS.test(value)).length > chosen.length * 0.8)
    return 'navigation';
  const real = chosen.map(({ label }) => label.trim());
  const most = (test: RegExp): boolean =>
    real.length > 1 && real.filter((label) => test.test(label)).length > real.length * 0.8;
  if (
    most(YEARS) ||
    (real.length >= 10 && most(MONTHS)) ||
    (real.length >= 28 && real.length <= 32 && most(/^\d{1,2}$/))
  )
    return personal ? 'birth' : 'date-part';
  if (most(/[$€£¥₽]|\b(?:eur|usd|gbp|руб)\b/i)) return 'price';
  if (most(/\b(?:asc|desc|low to high|high to low|newest|oldest|a\s?-\s?z)\b/i)) return 'sort';
  return 'choice';
}

const PLAIN: Partial<Record<FieldWords, FieldMeaning>> = {
  isbn: 'identifier',
  measure: 'number',
  'query-word': 'query',
  'query-code': 'query',
};
const plain = (list: FieldWords): FieldMeaning => PLAIN[list] ?? (list as FieldMeaning);
