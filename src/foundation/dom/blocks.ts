import { isElement, type TreeDocument, type TreeElement, type TreeNode } from './tree.ts';

/** A piece of running text of a page: a paragraph, a list item, a table row. */
export interface TextBlock {
  readonly text: string;
  /** It is part of navigation, footer or side column. */
  readonly chrome: boolean;
}

/** Elements whose text is invisible, and fields. */
const SILENT = new Set(
  'script style noscript template head iframe object svg math select option textarea button input datalist audio video canvas'.split(
    ' ',
  ),
);
const BLOCK = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4
  h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul`.split(
    /\s+/,
  ),
);
const CHROME = new Set(['nav', 'footer', 'aside']);
const CHROME_ROLES = new Set(['navigation', 'contentinfo', 'complementary', 'banner', 'search']);

const MAX_BLOCKS = 5_000;
const MAX_CHARACTERS = 300_000;

interface Level {
  readonly nodes: readonly TreeNode[];
  readonly chrome: boolean;
  readonly block: boolean;
  at: number;
}

/** Returns the visible text of a page in blocks, in document order, at most 300,000 characters. */
export function blocksOf(page: Pick<TreeDocument, 'root'>): TextBlock[] {
  const blocks: TextBlock[] = [];
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
      const chrome = level.chrome || isChrome(node);
      stack.push({ nodes: node.children, chrome, block, at: 0 });
      if (node.frame !== undefined) stack.push({ nodes: [node.frame.root], chrome, block: true, at: 0 });
      if (node.shadow !== undefined) stack.push({ nodes: node.shadow, chrome, block, at: 0 });
    }
  }
  return blocks;
}

const isRead = (element: TreeElement): boolean =>
  !SILENT.has(element.tag) &&
  (element.hidden === undefined || element.hidden === 'size' || element.hidden === 'offscreen');

const isChrome = (element: TreeElement): boolean =>
  CHROME.has(element.tag) || CHROME_ROLES.has(element.attributes.role ?? '');
