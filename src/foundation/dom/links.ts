import { alternatives } from '../language/index.ts';
import { canonicalUrl } from '../url/index.ts';
import { metaSaysNofollow } from './robots-directives.ts';
import { elementsOf, isElement, type TreeDocument, type TreeElement, type TreeNode, textOf } from './tree.ts';

export interface PageLink {
  /** Canonical address. */
  readonly url: string;
  /** Its text, or else its label, title or alternative text. */
  readonly anchor: string;
  /** Text beside the link in its paragraph, list item or cell, at most 120 characters; empty in menus. */
  readonly around: string;
  readonly frame?: true;
  /** As near as the page itself, not one level deeper. */
  readonly near?: true;
}

const MAX_LINKS = 5_000;
/** Links examined, with invalid and repeated ones. */
const MAX_CANDIDATES = 100_000;
const MAX_HREF = 4_000;
const ANCHOR_LENGTH = 120;

/** Addresses that act when requested, recognised by a part of path or query. A crawler only reads. */
const ACTING = new RegExp(
  [
    '(?:^|[/?&=._-])(?:log-?(?:out|off)|sign-?(?:out|off)|unsubscribe|add-?to-?(?:cart|basket|bag|wishlist|favou?rites))(?:$|[/?&=._-])',
    '(?:^|[/?&=._-])(?:abmelden|ausloggen|deconnexion|cerrar-?sesion|afmelden|uitloggen|wyloguj|se-?desabonner)(?:$|[/?&=._-])',
    '(?:^|[/?&=._-])(?:cart|basket|bag|wish-?list|watch-?list|favou?rites|compare|warenkorb|panier|carrito|carrello)[/_-]add(?:$|[/?&=._-])',
    // Inside a title (`how-to-remove-stains`) these are ordinary words.
    '(?:^|[/?&=._])(?:delete|remove|checkout|vote|upvote|downvote)(?:[_-][a-z0-9]+)?(?:$|[/?&=.])',
    '(?:^|[/?&=._])(?:(?:un|dis)?like|(?:un)?follow|report-?abuse)(?:$|[/?&=.])',
  ].join('|'),
  'i',
);
const ACTING_ANCHOR = new RegExp(`^(?:${alternatives('link/act')})$`, 'i');

/** File endings that never are pages. */
const NOT_A_PAGE =
  /\.(?:7z|aac|apk|avi|avif|bmp|bz2|css|csv|dmg|docx?|eot|epub|exe|flac|flv|gif|gz|ico|iso|jar|jpe?g|js|json|m4[av]|map|mjs|mkv|mobi|mov|mp[34]|mpe?g|msi|od[spt]|og[agv]|otf|pdf|png|pptx?|ps|rar|rpm|rss|svg|swf|tar|tgz|tiff?|ttf|txt|wav|webm|webp|wmv|woff2?|xlsx?|xml|xz|zip)$/i;

/** Links not followed because of nofollow on the page, in its header or on the link. */
export interface Nofollow {
  /** Source of nofollow for the whole page: `<meta name=robots>` or the header X-Robots-Tag; null where there is none. */
  readonly page: 'meta' | 'header' | null;
  readonly links: number;
}

/** Rule names under which obeyed nofollow is counted. */
export const NOFOLLOW_RULES = {
  meta: 'nofollow-by-meta',
  header: 'nofollow-by-header',
  rel: 'nofollow-by-rel',
} as const;

export interface FollowableLinks {
  readonly links: readonly PageLink[];
  readonly nofollow: Nofollow;
}

/** The links of a page that may be followed; see {@link followableLinks}. */
export const linksOf = (document: TreeDocument): readonly PageLink[] =>
  followableLinks(document, { obey: true }).links;

/**
 * Extracts the links of a page that may be followed, in document order, each address once with its first non-empty anchor;
 * at most 5,000. Leaves out downloads, links with side effects (log out, delete, add to cart…), files that are no pages,
 * and, where obeyed, nofollow of the page and of single links.
 */
export function followableLinks(
  document: TreeDocument,
  { obey }: { readonly obey: boolean },
): FollowableLinks {
  const found = new Map<string, PageLink>();
  const forbidden = new Set<string>();
  const blocks = new Map<TreeElement, string>();
  const addresses = new Map<string, string | undefined>();
  let candidates = 0;
  for (const { element, baseUrl, block } of elementsWithBase(document)) {
    const href = hrefOf(element);
    if (href === undefined || href.length > MAX_HREF) continue;
    if (++candidates > MAX_CANDIDATES) break;
    const key = `${baseUrl} ${href}`;
    if (!addresses.has(key)) addresses.set(key, pageAddress(href, baseUrl));
    const url = addresses.get(key);
    if (url === undefined || found.get(url)?.anchor) continue;
    const anchor = anchorOf(element);
    if (ACTING_ANCHOR.test(anchor)) continue;
    if (obey && isNofollow(element)) {
      forbidden.add(url);
      continue;
    }
    const around = block === undefined ? '' : contextOf(anchor, block, blocks);
    found.set(url, { url, anchor, around, ...(isFrame(element) && { frame: true as const }) });
    if (found.size >= MAX_LINKS) break;
  }
  const all = { links: [...found.values()], nofollow: { page: null, links: countWithout(forbidden, found) } };
  return obey && refusesFollowing(document) ? withoutLinks(all, 'meta') : all;
}

export const withoutLinks = (
  { links, nofollow }: FollowableLinks,
  page: NonNullable<Nofollow['page']>,
): FollowableLinks => ({
  links: [],
  nofollow: { page: nofollow.page ?? page, links: nofollow.links + links.length },
});

/** Counts forbidden links, except those that also appear without nofollow. */
const countWithout = (forbidden: ReadonlySet<string>, found: ReadonlyMap<string, unknown>): number =>
  [...forbidden].filter((url) => !found.has(url)).length;

const isNofollow = ({ tag, attributes }: TreeElement): boolean =>
  (tag === 'a' || tag === 'area') && /(?:^|\s)nofollow(?:\s|$)/i.test(attributes.rel ?? '');

const BLOCKS = new Set(
  'p li dd dt td th div section article main blockquote figcaption figure label caption'.split(' '),
);
const MENUS = new Set(['nav', 'menu', 'header', 'footer']);
/** Characters of a block that are searched for the anchor. */
const BLOCK_TEXT = 500;
const AROUND_LENGTH = 120;
/** A shorter text is a bullet or a separator. */
const MIN_CONTEXT = 12;

/** Returns the text before and after an anchor within its block. */
function contextOf(anchor: string, block: TreeElement, texts: Map<TreeElement, string>): string {
  const text = texts.get(block) ?? textOf(block, BLOCK_TEXT);
  texts.set(block, text);
  const at = anchor === '' ? -1 : text.indexOf(anchor);
  if (at < 0 || text.length - anchor.length < MIN_CONTEXT) return '';
  const half = AROUND_LENGTH / 2;
  const before = text.slice(Math.max(0, at - half), at).trim();
  return `${before} ${text.slice(at + anchor.length, at + anchor.length + half).trim()}`.trim();
}

interface PlacedElement {
  readonly element: TreeElement;
  readonly baseUrl: string;
  /** The nearest block around it; undefined in a menu. */
  readonly block: TreeElement | undefined;
}

/** Yields every element in document order, with the base of its own frame. */
function* elementsWithBase({ baseUrl, root }: TreeDocument): Generator<PlacedElement> {
  const stack: {
    readonly nodes: readonly TreeNode[];
    at: number;
    readonly block: TreeElement | undefined;
    readonly menu: boolean;
  }[] = [{ nodes: [root], at: 0, block: undefined, menu: false }];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const element = level.nodes[level.at++];
    if (element === undefined) stack.pop();
    if (element === undefined || !isElement(element)) continue;
    yield { element, baseUrl, block: level.menu ? undefined : level.block };
    const menu = level.menu || MENUS.has(element.tag);
    const block = BLOCKS.has(element.tag) ? element : level.block;
    // Shadow root first, then children.
    if (element.children.length > 0) stack.push({ nodes: element.children, at: 0, block, menu });
    if (element.shadow !== undefined) stack.push({ nodes: element.shadow, at: 0, block, menu });
    if (element.frame !== undefined) yield* elementsWithBase(element.frame);
  }
}

/** The fragment of an address that names a page of a single-page application. */
const ROUTE = /#!?\/[\w-][^\s#]*$/;

function pageAddress(href: string, baseUrl: string): string | undefined {
  const url = canonicalUrl(href, baseUrl);
  if (url === undefined) return undefined;
  // A route acts as a path does: `#/items/7/delete`.
  const address = url + (ROUTE.exec(href)?.[0] ?? '');
  return isPageAddress(url) && !hasSideEffects(address) ? address : undefined;
}

/** Checks whether a canonical address may be a page without side effects. */
export const isPageAddress = (url: string): boolean => !NOT_A_PAGE.test(pathOf(url)) && !hasSideEffects(url);

/** Returns the path of a canonical address, which has neither user name nor fragment. */
function pathOf(url: string): string {
  const query = url.indexOf('?');
  return url.slice(url.indexOf('/', 8), query < 0 ? undefined : query);
}

export const hasSideEffects = (url: string): boolean => ACTING.test(url.slice(url.indexOf('/', 8)));

const isFrame = ({ tag }: TreeElement): boolean => tag === 'iframe' || tag === 'frame';

function hrefOf(element: TreeElement): string | undefined {
  const { tag, attributes } = element;
  if (tag === 'a' || tag === 'area') {
    if (attributes.download !== undefined) return undefined;
    return attributes.href ?? attributes['xlink:href'];
  }
  if (isFrame(element)) return attributes.src;
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
      if (metaSaysNofollow(element.attributes.content ?? '')) return true;
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
