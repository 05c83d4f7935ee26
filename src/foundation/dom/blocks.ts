import { mainContentOf } from './main-content.ts';
import { BLOCK, isHidden, SILENT } from './page-parts.ts';
import { seenPage } from './seen-page.ts';
import { isElement, type TreeDocument, type TreeElement, type TreeNode } from './tree.ts';

/** A piece of running text of a page: a paragraph, a list item, a table row. */
export interface TextBlock {
  readonly text: string;
  /** It is around the main content: in navigation, footer, side column and the like (see `mainContentOf`). */
  readonly chrome: boolean;
}

const MAX_BLOCKS = 5_000;
const MAX_CHARACTERS = 300_000;

interface Level {
  readonly nodes: readonly TreeNode[];
  readonly chrome: boolean;
  readonly block: boolean;
  at: number;
}

/** Returns the visible text of a page in blocks, in document order, at most 300,000 characters. */
export function blocksOf(whole: Pick<TreeDocument, 'root'>): TextBlock[] {
  const page = seenPage(whole);
  const blocks: TextBlock[] = [];
  const leftOut = mainContentOf(page);
  let text = '';
  let left = MAX_CHARACTERS;
  const flush = (chrome: boolean) => {
    const whole = text.replace(/\s+/g, ' ').trim();
    text = '';
    if (whole === '') return;
    blocks.push({ text: whole, chrome });
    left -= whole.length;
  };
  const stack: Level[] = [{ nodes: [page.root], chrome: false, block: true, at: 0 }];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) {
      if (level.block) flush(level.chrome);
      stack.pop();
    } else if (!isElement(node)) {
      if (text.length < left) text += node.slice(0, left);
    } else if (left <= 0 || blocks.length >= MAX_BLOCKS) break;
    else if (isRead(node)) {
      const block = BLOCK.has(node.tag);
      if (block) flush(level.chrome);
      // Cells and line breaks separate words, not blocks.
      else if (node.tag === 'td' || node.tag === 'th' || node.tag === 'br') text += ' ';
      const chrome = level.chrome || leftOut.has(node);
      stack.push({ nodes: node.children, chrome, block, at: 0 });
      if (node.frame !== undefined) stack.push({ nodes: [node.frame.root], chrome, block: true, at: 0 });
      if (node.shadow !== undefined) stack.push({ nodes: node.shadow, chrome, block, at: 0 });
    }
  }
  return blocks;
}

const isRead = (element: TreeElement): boolean => !SILENT.has(element.tag) && !isHidden(element);
