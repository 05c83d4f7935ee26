import { type HtmlParser, MAX_CHARACTERS, Unsupported } from '../html-parser.ts';
import { type AttributeMap, Attributes, type MutableRoot, NO_ATTRIBUTES } from '../mutable-tree.ts';
import { FastTreeBuilder } from './fast-tree.ts';
import { unsupported } from './open-elements.ts';
import { decodeAttribute, decodeText } from './references.ts';
import { lowerCase, type Tag, tagOf } from './tags.ts';

/** Parses most pages in one pass over the text, from one `<` to the next, building the tree on the way. */
export const fastParse: HtmlParser = (html, scripting) => {
  try {
    if (html.length > MAX_CHARACTERS) unsupported('longer than is read');
    if (html.includes('\0')) unsupported('a null character');
    // The standard has rules of its own for a tag that is cut off.
    if (html.lastIndexOf('<') > html.lastIndexOf('>')) unsupported('cut off inside a tag');
    return new FastParser(html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html, scripting).read();
  } catch (error) {
    if (error instanceof Unsupported) return error;
    throw error;
  }
};

const SPACE = 0x20;
const BANG = 0x21;
const DOUBLE_QUOTE = 0x22;
const QUOTE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;

const isLetter = (code: number): boolean => {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
};
/** White space of HTML; carriage returns have become line feeds. */
const isBlank = (code: number): boolean => code === SPACE || code === 0x0a || code === 0x09 || code === 0x0c;

const DOCTYPE =
  /^doctype\s+([^\s>"']+)(?:\s+public\s+(?:"([^"]*)"|'([^']*)')(?:\s*(?:"([^"]*)"|'([^']*)'))?|\s+system\s+(?:"([^"]*)"|'([^']*)'))?\s*$/i;

class FastParser {
  private readonly html: string;
  private readonly tree: FastTreeBuilder;
  /** Behind the tag that was read last. */
  private at = 0;
  private selfClosing = false;

  constructor(html: string, scripting: boolean) {
    this.html = html;
    this.tree = new FastTreeBuilder(scripting);
  }

  read(): MutableRoot {
    const { html } = this;
    let textFrom = 0;
    for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', this.at)) {
      const code = html.charCodeAt(open + 1);
      const markup = isLetter(code) || code === SLASH || code === BANG || code === QUESTION;
      if (!markup) {
        this.at = open + 1;
        continue;
      }
      this.text(textFrom, open);
      if (isLetter(code)) this.startTag(open + 1);
      else if (code === SLASH) this.endTag(open + 2);
      else this.declaration(open);
      textFrom = this.at;
    }
    this.text(textFrom, html.length);
    return this.tree.finish();
  }

  private text(from: number, to: number): void {
    if (from >= to) return;
    const text = decodeText(this.html.slice(from, to));
    const { open } = this.tree;
    const rest = open.skipsNewline && text.startsWith('\n') ? text.slice(1) : text;
    open.skipsNewline = false;
    if (rest !== '') this.tree.text(rest);
  }

  private startTag(from: number): void {
    const tag = this.tagName(from);
    const attributes = this.attributes();
    const { open } = this.tree;
    open.skipsNewline = false;
    this.tree.start(tag, attributes, this.selfClosing);
    if (open.raw !== undefined) this.rawContent();
  }

  private endTag(from: number): void {
    const code = this.html.charCodeAt(from);
    if (code === GREATER) this.at = from + 1;
    else if (isLetter(code)) {
      const tag = this.tagName(from);
      this.attributes();
      this.tree.open.skipsNewline = false;
      this.tree.end(tag);
    } else this.comment(this.indexOf('>', from) + 1);
  }

  /** A comment, a doctype, or what passes for a comment. */
  private declaration(open: number): void {
    const { html } = this;
    if (html.startsWith('<!--', open)) {
      const within = open + 4;
      if (html.startsWith('>', within)) this.comment(within + 1);
      else if (html.startsWith('->', within)) this.comment(within + 2);
      else this.comment(this.commentEnd(within));
      return;
    }
    if (html.startsWith('<![CDATA[', open)) unsupported('a CDATA section');
    const end = this.indexOf('>', open);
    if (!/^<!doctype/i.test(html.slice(open, open + 9))) {
      this.comment(end + 1);
      return;
    }
    const match = DOCTYPE.exec(html.slice(open + 2, end)) ?? unsupported('an odd doctype');
    this.tree.open.skipsNewline = false;
    this.tree.doctype(
      lowerCase(match[1] ?? ''),
      match[2] ?? match[3],
      match.slice(4).find((id) => id !== undefined),
    );
    this.at = end + 1;
  }

  private commentEnd(from: number): number {
    const end = this.indexOf('-->', from);
    const bang = this.html.slice(from, end).indexOf('--!>');
    return bang < 0 ? end + 3 : from + bang + 4;
  }

  private comment(end: number): void {
    this.at = end;
    this.tree.open.skipsNewline = false;
    this.tree.comment();
  }

  private indexOf(what: string, from: number): number {
    const at = this.html.indexOf(what, from);
    return at < 0 ? unsupported('markup without an end') : at;
  }

  /** Leaves the place behind the name. */
  private tagName(from: number): Tag {
    const { html } = this;
    let at = from + 1;
    for (let code = html.charCodeAt(at); !endsName(code); code = html.charCodeAt(++at));
    this.at = at;
    return tagOf(html.slice(from, at));
  }

  private attributes(): AttributeMap {
    const { html } = this;
    let attributes = NO_ATTRIBUTES;
    for (;;) {
      let code = html.charCodeAt(this.at);
      let before = 0;
      while (isBlank(code) || code === SLASH) {
        before = code;
        code = html.charCodeAt(++this.at);
      }
      if (code === GREATER) {
        this.selfClosing = before === SLASH;
        this.at++;
        return attributes;
      }
      const from = this.at++;
      for (code = html.charCodeAt(this.at); code !== EQUALS && !endsName(code); )
        code = html.charCodeAt(++this.at);
      const name = lowerCase(html.slice(from, this.at));
      const value = this.value();
      if (attributes === NO_ATTRIBUTES) attributes = new Attributes();
      attributes[name] ??= value;
    }
  }

  /** The value behind an attribute's name; empty where there is none. */
  private value(): string {
    const { html } = this;
    let code = html.charCodeAt(this.at);
    while (isBlank(code)) code = html.charCodeAt(++this.at);
    if (code !== EQUALS) return '';
    do code = html.charCodeAt(++this.at);
    while (isBlank(code));
    if (code === DOUBLE_QUOTE || code === QUOTE) {
      const from = this.at + 1;
      const end = this.indexOf(code === QUOTE ? "'" : '"', from);
      this.at = end + 1;
      return decodeAttribute(html.slice(from, end));
    }
    const from = this.at;
    for (; !isBlank(code) && code !== GREATER; code = html.charCodeAt(++this.at))
      if (Number.isNaN(code)) unsupported('markup without an end');
    return decodeAttribute(html.slice(from, this.at));
  }

  /** The content of an element that is no markup, to its end tag. */
  private rawContent(): void {
    const { html, tree } = this;
    const { open } = tree;
    const { raw } = open;
    if (raw === undefined) return;
    open.raw = undefined;
    const from = this.at;
    const end = raw.content === 'script' ? scriptEnd(html, from) : rawEnd(html, raw.tag.name, from);
    if (end < 0) unsupported(`<${raw.tag.name}> without an end`);
    const written = html.slice(from, end);
    const text = raw.content === 'text' ? decodeText(written) : written;
    const rest = open.skipsNewline && text.startsWith('\n') ? text.slice(1) : text;
    open.skipsNewline = false;
    if (rest !== '') raw.element.nodes.push(rest);
    this.tagName(end + 2);
    this.attributes();
  }
}

function endsName(code: number): boolean {
  if (code > 0x3e) return false;
  if (Number.isNaN(code)) unsupported('markup without an end');
  return code === GREATER || code === SLASH || isBlank(code);
}

const RAW_ENDS = new Map<string, RegExp>();

/** Returns where the end tag of an element of raw text begins. */
function rawEnd(html: string, name: string, from: number): number {
  let pattern = RAW_ENDS.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`</${name}[\\t\\n\\f />]`, 'gi');
    RAW_ENDS.set(name, pattern);
  }
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? -1;
}

const OF_SCRIPT = /<!--|-->|<(\/?)script[\t\n\f />]/gi;

/** Returns where a script ends: in a comment of it, another script may seem to stand whole. */
function scriptEnd(html: string, from: number): number {
  let inside: 'script' | 'comment' | 'inner script' = 'script';
  OF_SCRIPT.lastIndex = from;
  for (let match = OF_SCRIPT.exec(html); match !== null; match = OF_SCRIPT.exec(html)) {
    if (match[0] === '<!--') {
      if (inside === 'script') inside = 'comment';
      // Its dashes may be those of its end.
      OF_SCRIPT.lastIndex = match.index + 2;
    } else if (match[0] === '-->') inside = 'script';
    else if (match[1] === '') {
      if (inside === 'comment') inside = 'inner script';
    } else if (inside === 'inner script') inside = 'comment';
    else return match.index;
  }
  return -1;
}
