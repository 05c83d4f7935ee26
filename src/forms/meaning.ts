import { termMatcher, wordLine } from '../text/index.ts';
import type { Form, FormControl, SubmitControl } from './form.ts';
import { FIELD_WORDS, type FieldWords } from './lexicon/fields.ts';

/** What the one who fills a control is asked for. */
export type FieldMeaning =
  | Exclude<FieldWords, 'query-word' | 'query-code' | 'isbn' | 'measure' | 'security-answer'>
  | 'query' // the words looked for, in a form with one box for them
  | 'keyword' // the same beside other boxes
  | 'identifier' // isbn, article number, flight number
  | 'email-again'
  | 'origin'
  | 'destination'
  | 'number'
  | 'number-min'
  | 'number-max'
  | 'price-min'
  | 'price-max'
  | 'security-answer'
  | 'choice' // chosen from options that say nothing of themselves
  | 'text' // typed, nothing known
  | 'file'
  | 'hidden'
  | 'submit'
  | 'reset'
  | 'button';

/** Meanings that narrow a search, besides the words looked for. */
export const FACETS: ReadonlySet<FieldMeaning> = new Set([
  'title',
  'person',
  'publisher',
  'category',
  'identifier',
  'origin',
  'destination',
  'place',
  'city',
  'state',
  'country',
  'postal-code',
  'date',
  'date-start',
  'date-end',
  'date-part',
  'people',
  'price',
  'price-min',
  'price-max',
  'number',
  'number-min',
  'number-max',
]);

const LISTS = Object.keys(FIELD_WORDS) as readonly FieldWords[];
const MATCHER = termMatcher(LISTS.map((list) => FIELD_WORDS[list]));

/** Which lists are asked in turn for what is typed: what is unmistakable first, single common words last. */
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

/** What the controls of a form have in common, read once. */
interface Surroundings {
  /** Asks who somebody is: a password, an e-mail address, a first name. */
  readonly personal: boolean;
  readonly typed: readonly FormControl[];
  /** What the form and its buttons say. */
  readonly searching: boolean;
}

const isOpen = ({ domain, type, visible }: FormControl): boolean =>
  domain === 'open' && type !== 'range' && type !== 'color' && visible;

/** What each control of the form is for, in their order. */
export function meaningsOf(form: Form): FieldMeaning[] {
  const lines = form.controls.map(linesOf);
  const around = surroundingsOf(form, lines);
  const meanings = form.controls.map((control, i) => meaningOf(control, lines[i] as Lines, around));
  pairRanges(form.controls, lines, meanings);
  repeatSecrets(form.controls, meanings);
  settleNames(form.controls, meanings);
  return meanings;
}

/** What a button or another submit control is for. */
export function meaningOfSubmit({ label, value, name, type }: SubmitControl): FieldMeaning {
  if (
    /\b(?:reset|clear|l(?:ö|oe)schen|effacer|limpiar|zur(?:ü|ue)cksetzen|сброс\w*|очистить)\b/iu.test(
      `${label} ${value} ${name}`,
    ) &&
    type !== 'submit'
  )
    return 'reset';
  return 'submit';
}

interface Lines {
  readonly name: string;
  readonly label: string;
  /** Lists with a word in name or caption. */
  readonly found: ReadonlySet<FieldWords>;
  readonly named: ReadonlySet<FieldWords>;
  readonly captioned: ReadonlySet<FieldWords>;
  /** Name or caption asks for something once more. */
  readonly again: boolean;
}

const MAX_WORDS = 160;
const NO_WORDS: ReadonlySet<FieldWords> = new Set();
const NOTHING: Lines = {
  name: ' ',
  label: ' ',
  found: NO_WORDS,
  named: NO_WORDS,
  captioned: NO_WORDS,
  again: false,
};
const AGAIN =
  / (?:[a-z]*confirm[a-z]*|again|repeat|retype|re enter|reenter|verify|verification|wiederhol[a-z]*|bestatig[a-z]*|repet[a-z]*|conferma|ripeti|herhaal|bekrafta|upprepa|gentag|powtorz|potvrd[a-z]*|megerosit[a-z]*|подтвер[а-я]*|повтор[а-я]*|tekrar) /u;

function linesOf({ name, id, label, labelSource, placeholder, value, type }: FormControl): Lines {
  // Most controls of most forms are hidden, and nobody fills them in.
  if (type === 'hidden') return NOTHING;
  const names = wordLine(`${name.slice(0, 80)} . ${id === name ? '' : id.slice(0, 80)}`);
  const start = type === 'text' || type === 'search' ? value : '';
  const said = [
    labelSource === 'name' ? '' : label,
    placeholder === label ? '' : placeholder,
    start === label ? '' : start,
  ];
  const captions = wordLine(said.join(' . ').slice(0, MAX_WORDS));
  const named = hitsOf(names);
  const captioned = hitsOf(captions);
  const again = AGAIN.test(names) || AGAIN.test(captions);
  return { name: names, label: captions, named, captioned, found: new Set([...captioned, ...named]), again };
}

function hitsOf(line: string): ReadonlySet<FieldWords> {
  if (line === ' ') return NO_WORDS;
  const hits = MATCHER.count(line);
  const found = new Set<FieldWords>();
  for (let i = 0; i < hits.length; i++) if (hits[i] !== 0) found.add(LISTS[i] as FieldWords);
  return found;
}

const SEARCHING =
  /search|such|recherch|chercher|busc|busq|pesquis|procur|cerca|ricerc|zoek|\bs[oø]k|szuk|hled|vyhled|keres|caut|поиск|найти|искать|ara\b|搜|查|検索|검색|\bfind\b|finder|query/i;

function surroundingsOf(form: Form, lines: readonly Lines[]): Surroundings {
  const secret = form.controls.some(
    ({ type }, i) =>
      type === 'password' ||
      type === 'email' ||
      type === 'textarea' ||
      (lines[i]?.named.has('email') === true && type !== 'hidden' && type !== 'checkbox'),
  );
  const said = [
    form.htmlId,
    form.name,
    form.classes,
    form.role,
    form.ariaLabel,
    form.action,
    ...form.submits.flatMap(({ label, name, id }) => [label, name, id]),
  ];
  return {
    personal: secret || form.controls.some(({ type }) => type === 'file'),
    typed: form.controls.filter(isOpen),
    searching: !secret && said.some((text) => SEARCHING.test(text)),
  };
}

function meaningOf(control: FormControl, lines: Lines, around: Surroundings): FieldMeaning {
  const { type, domain } = control;
  if (type === 'hidden') return 'hidden';
  if (type === 'file') return 'file';
  if (type === 'submit' || type === 'image') return 'submit';
  if (type === 'reset' || type === 'button') return type;
  if (type === 'password') return lines.found.has('password-again') ? 'password-again' : 'password';
  if (domain === 'finite') return chosenMeaning(control, lines, around);
  if (type === 'search') return 'query';
  if (type === 'email') return lines.again ? 'email-again' : 'email';
  if (type === 'tel') return lines.found.has('fax') ? 'fax' : 'phone';
  if (type === 'textarea') return textAreaMeaning(lines);
  if (/^(?:date|datetime-local|week|month|time)$/.test(type)) return dateMeaning(lines);
  return typedMeaning(control, lines, around);
}

const dateMeaning = ({ found }: Lines): FieldMeaning =>
  found.has('birth')
    ? 'birth'
    : found.has('date-end')
      ? 'date-end'
      : found.has('date-start')
        ? 'date-start'
        : 'date';

const textAreaMeaning = ({ found, named }: Lines): FieldMeaning => {
  if (named.has('captcha')) return 'captcha';
  if (found.has('consent')) return 'consent';
  return found.has('about') ? 'about' : found.has('street') && !found.has('message') ? 'street' : 'message';
};

function typedMeaning(
  control: FormControl,
  { found, named, captioned, again }: Lines,
  around: Surroundings,
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
    found.has('email') && captioned.has('username')
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
    case 'birth':
      return around.personal ? 'birth' : 'date';
    case 'date-part':
      return around.personal && !around.searching ? 'birth' : 'date-part';
    default:
      return plain(list);
  }
}

function chosenMeaning(
  control: FormControl,
  { named, captioned }: Lines,
  around: Surroundings,
): FieldMeaning {
  const list = firstOf(CHOSEN, captioned, named, (candidate) => misread(candidate, control));
  if (list === undefined) return optionMeaning(control, around);
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

/** Lists of common words: a name that says something definite is believed rather. */
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

/** Boxes to tick ask for agreement; selects do not, and nobody ticks a price. */
function misread(list: FieldWords, { type, options }: FormControl): boolean {
  const ticked = type === 'checkbox' && options.length <= 1;
  if (list === 'consent' || list === 'remember') return type.startsWith('select');
  if (list === 'subscribe') return type.startsWith('select') && options.length > 3;
  if (ticked)
    return (
      list === 'date-part' ||
      list === 'phone' ||
      list === 'date' ||
      list === 'date-end' ||
      list === 'date-start'
    );
  return false;
}

const YEARS = /^(?:19|20)\d\d$/;
const MONTHS =
  /^(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|ao?[uû]|sep|o[ck]t|nov|d[ei][cz]|янв|фев|мар|апр|июн|июл|авг|сен|окт|ноя|дек)/i;

/** Where name and caption say nothing, the options may. */
function optionMeaning({ options }: FormControl, { personal }: Surroundings): FieldMeaning {
  const real = options
    .filter(({ any }) => any !== true)
    .slice(0, 60)
    .map(({ label }) => label.trim());
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

const LOW =
  /(?:^| )(?:min|minimum|from|low|lower|least|start|begin|gte?|desde|de|von|ab|van|da|od|fra|fran|od|от|с|min|起|下限|since|after|1)(?= )|^ (?:min|from)[a-z]+ |[a-z](?:min|from|low) /;
const HIGH =
  /(?:^| )(?:max|maximum|to|high|upper|most|end|lte?|hasta|ate|bis|tot|a|do|til|till|до|по|max|上限|until|before|2)(?= )|^ (?:max)[a-z]+ |[a-z](?:max|upto|high) /;

/** Two controls after each other, for the lower and the upper bound of one thing. */
function pairRanges(
  controls: readonly FormControl[],
  lines: readonly Lines[],
  meanings: FieldMeaning[],
): void {
  for (let i = 0; i < controls.length; i++) {
    const meaning = meanings[i] as FieldMeaning;
    const { name, label } = lines[i] as Lines;
    const ranged = RANGED[meaning];
    if (ranged === undefined) continue;
    const low = LOW.test(name) || LOW.test(label);
    const high = HIGH.test(name) || HIGH.test(label);
    if (low === high) continue;
    const [least, most] = ranged;
    meanings[i] = low ? least : most;
  }
}

const RANGED: Partial<Record<FieldMeaning, readonly [FieldMeaning, FieldMeaning]>> = {
  price: ['price-min', 'price-max'],
  number: ['number-min', 'number-max'],
  date: ['date-start', 'date-end'],
};

/** The second password box asks for the first once more. */
function repeatSecrets(controls: readonly FormControl[], meanings: FieldMeaning[]): void {
  const at = meanings.flatMap((meaning, i) =>
    meaning === 'password' && isOpen(controls[i] as FormControl) ? [i] : [],
  );
  const last = at.at(-1);
  if (at.length >= 2 && last !== undefined && !meanings.includes('password-again'))
    meanings[last] = 'password-again';
}

/** “Name” alone is the whole name, or that of an account where a password is asked for and no other name. */
function settleNames(controls: readonly FormControl[], meanings: FieldMeaning[]): void {
  const typed = controls.filter(isOpen).length;
  const secret = meanings.includes('password');
  const account = meanings.includes('username');
  const parts = meanings.includes('last-name');
  meanings.forEach((meaning, i) => {
    if (meaning !== 'first-name' && meaning !== 'full-name') return;
    if (secret && !account && !parts && (typed <= 3 || meaning === 'full-name')) meanings[i] = 'username';
    else if (
      meaning === 'first-name' &&
      !parts &&
      !/first|vorname|prenom|fname/.test(`${controls[i]?.name} ${controls[i]?.label}`.toLowerCase())
    )
      meanings[i] = 'full-name';
  });
}
