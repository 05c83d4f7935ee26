import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { Form, FormControl } from '../form.ts';
import { FIELD_WORDS, type FieldWords, LONE_WORDS, ORDINARY_WORDS } from '../lexicon/fields.ts';

const LISTS = Object.keys(FIELD_WORDS) as readonly FieldWords[];
const isLone = (term: string): boolean => LONE_WORDS.has(term);
const isInside = (term: string): boolean => term.startsWith('*');
/** Terms that are words or phrases of their own. */
const WORDS = termMatcher(
  LISTS.map((list) => FIELD_WORDS[list].filter((term) => !isInside(term) && !isLone(term))),
);
/** Terms that count inside of words, too. */
const PARTS = termMatcher(LISTS.map((list) => FIELD_WORDS[list].filter(isInside)));
/** Terms that count only where nothing else is said. */
const LONE = new Map<string, readonly FieldWords[]>(
  [...LONE_WORDS].map((word) => [word, LISTS.filter((list) => FIELD_WORDS[list].includes(word))]),
);
const ORDINARY = new RegExp(` (?:${[...ORDINARY_WORDS].join('|')})(?= )`, 'g');

/** What the controls of a form have in common, read once. */
export interface Surroundings {
  /** Asks who somebody is: a password, an e-mail address, a first name. */
  readonly personal: boolean;
  readonly typed: readonly FormControl[];
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
  /** Name or caption asks for something once more. */
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
const AGAIN =
  / (?:[a-z]*confirm[a-z]*|again|repeat|retype|re enter|reenter|verify|verification|wiederhol[a-z]*|bestatig[a-z]*|repet[a-z]*|conferma|ripeti|herhaal|bekrafta|upprepa|gentag|powtorz|potvrd[a-z]*|megerosit[a-z]*|подтвер[а-я]*|повтор[а-я]*|tekrar) /u;

export function controlWords({
  name,
  id,
  label,
  labelSource,
  placeholder,
  value,
  type,
}: FormControl): ControlWords {
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
  const named = hitsOf(names, [name, id]);
  const captioned = hitsOf(captions, said);
  const again = AGAIN.test(names) || AGAIN.test(captions);
  return { name: names, label: captions, named, captioned, found: new Set([...captioned, ...named]), again };
}

/** @param pieces what the line was made of */
function hitsOf(line: string, pieces: readonly string[]): ReadonlySet<FieldWords> {
  if (line === ' ') return NO_WORDS;
  const found = new Set<FieldWords>();
  const add = (hits: ArrayLike<number>): void => {
    for (let i = 0; i < hits.length; i++) if (hits[i] !== 0) found.add(LISTS[i] as FieldWords);
  };
  add(WORDS.count(line));
  add(PARTS.count(line.replace(ORDINARY, '')));
  for (const piece of pieces)
    if (piece.length <= LONGEST_LONE)
      for (const list of LONE.get(wordLine(piece).trim()) ?? []) found.add(list);
  return found;
}

const SEARCHING =
  /search|such|recherch|chercher|busc|busq|pesquis|procur|cerca|ricerc|zoek|\bs[oø]k|szuk|hled|vyhled|keres|caut|поиск|найти|искать|ara\b|搜|查|検索|검색|\bfind\b|finder|query/i;

export function surroundingsOf(form: Form, lines: readonly ControlWords[]): Surroundings {
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
