import { mainContentOf } from './main-content.ts';
import { BLOCK, isHidden, type LeftOut, SILENT } from './page-parts.ts';
import { seenPage } from './seen-page.ts';
import { isElement, type TreeDocument, type TreeElement, type TreeNode } from './tree.ts';

const MARKS: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '_', em: '_', code: '`' };
const MAX_DEPTH = 200;
const MAX_CHARACTERS = 300_000;

/** The main content of a page (see `mainContentOf`) that a reader sees, as Markdown, at most 300,000 characters. */
export function markdownOf(whole: Pick<TreeDocument, 'root' | 'baseUrl'>): string {
  const page = seenPage(whole);
  const writer = new MarkdownWriter(page.baseUrl, mainContentOf(page));
  writer.block(page.root, '', 0);
  return writer.text();
}

class MarkdownWriter {
  private readonly lines: string[] = [];
  private readonly base: string;
  private readonly leftOut: LeftOut;
  private length = 0;
  private beginsItem = false;

  constructor(base: string, leftOut: LeftOut) {
    this.base = base;
    this.leftOut = leftOut;
  }

  text(): string {
    return `${this.lines
      .filter((line, at) => !repeatsAround(this.lines, line, at))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .slice(0, MAX_CHARACTERS)}\n`;
  }

  /** @param indent what lines begin with: of lists and quotes */
  block(element: TreeElement, indent: string, depth: number): void {
    if (depth > MAX_DEPTH || this.length > MAX_CHARACTERS) return;
    const { tag } = element;
    if (tag === 'pre') this.paragraph(`\`\`\`\n${rawText(element)}\n\`\`\``, indent);
    else if (tag === 'table' && isGrid(element)) this.table(element, indent);
    else if (tag === 'hr') this.paragraph('---', indent);
    else this.flow(element, indent, depth);
  }

  private isSilent(element: TreeElement): boolean {
    return SILENT.has(element.tag) || isHidden(element) || this.leftOut.has(element);
  }

  private flow(element: TreeElement, indent: string, depth: number): void {
    const { tag } = element;
    let inline: TreeNode[] = [];
    const flush = () => {
      const text = this.inline(inline, 0).replace(/\s+/g, ' ').trim();
      inline = [];
      const level = /^h([1-6])$/.exec(tag)?.[1];
      if (text !== '')
        this.paragraph(level === undefined ? text : `${'#'.repeat(Number(level))} ${text}`, indent);
    };
    let item = 0;
    for (const child of [...element.children, ...(element.shadow ?? [])]) {
      if (isElement(child) && this.isSilent(child)) continue;
      if (!isElement(child) || !holdsBlock(child, depth)) inline.push(child);
      else {
        flush();
        if (child.tag === 'li') this.item(child, indent, tag === 'ol' ? `${++item}. ` : '- ', depth);
        else if (child.tag === 'dd') this.item(child, indent, ': ', depth);
        else this.block(child, child.tag === 'blockquote' ? `${indent}> ` : indent, depth + 1);
      }
    }
    flush();
  }

  private item(element: TreeElement, indent: string, mark: string, depth: number): void {
    const at = this.lines.length;
    this.beginsItem = true;
    this.block(element, `${indent}${' '.repeat(mark.length)}`, depth + 1);
    this.beginsItem = false;
    const first = this.lines[at];
    if (first === undefined) return;
    this.lines[at] = `${indent}${mark}${first.slice(indent.length + mark.length)}`;
    // Items of a list stand line by line.
    if (this.lines.at(-1) === '') this.lines.pop();
  }

  private paragraph(text: string, indent: string): void {
    const last = this.lines.at(-1) ?? '';
    // Items stand line by line; what follows a list does not continue its last item.
    if (!this.beginsItem && last !== '' && last !== indent.trimEnd()) this.lines.push(indent.trimEnd());
    this.beginsItem = false;
    for (const line of text.split('\n')) this.lines.push(`${indent}${line}`);
    this.lines.push(indent.trimEnd());
    this.length += text.length;
  }

  private table(element: TreeElement, indent: string): void {
    const rows = rowsOf(element).map((row) =>
      row.children
        .filter(isElement)
        .map((cell) => this.inline([cell], 0).replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')),
    );
    const width = Math.max(...rows.map((row) => row.length));
    const line = (cells: readonly string[]) =>
      `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`;
    const [head = [], ...rest] = rows;
    this.paragraph([line(head), `|${'---|'.repeat(width)}`, ...rest.map(line)].join('\n'), indent);
  }

  /** @param linked within a link, whose pictures repeat what it or its target says */
  private inline(nodes: readonly TreeNode[], depth: number, linked = false): string {
    if (depth > MAX_DEPTH) return '';
    return nodes
      .map((node) => {
        if (!isElement(node)) return escaped(node);
        if (this.isSilent(node)) return '';
        if (node.tag === 'br') return ' ';
        if (node.tag === 'img') return linked ? '' : picture(node, this.base);
        const href = node.tag === 'a' ? node.attributes.href : undefined;
        const text = this.inline(
          [...node.children, ...(node.shadow ?? [])],
          depth + 1,
          linked || href !== undefined,
        );
        const mark = MARKS[node.tag];
        if (text.trim() === '') return text;
        if (mark !== undefined && !text.trim().startsWith(mark))
          return text.replace(text.trim(), () => `${mark}${text.trim()}${mark}`);
        const target = href === undefined ? null : URL.parse(href, this.base);
        if (target !== null && /^https?:$/.test(target.protocol))
          return `[${text.trim()}](${addressOf(target)})`;
        return BLOCK.has(node.tag) || node.tag === 'td' ? ` ${text} ` : text;
      })
      .join('');
  }
}

/** Lines before and after a picture that may say what it shows. */
const AROUND = 4;

/** Says whether a line is a picture whose text begins as one near it does. */
function repeatsAround(lines: readonly string[], line: string, at: number): boolean {
  if (!line.trimStart().startsWith('![')) return false;
  const [, said = ''] = /^ *!\[([^\]]{0,12})[^\]]*\]\([^)]*\)$/.exec(line) ?? [];
  const near = [...lines.slice(Math.max(0, at - AROUND), at), ...lines.slice(at + 1, at + 1 + AROUND)];
  return said !== '' && near.some((other) => !other.includes('![') && other.includes(said));
}

const escaped = (text: string): string => text.replace(/([\\`*_[\]])/g, '\\$1');

/** Returns an address without the brackets that would end it. */
const addressOf = ({ href }: URL): string => href.replaceAll('(', '%28').replaceAll(')', '%29');

function picture({ attributes: { alt = '', src = '' } }: TreeElement, base: string): string {
  const address = /^data:/i.test(src) ? null : URL.parse(src, base);
  return alt.trim() === '' || address === null
    ? ''
    : `![${escaped(alt.trim().replace(/\s+/g, ' '))}](${addressOf(address)})`;
}

function holdsBlock(element: TreeElement, depth: number): boolean {
  if (BLOCK.has(element.tag)) return true;
  return (
    depth < MAX_DEPTH && element.children.some((child) => isElement(child) && holdsBlock(child, depth + 1))
  );
}

const rowsOf = (table: TreeElement): TreeElement[] =>
  table.children
    .filter(isElement)
    .flatMap((part) =>
      part.tag === 'tr' ? [part] : part.children.filter(isElement).filter(({ tag }) => tag === 'tr'),
    );

/** A table of data: at least two columns, and no blocks in its cells. */
function isGrid(table: TreeElement): boolean {
  const rows = rowsOf(table);
  const cells = rows.flatMap((row) => row.children.filter(isElement));
  return (
    rows.length > 0 &&
    rows.some((row) => row.children.filter(isElement).length > 1) &&
    !cells.some((cell) => cell.children.some((child) => isElement(child) && BLOCK.has(child.tag)))
  );
}

const rawText = (element: TreeElement, depth = 0): string =>
  element.children
    .map((child) => (!isElement(child) ? child : depth < MAX_DEPTH ? rawText(child, depth + 1) : ''))
    .join('')
    .replace(/\n$/, '');
