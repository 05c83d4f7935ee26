/** What one document says that another does not: told by the lines of text that a visitor sees. */

import {
  isElement,
  oneSpaced,
  type TreeDocument,
  type TreeNode,
  textOf,
} from '../../foundation/dom/index.ts';

const SILENT = new Set('script style noscript template head object svg math option'.split(' '));
const MOST_NODES = 300_000;
const MOST_LINE = 400;
const MOST_TEXT = 2_000_000;

/** Texts in view, and how often each. Linear in the size of the document. */
export function visibleLines(page: TreeDocument): Map<string, number> {
  const lines = new Map<string, number>();
  const stack: { readonly nodes: readonly TreeNode[]; at: number }[] = [{ nodes: [page.root], at: 0 }];
  let left = MOST_NODES;
  for (let level = stack.at(-1); level !== undefined && --left > 0; level = stack.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) stack.pop();
    else if (!isElement(node)) {
      const line = oneSpaced(node.slice(0, MOST_LINE)).trim();
      if (line !== '') lines.set(line, (lines.get(line) ?? 0) + 1);
    } else if (!SILENT.has(node.tag)) {
      // A box without height may hold what flows out of it.
      if (node.hidden !== undefined && node.hidden !== 'size') continue;
      stack.push({ nodes: node.children, at: 0 });
      if (node.shadow !== undefined) stack.push({ nodes: node.shadow, at: 0 });
      if (node.frame !== undefined) stack.push({ nodes: [node.frame.root], at: 0 });
    }
  }
  return lines;
}

/** Characters of text that a page shows and none of the others does, each line as often as it comes. */
function newText(page: TreeDocument, ...others: readonly TreeDocument[]): number {
  const known = others.map(visibleLines);
  let length = 0;
  for (const [line, times] of visibleLines(page)) {
    const before = known.reduce((most, lines) => Math.max(most, lines.get(line) ?? 0), 0);
    if (times > before) length += (times - before) * line.length;
  }
  return length;
}

/** Shorter than any message. */
const LEAST_TEXT = 4;

/** Whether a page says something that it did not say before. */
export const saysMore = (page: TreeDocument, before: TreeDocument): boolean =>
  newText(page, before) >= LEAST_TEXT;

/** Whether a page shows something else than before: more, or less. */
export const isChanged = (page: TreeDocument, before: TreeDocument): boolean =>
  saysMore(page, before) || newText(before, page) >= LEAST_TEXT;

/** Share of what a document says that scripts may have put there without it mattering: the time, a greeting. */
const DECORATION = 0.04;
const MOST_DECORATION = 40;

/**
 * Whether a page says by itself what it says once its scripts have run; what they put on the form's page, too, is
 * theirs on every page.
 */
export function saysBySelf(sent: TreeDocument, shown: TreeDocument, formPage: TreeDocument): boolean {
  const added = newText(shown, sent, formPage);
  const removed = newText(sent, shown);
  const all = newText(sent);
  return (
    added <= Math.max(MOST_DECORATION, all * DECORATION) && removed <= Math.max(4 * MOST_DECORATION, all / 2)
  );
}

/** The time of day, or a number. */
const LEAST_DECORATION = 10;

/** Whether scripts add nothing to what a page says by itself: a denial is as short as any greeting. */
export const saysAll = (sent: TreeDocument, shown: TreeDocument, formPage: TreeDocument): boolean =>
  newText(shown, sent, formPage) <= LEAST_DECORATION && saysBySelf(sent, shown, formPage);

/** Share of the records that a document must hold for it to be the list. */
const MOST_OF_THEM = 0.8;

/** Whether a document says the titles of a list by itself. */
export function holdsTitles(sent: TreeDocument, records: readonly { readonly title: string }[]): boolean {
  const text = textOf(sent.root, MOST_TEXT);
  const held = records.filter(({ title }) => text.includes(oneSpaced(title).trim())).length;
  return held >= records.length * MOST_OF_THEM;
}
