/** Files that list a site's pages: sitemaps, their indexes, and feeds (RSS, Atom). */

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { elementsOf, isPageAddress, type PageLink, type TreeDocument } from '../../foundation/dom/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';

/** Feeds, and sitemaps, that a page may announce. */
const MOST_ANNOUNCED = 2;
/** Pages that are taken from one file: the first ones. */
const MOST_LISTED = 500;
/** Files that are taken from an index of sitemaps. */
const MOST_PARTS = 4;
const MAX_BYTES = 10_000_000;
/** Read at a time, so that a long file is left where enough has been seen. */
const PIECE = 16_384;
/** No list is as deep; a parser that is led deeper takes ever longer for each element. */
const MAX_DEPTH = 50;
const MAX_ADDRESS = 4_000;

/** What a file lists; the files of an index are marked as parts of it. */
export type ListedLink = Pick<PageLink, 'url' | 'anchor' | 'around' | 'frame'>;

/** Addresses of the feeds and sitemaps that the head of a page links to. */
export function linkSourcesOf(document: TreeDocument): string[] {
  const found = { feed: new Set<string>(), sitemap: new Set<string>() };
  for (const { tag, attributes } of elementsOf(document.root, false)) {
    if (tag === 'body') break;
    if (tag !== 'link') continue;
    const { rel = '', type = '', href = '' } = attributes;
    const isFeed =
      /(?:^|\s)alternate(?:\s|$)/i.test(rel) && /^\s*application\/(?:rss|atom)\+xml\b/i.test(type);
    const kind = isFeed ? 'feed' : /(?:^|\s)sitemap(?:\s|$)/i.test(rel) ? 'sitemap' : undefined;
    if (kind === undefined || href.length > MAX_ADDRESS || found[kind].size >= MOST_ANNOUNCED) continue;
    const url = canonicalUrl(href, document.baseUrl);
    if (url !== undefined) found[kind].add(url);
  }
  return [...found.sitemap, ...found.feed];
}

/** Sitemaps that a robots.txt announces, as many as are asked for. */
export const announcedSitemaps = (sitemaps: readonly string[]): string[] =>
  [...new Set(sitemaps.flatMap((url) => canonicalUrl(url) ?? []))].slice(0, MOST_ANNOUNCED);

const unzip = promisify(gunzip);

/**
 * The pages that a file lists, at most 500, or the parts of an index of sitemaps, at most 4.
 * @param body its bytes, compressed (gzip) or not; what is longer than 10 MB is read to there
 * @returns undefined for any other file
 */
export async function listedIn(body: Buffer, url: string): Promise<readonly ListedLink[] | undefined> {
  const text = await textIn(body);
  if (text === undefined || !/<(?:\w+:)?(?:urlset|sitemapindex|rss|feed|RDF)[\s>]/.test(text.slice(0, 4_000)))
    return undefined;
  const list = new ListReader(url);
  for (let at = 0; at < text.length && !list.isFull; at += PIECE) list.read(text.slice(at, at + PIECE));
  return list.links;
}

async function textIn(body: Buffer): Promise<string | undefined> {
  if (body.subarray(0, 2).toString('hex') !== '1f8b') return body.subarray(0, MAX_BYTES).toString('utf8');
  try {
    return (await unzip(body, { maxOutputLength: MAX_BYTES })).toString('utf8');
  } catch {
    // Damaged, or far larger than it looks.
    return undefined;
  }
}

class ListReader {
  readonly links: ListedLink[] = [];
  private readonly url: string;
  private readonly seen = new Set<string>();
  private readonly parser: Parser;
  private readonly path: string[] = [];
  private text = '';
  private title = '';
  private isIndex = false;
  private depth = 0;

  constructor(url: string) {
    this.url = url;
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

  get isFull(): boolean {
    return this.depth > MAX_DEPTH || this.links.length >= (this.isIndex ? MOST_PARTS : MOST_LISTED);
  }

  read(piece: string): void {
    this.parser.write(piece);
  }

  private open(name: string, { href = '', rel = 'alternate' }: Record<string, string>): void {
    if (this.path.length === 0) this.isIndex = name === 'sitemapindex';
    this.depth++;
    if (this.depth <= MAX_DEPTH) this.path.push(name);
    this.text = '';
    if (name === 'entry' || name === 'item') this.title = '';
    if (name === 'link' && this.within('entry') && rel === 'alternate' && href !== '') this.add(href);
  }

  private close(name: string): void {
    this.depth--;
    if (this.path.at(-1) === name) this.path.pop();
    const text = this.text.trim();
    this.text = '';
    if (name === 'title') this.title = text.slice(0, 120);
    else if (name === 'loc' && (this.within('url') || this.within('sitemap'))) this.add(text);
    else if (name === 'link' && this.within('item')) this.add(text);
  }

  private within(name: string): boolean {
    return this.path.at(-1) === name || this.path.at(-2) === name;
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
