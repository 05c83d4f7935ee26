import { html as names } from 'parse5';
import { Unsupported } from '../html-parser.ts';
import {
  type AttributeMap,
  adoptAttributes,
  MutableComment,
  MutableElement,
  MutableRoot,
  NO_ATTRIBUTES,
} from '../mutable-tree.ts';
import { adoptBlock, type Formatting, MOST_COPIES } from './adoption.ts';
import { IS, type Tag, tagOf } from './tags.ts';

export function unsupported(reason: string): never {
  throw new Unsupported(reason);
}

/** Deeper nesting, and more formatting at once, is left to a parser that indexes its stacks. */
const MAX_OPEN = 400;
const MAX_FORMATTING = 50;
const MAX_ELEMENTS = 1_000_000;
/** As many equal ones are kept in force (the standard's “Noah's Ark clause”). */
const ARK = 3;
/** Blocks that one end tag can part from its formatting. */
const MOST_ROUNDS = 8;
const P = tagOf('p');

export type RawContent = 'raw' | 'text' | 'script';

/** Holds the stack of open elements and the active formatting of the HTML standard (13.2.4). Foster parenting is unsupported. */
export class OpenElements {
  readonly document = new MutableRoot();
  form: MutableElement | undefined;
  /** Set when an element was opened whose content is no markup. */
  raw: { readonly element: MutableElement; readonly tag: Tag; readonly content: RawContent } | undefined;
  /** A line feed right behind the start tag does not count. */
  skipsNewline = false;
  readonly elements: MutableElement[] = [];
  readonly tags: Tag[] = [];
  /** Undefined marks the border of a cell, a caption or an object. */
  readonly formatting: (Formatting | undefined)[] = [];
  private paragraphs = 0;
  private made = 0;

  get depth(): number {
    return this.elements.length;
  }
  get tag(): Tag {
    return this.tags[this.tags.length - 1] as Tag;
  }
  at(depth: number): MutableElement | undefined {
    return this.elements[depth];
  }
  tagAt(depth: number): Tag | undefined {
    return this.tags[depth];
  }

  put(tag: Tag, attributes: AttributeMap = NO_ATTRIBUTES, namespace = names.NS.HTML): MutableElement {
    if (++this.made > MAX_ELEMENTS) unsupported('very many elements');
    const element = new MutableElement(tag.name, namespace, attributes);
    if (this.form !== undefined && (tag.is & IS.listed) !== 0) element.pointer = this.form;
    const { elements } = this;
    const parent = elements.length === 0 ? this.document : (elements[elements.length - 1] as MutableElement);
    parent.nodes.push(element);
    element.parent = parent;
    return element;
  }

  insert(tag: Tag, attributes: AttributeMap = NO_ATTRIBUTES): MutableElement {
    const element = this.put(tag, attributes);
    this.push(element, tag);
    return element;
  }

  push(element: MutableElement, tag: Tag): void {
    if (this.elements.push(element) > MAX_OPEN) unsupported('deep nesting');
    this.tags.push(tag);
    if (tag === P) this.paragraphs++;
  }

  pop(): void {
    this.elements.pop();
    if (this.tags.pop() === P) this.paragraphs--;
  }

  shorten(depth: number): void {
    while (this.elements.length > depth) this.pop();
  }

  /** Takes an open element out of the stack; what it holds stays open. */
  remove(element: MutableElement): void {
    const at = this.elements.lastIndexOf(element);
    if (at < 0) return;
    if (this.tags[at] === P) this.paragraphs--;
    this.elements.splice(at, 1);
    this.tags.splice(at, 1);
  }

  /** Gives an element that is open at a depth the attributes that a second tag of its name has besides. */
  adopt(depth: number, name: string, attributes: AttributeMap): void {
    const element = this.elements[depth];
    if (element !== undefined && this.tags[depth]?.name === name) adoptAttributes(element, attributes);
  }

  insertRaw(tag: Tag, attributes: AttributeMap, content: RawContent): void {
    this.raw = { element: this.put(tag, attributes), tag, content };
  }

  insertText(text: string): void {
    const { nodes } = this.elements[this.elements.length - 1] as MutableElement;
    const last = nodes.length - 1;
    const before = nodes[last];
    if (typeof before === 'string') nodes[last] = before + text;
    else nodes.push(text);
  }

  /** @param depth of the element that the comment stands in; of the document nothing is kept but its element */
  comment(depth: number): void {
    const parent = this.elements[depth];
    if (parent === undefined) return;
    parent.nodes.push(new MutableComment());
    parent.needsCleanup = true;
  }

  /** Depth of the innermost open element of a name, -1 where none is open within the borders. */
  inScope(name: string, borders: number = IS.scope): number {
    for (let i = this.tags.length - 1; i >= 0; i--) {
      const tag = this.tags[i] as Tag;
      if (tag.name === name) return i;
      if ((tag.is & borders) !== 0) return -1;
    }
    return -1;
  }

  /** The same for elements of a kind. */
  kindInScope(kind: number, borders: number = IS.scope): number {
    for (let i = this.tags.length - 1; i >= 0; i--) {
      const { is } = this.tags[i] as Tag;
      if ((is & kind) !== 0) return i;
      if ((is & borders) !== 0) return -1;
    }
    return -1;
  }

  /** Closes the innermost element of a name and all in it, where there is one within the borders. */
  close(name: string, borders: number = IS.scope): boolean {
    const depth = this.inScope(name, borders);
    if (depth >= 0) this.shorten(depth);
    return depth >= 0;
  }

  closeParagraph(): void {
    if (this.paragraphs > 0) this.close('p', IS.scope | IS.button);
  }

  /** Closes what stands in a table, a section or a row but its proper parts. */
  clearTo(kind: number): void {
    while ((this.tag.is & (kind | IS.root)) === 0) this.pop();
  }

  closeImplied(): void {
    while ((this.tag.is & IS.implied) !== 0) this.pop();
  }

  mark(): void {
    this.formatting.push(undefined);
  }

  clearToMark(): void {
    for (let entry = this.formatting.pop(); entry !== undefined; ) entry = this.formatting.pop();
  }

  /** Opens a formatting element, which goes on until its own end tag, whatever is closed meanwhile. */
  format(tag: Tag, attributes: AttributeMap): void {
    this.reconstruct();
    const equal = (entry: Formatting | undefined): entry is Formatting =>
      entry !== undefined && entry.tag.name === tag.name && sameAttributes(entry.attributes, attributes);
    const inForce = this.formatting.slice(this.formatting.lastIndexOf(undefined) + 1).filter(equal);
    if (inForce.length >= ARK) this.forget(inForce[0]);
    const element = this.insert(tag, attributes);
    if (this.formatting.push({ tag, attributes, element }) > MAX_FORMATTING)
      unsupported('much formatting at once');
  }

  /** Opens anew the formatting that is in force but was closed with what it stood in. */
  reconstruct(): void {
    const { formatting, elements } = this;
    let from = formatting.length;
    for (; from > 0; from--) {
      const entry = formatting[from - 1];
      if (entry === undefined || elements.lastIndexOf(entry.element) >= 0) break;
    }
    for (; from < formatting.length; from++) {
      const entry = formatting[from] as Formatting;
      entry.element = this.insert(entry.tag, entry.attributes);
    }
  }

  /** The innermost formatting of a name that is in force. */
  formattingOf(name: string): MutableElement | undefined {
    return this.entryOf(name)?.element;
  }

  /** Closes a formatting element (the adoption agency algorithm of the HTML standard); false where none is in force. */
  closeFormatting(name: string): boolean {
    const current = this.elements[this.elements.length - 1];
    if (this.tag.name === name && !this.formatting.some((entry) => entry?.element === current)) {
      this.pop();
      return true;
    }
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const entry = this.entryOf(name);
      if (entry === undefined) return false;
      if (this.closeEntry(entry)) return true;
    }
    return true;
  }

  /** @returns false where a block was adopted, and there may be more of the name */
  private closeEntry(entry: Formatting): boolean {
    const { elements, tags } = this;
    const depth = elements.lastIndexOf(entry.element);
    if (depth < 0) {
      this.forget(entry);
      return true;
    }
    const above = tags.slice(depth + 1);
    if (above.some(({ is }) => (is & IS.scope) !== 0)) return true;
    const block = above.findIndex(({ is }) => (is & IS.special) !== 0);
    if (block < 0) {
      this.shorten(depth);
      this.forget(entry);
      return true;
    }
    this.made += MOST_COPIES;
    if (this.made > MAX_ELEMENTS) unsupported('very many elements');
    if (!adoptBlock(this, entry, depth, depth + 1 + block))
      unsupported('a block that leaves its place in a table');
    return false;
  }

  /** Takes the formatting of an element out of force. */
  unformat(element: MutableElement): void {
    this.forget(this.formatting.find((entry) => entry?.element === element));
  }

  private entryOf(name: string): Formatting | undefined {
    for (let i = this.formatting.length - 1; i >= 0; i--) {
      const entry = this.formatting[i];
      if (entry === undefined || entry.tag.name === name) return entry;
    }
    return undefined;
  }

  private forget(entry: Formatting | undefined): void {
    if (entry !== undefined) this.formatting.splice(this.formatting.lastIndexOf(entry), 1);
  }
}

function sameAttributes(one: AttributeMap, other: AttributeMap): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}
