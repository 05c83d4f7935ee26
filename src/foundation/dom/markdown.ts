import { foldSpaces, isElement, type TreeDocument, type TreeElement, type TreeNode } from './tree.ts';

/** Elements whose text is invisible, fields, and what stands round the content of a page. */
const LEFT_OUT = new Set(
  'script style noscript template head iframe object svg math select option textarea button input datalist nav footer aside'.split(
    ' ',
  ),
);
const BLOCK = new Set(
  'address article blockquote body caption center dd details div dl dt fieldset figure figcaption form header hgroup hr html main ol p pre section summary table tbody thead tfoot tr ul li h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
);
/** Levels of elements that are read. */
const DEEPEST = 300;

/** The content of a page as Markdown: headings, paragraphs, lists, links, table rows; navigation and fields left out. */
export function markdownOf({ root, baseUrl }: Pick<TreeDocument, 'root' | 'baseUrl'>): string {
  const blocks: string[] = [];
  let text = '';
  let prefix = '';
  const flush = (): void => {
    const line = foldSpaces(text).trim();
    if (line !== '') blocks.push(`${prefix}${line}`);
    text = '';
  };
  const link = (element: TreeElement, depth: number): void => {
    const at = text.length;
    for (const child of element.children) read(child, depth);
    const shown = text.slice(at).trim();
    const to = URL.parse(element.attributes.href ?? '', baseUrl);
    // A link round whole blocks has had its text flushed.
    if (shown !== '' && text.length > at && to !== null && /^https?:$/.test(to.protocol))
      text = `${text.slice(0, at)}[${shown.replaceAll(']', '\\]')}](${to.href.replaceAll(')', '%29')}) `;
  };
  const read = (node: TreeNode, depth: number): void => {
    if (!isElement(node)) {
      text += node;
      return;
    }
    const { tag, hidden, children } = node;
    if (
      depth > DEEPEST ||
      LEFT_OUT.has(tag) ||
      (hidden !== undefined && hidden !== 'size' && hidden !== 'offscreen')
    )
      return;
    if (tag === 'a') {
      link(node, depth + 1);
      return;
    }
    if (tag === 'br' || tag === 'td' || tag === 'th') text += tag === 'br' ? ' ' : ' | ';
    const isBlock = BLOCK.has(tag);
    const before = prefix;
    if (isBlock) {
      flush();
      const [, level] = /^h([1-6])$/.exec(tag) ?? [];
      prefix =
        level === undefined
          ? tag === 'li'
            ? '- '
            : tag === 'blockquote'
              ? '> '
              : before
          : `${'#'.repeat(Number(level))} `;
    }
    for (const child of children) read(child, depth + 1);
    if (!isBlock) return;
    flush();
    prefix = before;
  };
  read(root, 0);
  return blocks.join('\n\n');
}
