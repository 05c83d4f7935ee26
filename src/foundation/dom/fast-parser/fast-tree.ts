import type { AttributeMap, MutableRoot } from '../mutable-tree.ts';
import { endInBody, startInBody } from './in-body.ts';
import { endInSvg, startInSvg } from './in-svg.ts';
import { IN_TABLE } from './in-table.ts';
import { OpenElements, unsupported } from './open-elements.ts';
import { IS, type Tag, tagOf } from './tags.ts';

export type Mode =
  | 'initial'
  | 'before html'
  | 'before head'
  | 'head'
  | 'after head'
  | 'body'
  | 'table'
  | 'table body'
  | 'row'
  | 'cell'
  | 'caption'
  | 'column group'
  | 'select'
  | 'select in table'
  | 'after body'
  | 'after document';

const HTML = tagOf('html');
const HEAD = tagOf('head');
const BODY = tagOf('body');
const NOT_BLANK = /[^ \t\n\f]/;
/** End tags that stand for the beginning of a body. */
const BEGINS_BODY = new Set(['body', 'html', 'br']);
const AFTER: ReadonlySet<Mode> = new Set<Mode>(['after body', 'after document']);

/**
 * Builds a tree from tokens by the rules of the HTML standard, and throws {@link Unsupported} where these are rare and long:
 * formulas, templates, frame sets, text between the cells of a table.
 */
export class FastTreeBuilder {
  readonly open = new OpenElements();
  readonly scripting: boolean;
  mode: Mode = 'initial';
  /** Undefined where the doctype is one of those not looked up here. */
  quirks: boolean | undefined = true;
  private head: ReturnType<OpenElements['insert']> | undefined;

  constructor(scripting: boolean) {
    this.scripting = scripting;
  }

  doctype(name: string, publicId: string | undefined, systemId: string | undefined): void {
    if (this.mode !== 'initial') return;
    this.quirks = quirksOf(name, publicId, systemId);
    this.mode = 'before html';
  }

  start(tag: Tag, attributes: AttributeMap, selfClosing = false): void {
    const { open } = this;
    if (open.depth > 0 && (open.tag.is & IS.foreign) !== 0) startInSvg(this, tag, attributes, selfClosing);
    else if (tag === HTML && this.open.depth > 0) this.open.adopt(0, 'html', attributes);
    else if (this.mode === 'body') startInBody(this, tag, attributes, selfClosing);
    else {
      const modeTags = IN_TABLE[this.mode];
      if (modeTags !== undefined) modeTags.start(this, tag, attributes, selfClosing);
      else if (AFTER.has(this.mode)) {
        this.mode = 'body';
        startInBody(this, tag, attributes, selfClosing);
      } else this.startBeforeBody(tag, attributes, selfClosing);
    }
  }

  private startBeforeBody(tag: Tag, attributes: AttributeMap, selfClosing: boolean): void {
    if (this.open.depth === 0) {
      this.open.insert(HTML, tag === HTML ? attributes : undefined);
      this.mode = 'before head';
      if (tag === HTML) return;
    }
    if (this.mode === 'before head') {
      this.head = this.open.insert(HEAD, tag === HEAD ? attributes : undefined);
      this.mode = 'head';
    }
    if (tag === HEAD) return;
    if (this.mode === 'head') {
      if ((tag.is & IS.metadata) !== 0 || tag.name === 'noscript') {
        if (tag.name === 'noscript' && !this.scripting) unsupported('<noscript> in the head');
        startInBody(this, tag, attributes);
        return;
      }
      this.leaveHead();
    }
    if ((tag.is & IS.metadata) !== 0 && this.head !== undefined) {
      this.open.push(this.head, HEAD);
      startInBody(this, tag, attributes);
      this.open.pop();
    } else if (tag.name === 'frameset') unsupported('a frame set');
    else {
      this.open.insert(BODY, tag === BODY ? attributes : undefined);
      this.mode = 'body';
      if (tag !== BODY) startInBody(this, tag, attributes, selfClosing);
    }
  }

  private leaveHead(): void {
    this.open.pop();
    this.mode = 'after head';
  }

  end(tag: Tag): void {
    const { open } = this;
    if (open.depth > 0 && (open.tag.is & IS.foreign) !== 0 && endInSvg(this, tag)) return;
    if (this.mode === 'body') {
      endInBody(this, tag);
      return;
    }
    const modeTags = IN_TABLE[this.mode];
    if (modeTags !== undefined) modeTags.end(this, tag);
    else if (AFTER.has(this.mode)) {
      if (this.mode === 'after body' && tag === HTML) this.mode = 'after document';
      else {
        this.mode = 'body';
        endInBody(this, tag);
      }
    } else this.endBeforeBody(tag);
  }

  private endBeforeBody(tag: Tag): void {
    if (this.mode === 'initial') this.mode = 'before html';
    if (tag === HEAD && this.mode !== 'after head') {
      this.reachHead();
      this.leaveHead();
    } else if (BEGINS_BODY.has(tag.name)) {
      this.reachBody();
      endInBody(this, tag);
    }
  }

  private reachHead(): void {
    if (this.open.depth === 0) this.open.insert(HTML);
    if (this.head === undefined) this.head = this.open.insert(HEAD);
    this.mode = 'head';
  }

  private reachBody(): void {
    if (this.mode !== 'after head') {
      this.reachHead();
      this.leaveHead();
    }
    this.open.insert(BODY);
    this.mode = 'body';
  }

  comment(): void {
    if (this.mode === 'after body') this.open.comment(0);
    else if (this.mode !== 'after document') this.open.comment(this.open.depth - 1);
  }

  /** @param text not empty, references decoded */
  text(text: string): void {
    const { open, mode } = this;
    const { is } = open.depth > 0 ? open.tag : HTML;
    if ((is & IS.foreign) !== 0 && (is & IS.special) === 0) open.insertText(text);
    else if (mode === 'body' || mode === 'cell' || mode === 'caption') {
      open.reconstruct();
      open.insertText(text);
    } else if (mode === 'select' || mode === 'select in table') open.insertText(text);
    else this.textElsewhere(text, text.search(NOT_BLANK));
  }

  /** @param from where the first word begins, -1 where there is none */
  private textElsewhere(text: string, from: number): void {
    const { open, mode } = this;
    if (AFTER.has(mode)) {
      if (from >= 0) this.mode = 'body';
      open.reconstruct();
      open.insertText(text);
    } else if (IN_TABLE[mode] !== undefined) {
      if (from >= 0) unsupported('text in a table that stands in no cell');
      open.insertText(text);
    } else {
      if (from !== 0 && (mode === 'head' || mode === 'after head'))
        open.insertText(from < 0 ? text : text.slice(0, from));
      if (from < 0) return;
      this.reachBody();
      open.insertText(text.slice(from));
    }
  }

  finish(): MutableRoot {
    if (IN_TABLE[this.mode] === undefined && this.mode !== 'body' && !AFTER.has(this.mode)) this.reachBody();
    return this.open.document;
  }

  /** The mode that the innermost open element asks for. */
  resetMode(): void {
    const { open } = this;
    for (let depth = open.depth - 1; depth > 0; depth--) {
      const { name, is } = open.tagAt(depth) as Tag;
      const mode =
        (is & IS.cell) !== 0
          ? 'cell'
          : (is & IS.row) !== 0
            ? 'row'
            : (is & IS.section) !== 0
              ? 'table body'
              : name === 'caption' || name === 'table' || name === 'body'
                ? name
                : undefined;
      if (mode !== undefined) {
        this.mode = mode;
        return;
      }
    }
    unsupported('a table that stands in no body');
  }
}

const KNOWN_QUIRKLESS = /^-\/\/w3c\/\/dtd (?:html 4\.01\/\/|xhtml (?:1\.[01]|basic|\+rdfa))/i;
const QUIRKY_WITHOUT_SYSTEM = /^-\/\/w3c\/\/dtd html 4\.01 (?:transitional|frameset)\/\//i;
const QUIRKY_SYSTEM = /ibmxhtml1/i;

/** Only the doctypes that are met every day; undefined for others. */
function quirksOf(
  name: string,
  publicId: string | undefined,
  systemId: string | undefined,
): boolean | undefined {
  if (name !== 'html') return true;
  if (systemId !== undefined && QUIRKY_SYSTEM.test(systemId)) return undefined;
  if (publicId === undefined || KNOWN_QUIRKLESS.test(publicId)) return false;
  return QUIRKY_WITHOUT_SYSTEM.test(publicId) ? systemId === undefined : undefined;
}
