import { canonicalUrl } from '../sites/index.ts';
import { elementsOf, isElement, type TreeDocument, type TreeElement, type TreeNode, textOf } from './tree.ts';

export interface PageLink {
  /** Canonical address. */
  readonly url: string;
  /** What the reader sees of the link: its text, or the label, title or alternative text that stands for it. */
  readonly anchor: string;
}

const MAX_LINKS = 5_000;
/** Links looked at, those that are no web addresses and those met before included. */
const MAX_CANDIDATES = 100_000;
const MAX_HREF = 4_000;
const ANCHOR_LENGTH = 120;

/** Addresses that do something when asked for, told by a part of path or query. A crawler only looks. */
const ACTING = new RegExp(
  [
    '(?:^|[/?&=._-])(?:log-?(?:out|off)|sign-?(?:out|off)|unsubscribe|add-?to-?(?:cart|basket|bag|wishlist)|cart\\/add)(?:$|[/?&=._-])',
    // In the middle of a title (`how-to-remove-stains`) these are words like any other.
    '(?:^|[/?&=._])(?:delete|remove|checkout|vote|upvote|downvote)(?:[_-][a-z0-9]+)?(?:$|[/?&=.])',
  ].join('|'),
  'i',
);
const ACTING_ANCHOR = /^(?:(?:log|sign) ?(?:out|off)|unsubscribe|delete|remove|add to (?:cart|basket|bag))$/i;

/** File endings that never are pages. */
const NOT_A_PAGE =
  /\.(?:7z|aac|apk|avi|avif|bmp|bz2|css|csv|dmg|docx?|eot|epub|exe|flac|flv|gif|gz|ico|iso|jar|jpe?g|js|json|m4[av]|map|mjs|mkv|mobi|mov|mp[34]|mpe?g|msi|od[spt]|og[agv]|otf|pdf|png|pptx?|ps|rar|rpm|rss|svg|swf|tar|tgz|tiff?|ttf|txt|wav|webm|webp|wmv|woff2?|xlsx?|xml|xz|zip)$/i;

/**
 * The links of a page that may be followed, in document order, each address once with its first telling anchor; at most
 * 5,000. Left out: nofollow, downloads, links that act (log out, delete, add to cart…) and files that are no pages.
 */
export function linksOf(document: TreeDocument): readonly PageLink[] {
  if (refusesFollowing(document)) return [];
  const found = new Map<string, string>();
  const addresses = new Map<string, string | undefined>();
  let candidates = 0;
  for (const { element, baseUrl } of elementsWithBase(document)) {
    const href = hrefOf(element);
    if (href === undefined || href.length > MAX_HREF) continue;
    if (++candidates > MAX_CANDIDATES) break;
    const key = `${baseUrl} ${href}`;
    if (!addresses.has(key)) addresses.set(key, pageAddress(href, baseUrl));
    const url = addresses.get(key);
    if (url === undefined || found.get(url)) continue;
    const anchor = anchorOf(element);
    if (ACTING_ANCHOR.test(anchor)) continue;
    found.set(url, anchor);
    if (found.size >= MAX_LINKS) break;
  }
  return [...found].map(([url, anchor]) => ({ url, anchor }));
}

/** A link of a frame is relative to the frame's address, not to that of the page around it. */
function* elementsWithBase(
  document: TreeDocument,
): Generator<{ readonly element: TreeElement; readonly baseUrl: string }> {
  const { baseUrl } = document;
  for (const element of elementsOf(document.root, false)) {
    yield { element, baseUrl };
    if (element.frame !== undefined) yield* elementsWithBase(element.frame);
  }
}

function pageAddress(href: string, baseUrl: string): string | undefined {
  const url = canonicalUrl(href, baseUrl);
  if (url === undefined || NOT_A_PAGE.test(new URL(url).pathname)) return undefined;
  return ACTING.test(url.slice(url.indexOf('/', 8))) ? undefined : url;
}

function hrefOf(element: TreeElement): string | undefined {
  const { tag, attributes } = element;
  if (tag === 'a' || tag === 'area') {
    if (attributes.download !== undefined || /(?:^|\s)nofollow(?:\s|$)/i.test(attributes.rel ?? ''))
      return undefined;
    return attributes.href ?? attributes['xlink:href'];
  }
  if (tag === 'iframe' || tag === 'frame') return attributes.src;
  if (tag === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh') {
    const content = attributes.content?.slice(0, MAX_HREF).trim() ?? '';
    return /^[\d.]*\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1];
  }
  return undefined;
}

function refusesFollowing(document: TreeDocument): boolean {
  for (const element of elementsOf(document.root)) {
    if (element.tag === 'body') return false;
    if (element.tag === 'meta' && element.attributes.name?.toLowerCase() === 'robots') {
      if (/\b(?:nofollow|none)\b/i.test(element.attributes.content ?? '')) return true;
    }
  }
  return false;
}

function anchorOf(element: TreeElement): string {
  const text = textOf(element, ANCHOR_LENGTH);
  if (text !== '') return text;
  const { attributes } = element;
  return (attributes['aria-label'] ?? attributes.title ?? imageText(element) ?? '')
    .trim()
    .slice(0, ANCHOR_LENGTH);
}

function imageText(element: TreeElement): string | undefined {
  const image = element.children.find(
    (child: TreeNode): child is TreeElement => isElement(child) && child.tag === 'img',
  );
  return image?.attributes.alt;
}
