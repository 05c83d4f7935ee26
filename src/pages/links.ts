import { canonicalUrl } from '../sites/index.ts';
import { elementsOf, isElement, type TreeDocument, type TreeElement, type TreeNode, textOf } from './tree.ts';

export interface PageLink {
  /** Canonical address. */
  readonly url: string;
  /** What the reader sees of the link: its text, or the label, title or alternative text that stands for it. */
  readonly anchor: string;
}

const MAX_LINKS = 5_000;
const ANCHOR_LENGTH = 120;

/** Addresses that do something when asked for, told by path, parameter or anchor. A crawler only looks. */
const ACTING =
  /(?:^|[/?&=._-])(?:log-?out|sign-?out|log-?off|delete|remove|unsubscribe|add-?to-?(?:cart|basket|bag|wishlist)|addtocart|cart\/add|checkout|vote|upvote|downvote)(?:$|[/?&=._-])/i;

/** File endings that never are pages. */
const NOT_A_PAGE =
  /\.(?:7z|aac|apk|avi|avif|bmp|bz2|css|csv|dmg|docx?|eot|epub|exe|flac|flv|gif|gz|ico|iso|jar|jpe?g|js|json|m4[av]|map|mjs|mkv|mobi|mov|mp[34]|mpe?g|msi|od[spt]|og[agv]|otf|pdf|png|pptx?|ps|rar|rpm|rss|svg|swf|tar|tgz|tiff?|ttf|txt|wav|webm|webp|wmv|woff2?|xlsx?|xml|xz|zip)$/i;

/**
 * The links of a page that may be followed, in document order, each address once with its first telling anchor.
 * Left out: nofollow, downloads, addresses that act (log out, delete, add to cart…) and files that are no pages.
 */
export function linksOf(document: TreeDocument): readonly PageLink[] {
  if (refusesFollowing(document)) return [];
  const found = new Map<string, string>();
  for (const element of elementsOf(document.root)) {
    const href = hrefOf(element);
    if (href === undefined) continue;
    const url = canonicalUrl(href, document.baseUrl);
    if (url === undefined || NOT_A_PAGE.test(new URL(url).pathname)) continue;
    const anchor = anchorOf(element);
    if (ACTING.test(url.slice(url.indexOf('/', 8)))) continue;
    if (!found.get(url)) found.set(url, anchor);
    if (found.size >= MAX_LINKS) break;
  }
  return [...found].map(([url, anchor]) => ({ url, anchor }));
}

function hrefOf(element: TreeElement): string | undefined {
  const { tag, attributes } = element;
  if (tag === 'a' || tag === 'area') {
    if (attributes.href === undefined || attributes.download !== undefined) return undefined;
    return /(?:^|\s)nofollow(?:\s|$)/i.test(attributes.rel ?? '') ? undefined : attributes.href;
  }
  if (tag === 'iframe' || tag === 'frame') return attributes.src;
  if (tag === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh') {
    return /^\s*[\d.]*\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(attributes.content ?? '')?.[1];
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
