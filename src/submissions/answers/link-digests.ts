import { createHash } from 'node:crypto';
import { canonicalUrl } from '../../foundation/url/index.ts';
import type { LinkSignature } from '../types/answer.ts';
import type { Echo } from './echo.ts';
import type { Outline, Part } from './outline.ts';

const MAX_PATHS = 60;
const MAX_LINKS = 500;
const LENGTH = 7;

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);

/**
 * Returns the address of a link; undefined if it leads nowhere. A fragment is kept if it names a page of a
 * single-page application: as a path, as the whole link, or as parameters of the page it stands on.
 */
export function linkAddress({ element: { attributes }, baseUrl }: Part): string | undefined {
  const href = attributes.href?.trim();
  if (href === undefined || /^javascript:/i.test(href)) return undefined;
  const address = canonicalUrl(href, baseUrl);
  if (address === undefined) return undefined;
  const onPage = address === canonicalUrl('', baseUrl);
  const fragment = href.slice(href.indexOf('#'));
  const isPath = (onPage ? /^#(?:[!/]|[\w.-]+=)./ : /^#[!/]./).test(fragment);
  return isPath || /^#../.test(href) ? address + fragment : address;
}

const cache = new WeakMap<Outline, WeakMap<Echo, LinkSignature[]>>();

/**
 * Digests the links of a page by tag path, with the query masked. Tag paths separate the parts of a template
 * (Miao et al., WWW 2009), and links along one path come and go together.
 */
export function linkDigests(outline: Outline, echo: Echo): LinkSignature[] {
  const ofPage = cache.get(outline) ?? new WeakMap<Echo, LinkSignature[]>();
  const known = ofPage.get(echo);
  if (known !== undefined) return known;
  const paths = new Map<number, Set<string>>();
  let count = 0;
  for (const part of outline.parts) {
    if (part.element.tag !== 'a' || part.hidden) continue;
    const address = linkAddress(part);
    if (address === undefined) continue;
    const digests = paths.get(part.path) ?? new Set();
    if (digests.size === 0 && paths.size >= MAX_PATHS) continue;
    if (++count > MAX_LINKS) break;
    paths.set(part.path, digests.add(digest(echo.addressWithoutQuery(address))));
  }
  const digests = [...paths].map(([path, links]) => ({
    path: digest(outline.pathName(path)),
    links: [...links],
  }));
  cache.set(outline, ofPage.set(echo, digests));
  return digests;
}

export const linkDigest = (address: string, echo: Echo): string => digest(echo.addressWithoutQuery(address));
/** Digests a path of tags, as `pathName` of an outline writes it. */
export const pathDigest = (path: string): string => digest(path);
export const tagPathDigest = (outline: Outline, path: number): string => pathDigest(outline.pathName(path));
