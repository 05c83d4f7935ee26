/** Forms that a page has only once a button was pressed: a magnifier, “Advanced search”, a dialog. */

import { type LexiconName, lexiconHits, lexiconNumber } from '../../forms/index.ts';
import {
  clickTrigger,
  type FormTrigger,
  type FormTriggers,
  type FoundTrigger,
  findFormTriggers,
  type OpenPage,
} from '../../foundation/browser/index.ts';
import { captureJson } from '../../foundation/dom/index.ts';
import { alternatives } from '../../foundation/language/index.ts';
import { wordLine } from '../../foundation/text/index.ts';

/** The page as it stands once something on it was pressed: JSON text of a tree. */
interface Opened {
  readonly by: FormTrigger;
  readonly json: string;
}

/** Buttons pressed on one page at most. */
const MOST_PRESSED = 2;

/**
 * Presses what by its words or its markup opens a search, and captures what came of it, where there is more to fill in
 * then. What acts (log out, buy, delete, subscribe …), sends a form or leads elsewhere is never pressed.
 * @param searchSeen whether the page shows a search form as it is: then words alone do not tell an opener of another one
 */
export async function openSearches(
  { session, settle: rest }: OpenPage,
  { triggers: openers, fields, url }: FormTriggers,
  searchSeen: boolean,
): Promise<Opened[]> {
  const opened: Opened[] = [];
  let before = fields;
  for (const opener of likelyTriggers(openers, searchSeen).slice(0, MOST_PRESSED)) {
    if (!(await clickTrigger(session, opener))) continue;
    await rest();
    const now = await findFormTriggers(session);
    if (now.url !== url) break;
    const { tag, says, id, classes } = opener;
    if (now.fields > before)
      opened.push({ by: { tag, says, id, classes }, json: await captureJson(session) });
    before = now.fields;
  }
  return opened;
}

const SEARCHES: readonly LexiconName[] = ['search', 'advanced', 'filter'];
/** Buttons that say so do something, or open what does. */
const ACTS: readonly LexiconName[] = [
  ...(['agree', 'cart', 'comment', 'contact', 'login', 'logout', 'password', 'payment', 'poll'] as const),
  ...(['recovery', 'register', 'share', 'subscribe', 'upload'] as const),
];
const ACTING = new RegExp(String.raw`(?:^|[^\p{L}])(?:${alternatives('button/act')})(?:$|[^\p{L}])`, 'iu');

/** Those that say that they search first, then, where there is nothing to search by, whatever opens something. */
export function likelyTriggers(openers: readonly FoundTrigger[], searchSeen: boolean): FoundTrigger[] {
  const harmless = openers.filter(({ says, marks }) => !acts(says) && !acts(marks));
  const saying = harmless.filter(({ says, marks, opens }) => {
    if (searchSeen) return opens && has(says, ['advanced', 'filter']);
    return has(says, SEARCHES) || (has(marks, SEARCHES) && (opens || says === ''));
  });
  const others = searchSeen ? [] : harmless.filter((one) => one.opens && !saying.includes(one));
  return [...saying.filter(({ opens }) => opens), ...saying.filter(({ opens }) => !opens), ...others];
}

const has = (text: string, lists: readonly LexiconName[]): boolean => {
  const hits = lexiconHits(wordLine(text));
  return lists.some((name) => (hits[lexiconNumber(name)] ?? 0) > 0);
};

const acts = (text: string): boolean => ACTING.test(text) || has(text, ACTS);
