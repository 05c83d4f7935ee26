import { alternatives, namesOf, wordsFor } from '../../foundation/language/index.ts';
import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { Form, FormControl } from '../form.ts';
import type { FieldWords } from '../lexicon/index.ts';

const LISTS = namesOf('field');
const TERMS = LISTS.map((list) => wordsFor(`field/${list}`));
const LONE_WORDS = new Set(wordsFor('control/lone-word'));
const isInside = (term: string): boolean => term.startsWith('*');
/** Terms of several words, which take their words with them: in “nome de utilizador” nobody asks for a “nome”. */
const PHRASES = termMatcher(
  TERMS.map((terms) => terms.filter((term) => !isInside(term) && term.includes(' '))),
);
/** Terms that are words of their own. */
const WORDS = termMatcher(
  TERMS.map((terms) =>
    terms.filter((term) => !isInside(term) && !term.includes(' ') && !LONE_WORDS.has(term)),
  ),
);
/** Terms that count inside of words, too. */
const PARTS = termMatcher(TERMS.map((terms) => terms.filter(isInside)));
/** Terms that count only where no other term matches. */
const LONE = new Map<string, readonly FieldWords[]>(
  [...LONE_WORDS].map((word) => [word, LISTS.filter((_, i) => TERMS[i]?.includes(word))]),
);
const ORDINARY = new RegExp(` (?:${alternatives('control/ordinary-word')})(?= )`, 'g');

/** What the controls of a form have in common, read once. */
export interface ControlContext {
  /** Asks who somebody is: a password, an e-mail address, a first name. */
  readonly personal: boolean;
  readonly typed: readonly FormControl[];
  /** Boxes that choose among things: several of one name. */
  readonly grouped: ReadonlySet<FormControl>;
  /** What the form and its buttons say. */
  readonly searching: boolean;
}

export const isOpen = ({ domain, type, visible }: FormControl): boolean =>
  domain === 'open' && type !== 'range' && type !== 'color' && visible;

export interface ControlWords {
  readonly name: string;
  readonly label: string;
  /** Lists with a word in name or caption. */
  readonly found: ReadonlySet<FieldWords>;
  readonly named: ReadonlySet<FieldWords>;
  readonly captioned: ReadonlySet<FieldWords>;
  /** Name or caption asks to repeat a value. */
  readonly again: boolean;
}

const MAX_WORDS = 160;
/** Characters of a caption that may be a single short word, with what stands around it. */
const LONGEST_LONE = 12;
const NO_WORDS: ReadonlySet<FieldWords> = new Set();
const NOTHING: ControlWords = {
  name: ' ',
  label: ' ',
  found: NO_WORDS,
  named: NO_WORDS,
  captioned: NO_WORDS,
  again: false,
};
const AGAIN = new RegExp(` (?:${alternatives('control/again')}) `, 'u');

export function controlWords({
  name,
  id,
  label,
  labelSource,
  placeholder,
  value,
  type,
}: FormControl): ControlWords {
  // Most controls are hidden and never filled in.
  if (type === 'hidden') return NOTHING;
  const names = wordLine(`${fieldKey(name).slice(0, 80)} . ${id === name ? '' : id.slice(0, 80)}`);
  const start = type === 'text' || type === 'search' ? value : '';
  const said = [
    labelSource === 'name' ? '' : label,
    placeholder === label ? '' : placeholder,
    start === label ? '' : start,
  ];
  const captions = wordLine(said.join(' . ').slice(0, MAX_WORDS));
  const named = hitsOf(names, [name, id]);
  const captioned = hitsOf(captions, said);
  const again = AGAIN.test(names) || AGAIN.test(captions);
  return { name: names, label: captions, named, captioned, found: new Set([...captioned, ...named]), again };
}

/**
 * Of `member_data[country]` the key: “data” is no date there. Of `ctl00$Body$tbPhone` and `/order/Cart.quantity`, too: what stands
 * before names parts of the page, and of `size:int` what stands after names a type.
 */
const fieldKey = (name: string): string =>
  name
    .slice(-MAX_WORDS)
    .replace(/^(?:\w*_)?data(?=\[)/i, '')
    .replace(/^.*\$|^\/.*[/.]/, '')
    .replace(/(?::(?:utf8|u?string|int|float|list|tokens|lines|text|ignore_empty)){1,3}$/, '');

/** @param pieces what the line was made of */
function hitsOf(line: string, pieces: readonly string[]): ReadonlySet<FieldWords> {
  if (line === ' ') return NO_WORDS;
  const found = new Set<FieldWords>();
  const add = (hits: ArrayLike<number>): void => {
    for (let i = 0; i < hits.length; i++) if (hits[i] !== 0) found.add(LISTS[i] as FieldWords);
  };
  let rest = line;
  PHRASES.count(line).forEach((hits, i) => {
    if (hits === 0) return;
    found.add(LISTS[i] as FieldWords);
    rest = rest.replaceAll((PHRASES.find(line, i) ?? '').replace(/\*$/, ''), '');
  });
  add(WORDS.count(rest));
  add(PARTS.count(rest.replace(ORDINARY, '')));
  for (const piece of pieces)
    if (piece.length <= LONGEST_LONE)
      for (const list of LONE.get(wordLine(piece).trim()) ?? []) found.add(list);
  return found;
}

/** So many boxes of one name, and each is an option. */
const GROUP = 3;

function groupedBoxes(controls: readonly FormControl[]): ReadonlySet<FormControl> {
  const boxes = controls.filter(({ type, name }) => type === 'checkbox' && name !== '');
  const groups = Map.groupBy(boxes, ({ name }) => name.replace(/\[\d*\]$/, ''));
  return new Set([...groups.values()].filter(({ length }) => length >= GROUP).flat());
}

const SEARCHING = new RegExp(alternatives('control/search'), 'i');

export function surroundingsOf(form: Form, lines: readonly ControlWords[]): ControlContext {
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
    grouped: groupedBoxes(form.controls),
    searching: !secret && said.some((text) => SEARCHING.test(text)),
  };
}
