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
import { capturePacked } from '../../foundation/dom/index.ts';
import { alternatives } from '../../foundation/language/index.ts';
import { wordLine } from '../../foundation/text/index.ts';
import { namesRecords } from '../planning/conditions.ts';
import { refuseWrites } from '../sending/hold-posts.ts';

/** The page as it stands once something on it was pressed: a tree as `packTree` packs it. */
interface Opened {
  readonly by: FormTrigger;
  readonly packed: string;
}

/** Buttons pressed on one page at most: a folded part, “Add filter”, and a column of its menu. */
const MOST_PRESSED = 3;

/**
 * Presses what by its words or its markup opens a search, and captures what came of it, where there is more to fill in
 * then. Where a press brings no fields, the next is chosen among what the page offers then. What acts (log out, buy,
 * delete, subscribe …), sends a form or leads elsewhere is never pressed.
 * @param searchSeen whether the page shows a search form as it is: then words alone do not tell an opener of another one
 */
export async function openSearches(
  open: OpenPage,
  found: FormTriggers,
  searchSeen: boolean,
): Promise<Opened[]> {
  const { session } = open;
  const opened: Opened[] = [];
  const pressed = new Set<string>();
  const atFirst = new Set(found.triggers.map(nameOf));
  let { fields: before, boxes } = found;
  let candidates = likelyTriggers(found, searchSeen);
  let last: FormTrigger | undefined;
  let shown = atFirst;
  let columns: readonly FoundTrigger[] = [];
  while (pressed.size < MOST_PRESSED) {
    // One condition of a list that adds them is enough.
    const next = candidates.find(
      (one) =>
        !pressed.has(nameOf(one)) && !(one.tag === 'option' && opened.some(({ by }) => by.tag === 'option')),
    );
    if (next === undefined) break;
    pressed.add(nameOf(next));
    if (!(await pressTrigger(open, next))) continue;
    const now = await findFormTriggers(session);
    if (now.url !== found.url) break;
    const { tag, says, id, classes } = next;
    const after = atFirst.has(nameOf(next)) ? undefined : last;
    last = { tag, says, id, classes, ...(after !== undefined && { after }) };
    if (now.fields > before) {
      opened.push({ by: last, packed: await capturePacked(session) });
      const others = columns.filter((column) => !pressed.has(nameOf(column)));
      if (columns.includes(next) && now.boxes === boxes)
        return [...opened, ...(await withBox(open, found, others.slice(0, MOST_COLUMNS), after))];
    } else {
      columns = columnsShown(next, now, shown);
      candidates = [...columns, ...likelyTriggers(now, searchSeen), ...candidates];
    }
    boxes = now.boxes;
    before = now.fields;
    shown = new Set(now.triggers.map(nameOf));
  }
  return opened;
}

/** Further columns tried where the first one brings no box for words. */
const MOST_COLUMNS = 3;

/** Opens the page anew for each of these columns, until one brings a box for words. */
async function withBox(
  open: OpenPage,
  { boxes }: FormTriggers,
  columns: readonly FoundTrigger[],
  after: FormTrigger | undefined,
): Promise<Opened[]> {
  for (const { tag, says, id, classes } of columns) {
    await open.page.reload();
    await open.settle();
    const by = { tag, says, id, classes, ...(after !== undefined && { after }) };
    for (let presses = 0; presses < MOST_PRESSED; presses++) {
      if (!(await pressTrigger(open, by))) break;
      const now = await findFormTriggers(open.session);
      if (now.boxes > boxes) return [{ by, packed: await capturePacked(open.session) }];
    }
  }
  return [];
}

/** What a press on “Add filter” shows is a menu of columns to filter by; those that name records come first. */
function columnsShown(
  pressed: FoundTrigger,
  { triggers }: FormTriggers,
  shown: ReadonlySet<string>,
): readonly FoundTrigger[] {
  if (!has(pressed.says, ['filter'])) return [];
  return triggers
    .filter((one) => !shown.has(nameOf(one)) && /\p{L}/u.test(one.says))
    .filter(({ says, marks }) => !acts(says) && !acts(marks))
    .sort((a, b) => Number(namesRecords(b.says)) - Number(namesRecords(a.says)));
}

const nameOf = ({ tag, says, id, classes }: FormTrigger): string => JSON.stringify([tag, says, id, classes]);

/**
 * Presses a trigger, or else the one that it comes after, and waits. Where it does not say that it searches, the page may
 * read meanwhile and not write.
 * @returns whether the page has either
 */
export async function pressTrigger(
  { session, settle: rest }: Pick<OpenPage, 'session' | 'settle'>,
  trigger: FormTrigger,
): Promise<boolean> {
  const release = isSearching(trigger) ? undefined : await refuseWrites(session);
  try {
    if (await clickTrigger(session, trigger)) {
      await rest();
      return true;
    }
  } finally {
    await release?.();
  }
  return trigger.after !== undefined && (await pressTrigger({ session, settle: rest }, trigger.after));
}

const SEARCHES: readonly LexiconName[] = ['search', 'advanced', 'filter'];
/** Buttons that say so do something, or open what does. */
const ACTS: readonly LexiconName[] = [
  ...(['agree', 'cart', 'comment', 'contact', 'login', 'logout', 'password', 'payment', 'poll'] as const),
  ...(['recovery', 'register', 'share', 'subscribe', 'upload'] as const),
];
const ACTING = new RegExp(String.raw`(?:^|[^\p{L}])(?:${alternatives('button/act')})(?:$|[^\p{L}])`, 'iu');

/**
 * Those that say that they search first, then, where there is nothing to search by, whatever opens something. A page with
 * nothing to fill in and no link to another page is the entrance of an application: there, links without an address are
 * the way in.
 */
export function likelyTriggers(
  { triggers, fields, leadsOn }: FormTriggers,
  searchSeen: boolean,
): FoundTrigger[] {
  const harmless = triggers.filter(({ tag, says, marks }) => tag !== 'option' && !acts(says) && !acts(marks));
  const conditions = triggers.filter(({ tag, says }) => tag === 'option' && namesRecords(says));
  const saying = harmless.filter(({ says, marks, opens }) => {
    if (searchSeen) return opens && has(says, ['advanced', 'filter']);
    return has(says, SEARCHES) || (has(marks, SEARCHES) && (opens || says === ''));
  });
  const isEntrance = fields === 0 && !leadsOn;
  const others = harmless.filter(
    ({ opens, tag, says }) => opens || (isEntrance && tag === 'a' && /[\p{L}\p{N}]/u.test(says)),
  );
  const last = searchSeen ? [] : others.filter((one) => !saying.includes(one));
  return [
    ...conditions,
    ...saying.filter(({ opens }) => opens),
    ...saying.filter(({ opens }) => !opens),
    ...last.filter(({ opens }) => opens),
    ...last.filter(({ opens }) => !opens),
  ];
}

/** The name of a list says nothing of what its script does. */
const isSearching = ({ tag, says, id, classes }: FormTrigger): boolean =>
  tag !== 'option' && has(`${says} ${id} ${classes}`, SEARCHES);

const has = (text: string, lists: readonly LexiconName[]): boolean => {
  const hits = lexiconHits(wordLine(text));
  return lists.some((name) => (hits[lexiconNumber(name)] ?? 0) > 0);
};

const acts = (text: string): boolean => ACTING.test(text) || has(text, ACTS);
