import { alternatives, wordsFor } from '../../foundation/language/index.ts';
import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { SubmitControl } from '../form.ts';
import { lexiconTerm } from '../lexicon/index.ts';

const SEARCHING = /\bgo\b|[🔍🔎⌕]/iu;
/** What empties or closes: pressed, it sends nothing. */
const EMPTIES = new RegExp(String.raw`${alternatives('button/empty')}|[×✕✖⨯]|^\W*x\W*$`, 'iu');
/** What explains, or opens something else. */
const OPENS = new RegExp(String.raw`${alternatives('button/help')}|^\s*[?¿？⚙☰ℹ]\s*$`, 'iu');
const MARKED =
  /(?:^|[\s_-])(?:toggle\w*|clear|reset|close|help|settings|menu|caret|chevron|sort\w*)(?:$|[\s_-])/i;

const saidBy = ({ label, value }: SubmitControl): string => `${label} ${value}`.slice(0, 200).trim();

/** Whether pressing it would empty, close, explain or open something, not send what was filled in. */
export function isNoSubmit(submit: SubmitControl): boolean {
  const said = saidBy(submit);
  if (EMPTIES.test(said) || OPENS.test(said)) return true;
  const sends = submit.type === 'submit' || submit.type === 'image';
  return !sends && MARKED.test(`${submit.classes} ${submit.id}`.slice(0, 400));
}

const BACK = termMatcher([wordsFor('button/back')]);
/** What stands before the key of `ctl00$SearchControl$mBackButton` names parts of the page. */
const PARTS_OF_PAGE = /^.*[$:/.]/;

/** Whether it goes back, empties or explains: by its words, or where it has none, by the key of its name and its picture. */
export function leadsAway(submit: SubmitControl): boolean {
  const said = ownWords(submit);
  return BACK.find(wordLine(said), 0) !== undefined || isNoSubmit({ ...submit, label: said });
}

/** What a button says; the key of its name, its id and its picture where it says nothing. */
export function ownWords(submit: SubmitControl): string {
  const said = saidBy(submit);
  if (/\p{L}/u.test(said)) return said;
  const keys = [submit.name, submit.id].map((name) => wordLine(name.slice(-200).replace(PARTS_OF_PAGE, '')));
  return `${said} ${keys.join(' ')} ${submit.marker}`;
}

/** Checks by text, or else by markup, whether a control only searches. */
export function saysSearch(submit: SubmitControl): boolean {
  const said = saidBy(submit);
  if (isNoSubmit(submit)) return false;
  if (/[\p{L}\p{N}]{2}/u.test(said)) return SEARCHING.test(said) || isSearchWord(said);
  return (
    SEARCHING.test(said) || isSearchWord(`${submit.classes} ${submit.id} ${submit.name} ${submit.marker}`)
  );
}

/** Checks whether a control says in words that it searches. */
export function namesSearch(submit: SubmitControl): boolean {
  const said = saidBy(submit);
  return said.length <= MOST_LETTERS && !isNoSubmit(submit) && isSearchWord(said);
}

function isSearchWord(text: string): boolean {
  const line = wordLine(text.slice(0, 400));
  return lexiconTerm('search', line) !== undefined || lexiconTerm('browse', line) !== undefined;
}

const MOST_LETTERS = 24;

/**
 * Of the buttons beside a box without a form, those that search: what says or shows it, else the only one there is, if it
 * is short and does not say that it does something else. Tabs, filters and sorters come in numbers and say what they are of.
 */
export function searchPresses<T>(presses: readonly T[], submitOf: (press: T) => SubmitControl): readonly T[] {
  const saying = presses.filter((press) => saysSearch(submitOf(press)));
  if (saying.length > 0) return saying;
  const [only, more] = presses;
  if (only === undefined || more !== undefined) return [];
  const submit = submitOf(only);
  return submit.type === 'link' || isNoSubmit(submit) || saidBy(submit).length > MOST_LETTERS ? [] : [only];
}
