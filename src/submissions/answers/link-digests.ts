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
 * Address of a link; undefined where it leads nowhere. What follows `#` is kept where it tells a page of an application that
 * runs in the browser: as a path, or as the whole of a link.
 */
export function addressOf({ element: { attributes }, baseUrl }: Part): string | undefined {
  const href = attributes.href?.trim();
  if (href === undefined || /^javascript:/i.test(href)) return undefined;
  const address = canonicalUrl(href, baseUrl);
  const [route] = /#(?:!|\/).+$/.exec(href) ?? /^#..+$/.exec(href) ?? [];
  return address === undefined || route === undefined ? address : address + route;
}

const kept = new WeakMap<Outline, WeakMap<Echo, LinkSignature[]>>();

/**
 * The links of a page by the path of tags they stand at, as digests without what the question put into them. Tag paths
 * tell the parts of a template apart (Miao et al., WWW 2009), and links along one path come and go together.
 */
export function linkDigests(outline: Outline, echo: Echo): LinkSignature[] {
  const ofPage = kept.get(outline) ?? new WeakMap<Echo, LinkSignature[]>();
  const known = ofPage.get(echo);
  if (known !== undefined) return known;
  const paths = new Map<number, Set<string>>();
  let count = 0;
  for (const part of outline.parts) {
    if (part.element.tag !== 'a' || part.hidden) continue;
    const address = addressOf(part);
    if (address === undefined) continue;
    const there = paths.get(part.path) ?? new Set();
    if (there.size === 0 && paths.size >= MAX_PATHS) continue;
    if (++count > MAX_LINKS) break;
    paths.set(part.path, there.add(digest(echo.address(address))));
  }
  const digests = [...paths].map(([path, links]) => ({
    path: digest(outline.pathName(path)),
    links: [...links],
  }));
  kept.set(outline, ofPage.set(echo, digests));
  return digests;
}

/** The same for one link. */
export const linkDigest = (address: string, echo: Echo): string => digest(echo.address(address));
export const tagPathDigest = (outline: Outline, path: number): string => digest(outline.pathName(path));
