import { Parser } from 'htmlparser2';
import { isPageAddress } from '../../../foundation/dom/index.ts';
import { canonicalUrl } from '../../../foundation/url/index.ts';
import type { ListedLink } from './content-handler.ts';

const MOST_LISTED = 500;
/** Limits the files that are read of an index of sitemaps. */
const MOST_PARTS = 4;
const PIECE = 16_384;
/** No list is as deep; a parser that is led deeper takes ever longer for each element. */
const MAX_DEPTH = 50;
const MAX_ADDRESS = 4_000;

/** Names the elements that hold an address, as their text or as their `href`. */
interface XmlLinkRules {
  readonly text: ReadonlyMap<string, readonly string[]>;
  readonly href: ReadonlyMap<string, readonly string[]>;
}

/** Reads an XML file in pieces, until it has as many links as are taken. */
export class XmlLinkReader {
  private readonly links: ListedLink[] = [];
  private readonly url: string;
  private readonly rules: XmlLinkRules;
  private readonly seen = new Set<string>();
  private readonly parser: Parser;
  private readonly path: string[] = [];
  private text = '';
  private title = '';
  private isIndex = false;
  private depth = 0;

  constructor(url: string, rules: XmlLinkRules) {
    this.url = url;
    this.rules = rules;
    // No entities but those of XML itself, and numbers.
    this.parser = new Parser(
      {
        onopentag: (name, attributes) => this.open(local(name), attributes),
        ontext: (text) => {
          if (this.text.length < MAX_ADDRESS) this.text += text;
        },
        onclosetag: (name) => this.close(local(name)),
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  private get isFull(): boolean {
    return this.depth > MAX_DEPTH || this.links.length >= (this.isIndex ? MOST_PARTS : MOST_LISTED);
  }

  read(text: string): readonly ListedLink[] {
    for (let at = 0; at < text.length && !this.isFull; at += PIECE)
      this.parser.write(text.slice(at, at + PIECE));
    return this.links;
  }

  private open(name: string, { href = '', rel = 'alternate' }: Record<string, string>): void {
    if (this.path.length === 0) this.isIndex = name === 'sitemapindex';
    this.depth++;
    if (this.depth <= MAX_DEPTH) this.path.push(name);
    this.text = '';
    if (name === 'entry' || name === 'item') this.title = '';
    if (rel === 'alternate' && href !== '' && this.within(this.rules.href.get(name))) this.add(href);
  }

  private close(name: string): void {
    this.depth--;
    if (this.path.at(-1) === name) this.path.pop();
    const text = this.text.trim();
    this.text = '';
    if (name === 'title') this.title = text.slice(0, 120);
    else if (this.within(this.rules.text.get(name))) this.add(text);
  }

  private within(names: readonly string[] = []): boolean {
    return names.some((name) => this.path.at(-1) === name || this.path.at(-2) === name);
  }

  private add(address: string): void {
    if (this.isFull || address === '' || address.length > MAX_ADDRESS) return;
    const url = canonicalUrl(address, this.url);
    if (url === undefined || this.seen.has(url) || !(this.isIndex || isPageAddress(url))) return;
    this.seen.add(url);
    const anchor = this.isIndex ? '' : this.title;
    this.links.push({ url, anchor, around: '', ...(this.isIndex && { frame: true as const }) });
  }
}

const local = (name: string): string => name.replace(/^.*:/, '');
