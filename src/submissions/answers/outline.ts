import { isElement, type TreeDocument, type TreeElement, type TreeNode } from '../../foundation/dom/index.ts';
import { asTable } from './role-tables.ts';
import { isShownLater } from './shown-later.ts';

/** Elements whose text a reader does not see as text. */
const SKIPPED = new Set(
  'script style noscript template head iframe object svg math select option optgroup datalist textarea title'.split(
    ' ',
  ),
);
const MAX_PIECES = 60_000;
const MAX_TEXT = 2_000;

/** An element as a range of positions in the document: it and its descendants take `start` up to `end`. */
export interface Part {
  readonly element: TreeElement;
  readonly parent: Part | undefined;
  readonly depth: number;
  readonly start: number;
  end: number;
  /** Number of its tag path from the root; equal paths have equal numbers. */
  readonly path: number;
  /** The element, or an ancestor, is not visible. */
  readonly hidden: boolean;
  /** Base for addresses inside it. */
  readonly baseUrl: string;
}

export interface TextPiece {
  readonly at: number;
  readonly text: string;
  readonly parent: Part;
  /** No space separates it from the text before, so that a word may continue. */
  readonly joinsPrevious?: true;
}

/** Inline elements. */
export const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code del em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Finds the first part that is such a one: itself, or what it stands in, as far as it starts from a position on. */
export function partAround(part: Part | undefined, is: (part: Part) => boolean, from = 0): Part | undefined {
  for (let at = part; at !== undefined && at.start >= from; at = at.parent) if (is(at)) return at;
  return undefined;
}

export const blockOf = (part: Part): Part =>
  partAround(part, ({ element, parent }) => parent === undefined || !INLINE.has(element.tag)) ?? part;

/** Elements that HTML opens again in the next block where they were not closed. */
const FORMATTING: ReadonlySet<string> = new Set('b big code em font i s small strike strong tt u'.split(' '));

/**
 * Returns the closest element that does more than format text: an author leaves one of those open, and it goes on around
 * the blocks that follow.
 */
export function unformatted(part: Part | undefined): Part | undefined {
  let above = part;
  while (above !== undefined && FORMATTING.has(above.element.tag)) above = above.parent;
  return above;
}

/** A document in reading order. Frames and shadow roots are placed where they are embedded. */
export interface Outline {
  readonly parts: readonly Part[];
  /** Visible text, in order. */
  readonly texts: readonly TextPiece[];
  /** Source of inline scripts, which may show that scrolling loads more. */
  readonly scripts: readonly string[];
  /** Its style sheets, which may strike texts out. */
  readonly styles: readonly TreeElement[];
  readonly pathName: (path: number) => string;
}

/** Builds the outline in one pass without recursion, up to 60,000 positions. */
export const outlineOf = (document: TreeDocument): Outline => new OutlineBuilder(document).outline();

interface Level {
  readonly nodes: readonly TreeNode[];
  readonly parent: Part;
  readonly baseUrl: string;
  at: number;
  readonly closes: boolean;
}

class OutlineBuilder {
  private readonly parts: Part[] = [];
  private readonly texts: TextPiece[] = [];
  private readonly scripts: string[] = [];
  private readonly styles: TreeElement[] = [];
  private readonly paths = new Map<string, number>();
  private readonly steps: { readonly parent: number; readonly tag: string }[] = [];
  private readonly stack: Level[] = [];
  private position = 0;
  /** The text before does not end in space, and no line has ended since. */
  private continuesText = false;

  constructor(document: TreeDocument) {
    this.addElement(document.root, undefined, document.baseUrl);
    for (let level = this.stack.at(-1); level !== undefined; level = this.stack.at(-1)) {
      const node = level.nodes[level.at++];
      if (node === undefined || this.position > MAX_PIECES) {
        this.stack.pop();
        if (level.closes) level.parent.end = this.position;
        if (!INLINE.has(level.parent.element.tag)) this.continuesText = false;
      } else if (isElement(node)) this.addElement(node, level.parent, level.baseUrl, level);
      else this.addText(node, level.parent);
    }
  }

  outline(): Outline {
    const { parts, texts, scripts, styles } = this;
    return { parts, texts, scripts, styles, pathName: (path) => this.nameOf(path) };
  }

  private addElement(node: TreeElement, parent: Part | undefined, baseUrl: string, level?: Level): void {
    const element = asTable(node);
    const { tag } = element;
    if (tag === 'script') {
      const [code] = element.children;
      if (typeof code === 'string') this.scripts.push(code.slice(0, 20_000));
    }
    if (tag === 'style') this.styles.push(element);
    if (SKIPPED.has(tag) && element.frame === undefined) return;
    if (!INLINE.has(tag)) this.continuesText = false;
    const isHidden = element.hidden !== undefined && element.hidden !== 'size';
    const hidden =
      (parent?.hidden ?? false) ||
      (isHidden && !(level !== undefined && isShownLater(node, level.nodes, level.at - 1)));
    const part: Part = {
      element,
      parent,
      depth: (parent?.depth ?? -1) + 1,
      start: this.position++,
      end: 0,
      path: this.pathOf(parent, tag),
      hidden,
      baseUrl,
    };
    this.parts.push(part);
    this.stack.push({ nodes: element.children, parent: part, baseUrl, at: 0, closes: true });
    if (element.shadow !== undefined)
      this.stack.push({ nodes: element.shadow, parent: part, baseUrl, at: 0, closes: false });
    if (element.frame !== undefined) {
      const { root, baseUrl: base } = element.frame;
      this.stack.push({ nodes: [root], parent: part, baseUrl: base, at: 0, closes: false });
    }
  }

  private nameOf(path: number): string {
    const tags: string[] = [];
    // Browsers put a `tbody` into each table; XML and some parsers do not.
    for (let step = this.steps[path]; step !== undefined; step = this.steps[step.parent])
      if (step.tag !== 'tbody') tags.push(step.tag);
    return tags.reverse().join('/');
  }

  private pathOf(parent: Part | undefined, tag: string): number {
    const above = INLINE.has(tag) ? parent : unformatted(parent);
    const key = `${above?.path ?? -1} ${tag}`;
    const known = this.paths.get(key);
    if (known !== undefined) return known;
    const path = this.steps.push({ parent: above?.path ?? -1, tag }) - 1;
    this.paths.set(key, path);
    return path;
  }

  private addText(node: string, parent: Part): void {
    if (parent.hidden) return;
    const cut = node.slice(0, MAX_TEXT);
    const text = cut.replace(/\s+/g, ' ').trim();
    if (cut !== '' && /^\s/.test(cut)) this.continuesText = false;
    if (text === '') return;
    this.texts.push({
      at: this.position++,
      text,
      parent,
      ...(this.continuesText && { joinsPrevious: true }),
    });
    this.continuesText = !/\s$/.test(cut);
  }
}

/** Visible text between two positions, in order; at most `limit` pieces. */
export function textsBetween(
  outline: Outline,
  start: number,
  end: number,
  limit = outline.texts.length,
): readonly TextPiece[] {
  const [from, to] = textRange(outline, start, end);
  return outline.texts.slice(from, Math.min(to, from + limit));
}

/** Visible text of a part. */
export const textIn = (outline: Outline, { start, end }: Part): string =>
  textsBetween(outline, start, end)
    .map(({ text }) => text)
    .join(' ');

/** First and end index of the visible texts between two positions. */
export function textRange({ texts }: Outline, start: number, end: number): [from: number, to: number] {
  const from = firstAt(texts, start);
  return [from, firstAt(texts, end, from)];
}

/** Key of a sequence of ranges by the texts in them, so that records of different elements are known to be the same. */
export function rangesKey(
  outline: Outline,
  ranges: readonly { readonly start: number; readonly end: number }[],
): string {
  let [one, two] = [0, 1];
  for (const { start, end } of ranges) {
    const [from, to] = textRange(outline, start, end);
    one = (Math.imul(one, 31) + from) | 0;
    two = (Math.imul(two, 37) + Math.imul(from, 7) + to) | 0;
  }
  return `${ranges.length} ${one} ${two}`;
}

function firstAt(texts: readonly TextPiece[], position: number, from = 0): number {
  let low = from;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle]?.at ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
