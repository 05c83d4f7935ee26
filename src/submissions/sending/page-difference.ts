/** Compares documents by the lines of text that a visitor sees. */

import {
  foldSpaces,
  isElement,
  type TreeDocument,
  type TreeNode,
  textOf,
} from '../../foundation/dom/index.ts';

const SILENT = new Set('script style noscript template head object svg math option'.split(' '));
const MAX_NODES = 300_000;
const MAX_LINE = 400;
const MAX_TEXT = 2_000_000;

/** Counts each visible line of text. Linear in the size of the document. */
export function visibleLines(page: TreeDocument): Map<string, number> {
  const lines = new Map<string, number>();
  const stack: { readonly nodes: readonly TreeNode[]; at: number }[] = [{ nodes: [page.root], at: 0 }];
  let left = MAX_NODES;
  for (let level = stack.at(-1); level !== undefined && --left > 0; level = stack.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) stack.pop();
    else if (!isElement(node)) {
      const line = foldSpaces(node.slice(0, MAX_LINE)).trim();
      if (line !== '') lines.set(line, (lines.get(line) ?? 0) + 1);
    } else if (!SILENT.has(node.tag)) {
      // The content of a box without height may overflow and be visible.
      if (node.hidden !== undefined && node.hidden !== 'size') continue;
      stack.push({ nodes: node.children, at: 0 });
      if (node.shadow !== undefined) stack.push({ nodes: node.shadow, at: 0 });
      if (node.frame !== undefined) stack.push({ nodes: [node.frame.root], at: 0 });
    }
  }
  return lines;
}

/** Counts the characters of text that a page shows and none of the others does, with repeated lines. */
function newText(page: TreeDocument, ...others: readonly TreeDocument[]): number {
  const known = others.map(visibleLines);
  let length = 0;
  for (const [line, times] of visibleLines(page)) {
    const before = known.reduce((most, lines) => Math.max(most, lines.get(line) ?? 0), 0);
    if (times > before) length += (times - before) * line.length;
  }
  return length;
}

/** No message is shorter than this. */
const MIN_NEW_TEXT = 4;

/** Tells whether a page shows text that it did not show before. */
export const hasNewText = (page: TreeDocument, before: TreeDocument): boolean =>
  newText(page, before) >= MIN_NEW_TEXT;

/** Tells whether text was added to a page or removed from it. */
export const isChanged = (page: TreeDocument, before: TreeDocument): boolean =>
  hasNewText(page, before) || newText(before, page) >= MIN_NEW_TEXT;

/** Share of a document's text that scripts may add without effect on the answer: the time, a greeting. */
const DECORATION_SHARE = 0.04;
const MAX_DECORATION = 40;

/**
 * Tells whether the document as sent holds the text that is shown after its scripts ran. Text that scripts
 * add to the form's page, too, is ignored.
 */
export function isServerRendered(sent: TreeDocument, shown: TreeDocument, formPage: TreeDocument): boolean {
  const added = newText(shown, sent, formPage);
  const removed = newText(sent, shown);
  const all = newText(sent);
  return (
    added <= Math.max(MAX_DECORATION, all * DECORATION_SHARE) &&
    removed <= Math.max(4 * MAX_DECORATION, all / 2)
  );
}

/** Room for the time of day, or a number. */
const MAX_SMALL_DECORATION = 10;

/** Tells whether scripts add next to nothing: a no-hits message may be as short as a greeting. */
export const isFullyServerRendered = (
  sent: TreeDocument,
  shown: TreeDocument,
  formPage: TreeDocument,
): boolean =>
  newText(shown, sent, formPage) <= MAX_SMALL_DECORATION && isServerRendered(sent, shown, formPage);

/** Least share of the titles that a document must contain to be the list. */
const MIN_TITLE_SHARE = 0.8;

/** Tells whether the document as sent contains the titles of a list. */
export function containsTitles(sent: TreeDocument, records: readonly { readonly title: string }[]): boolean {
  const text = textOf(sent.root, MAX_TEXT);
  const held = records.filter(({ title }) => text.includes(foldSpaces(title).trim())).length;
  return held >= records.length * MIN_TITLE_SHARE;
}
