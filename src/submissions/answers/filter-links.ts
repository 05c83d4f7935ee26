/** Links beside a list that narrow its query by one more value, and say how many records are left then. */

import { linksOf, type TreeDocument } from '../../foundation/dom/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import type { FilterLink } from '../types/answer.ts';
import { INLINE, type Outline, type Part, textsBetween } from './outline.ts';
import { outlineOfPage } from './read-page.ts';
import { readNumber } from './stated-total.ts';

/** Those with most records are taken. */
const MOST = 30;
/** A field that narrows offers at least two values. */
const LEAST_VALUES = 2;

interface Narrowed {
  /** As the form has sent them; the others may be left out by a link. */
  readonly values: ReadonlySet<string>;
  /** Tells whether a position lies in one of the records. */
  readonly contains: (at: number) => boolean;
  readonly total: number | undefined;
}

/** Finds such links in any order of the page; what acts, and what the site asks not to follow, is left out. */
export function filterLinks(tree: TreeDocument, { values, contains, total }: Narrowed): FilterLink[] {
  if (URL.parse(tree.url)?.search === '') return [];
  const followed = new Set(linksOf(tree).map(({ url }) => url));
  const outline = outlineOfPage(tree);
  const fields = new Map<string, Map<string, FilterLink>>();
  for (const part of outline.parts) {
    const { tag, attributes } = part.element;
    if (tag !== 'a' || part.hidden || attributes.href === undefined || contains(part.start)) continue;
    const url = canonicalUrl(attributes.href, part.baseUrl);
    const added = url !== undefined && followed.has(url) ? addedParameter(url, tree.url, values) : undefined;
    if (url === undefined || added === undefined) continue;
    const [name, value] = added;
    const { label, count } = countedCaption(outline, part);
    if (label === '' || count === undefined || count === 0 || String(count) === value) continue;
    if (total !== undefined && count >= total) continue;
    fields.set(name, (fields.get(name) ?? new Map<string, FilterLink>()).set(value, { url, label, count }));
  }
  const all = [...fields.values()].flatMap((links) => (links.size < LEAST_VALUES ? [] : [...links.values()]));
  return all.sort((a, b) => b.count - a.count).slice(0, MOST);
}

/** Parameters that order, page or arrange a list. */
const ARRANGES =
  /^(?:sort|order|dir|page|pg|p|offset|start|skip|limit|rows|size|view|display|layout)(?:[_-]?(?:by|order|dir|no|num|number|size|type|mode))?$|^(?:per|items|results|hits)[_-]?(?:per[_-]?)?page$/i;

/** Returns the parameter that an address adds to those of a page, if it adds one alone and keeps what was asked for. */
function addedParameter(
  url: string,
  page: string,
  values: ReadonlySet<string>,
): readonly [name: string, value: string] | undefined {
  const [there, here] = [URL.parse(url), URL.parse(page)];
  if (there === null || here === null) return undefined;
  if (there.origin !== here.origin || there.pathname !== here.pathname) return undefined;
  const left = [...there.searchParams].filter(([, value]) => value !== '');
  for (const [name, value] of here.searchParams) {
    const at = left.findIndex(([other, same]) => other === name && same === value);
    if (at >= 0) left.splice(at, 1);
    else if (value !== '' && (values.has(value) || there.searchParams.has(name))) return undefined;
  }
  const [added, more] = left;
  return added === undefined || more !== undefined || ARRANGES.test(added[0]) ? undefined : added;
}

const NUMBER = /^[([]?\s?(\p{Nd}[\p{Nd}.,']{0,11})\s?[)\]]?[,;]?$/u;
const BRACKETED = /[([]\s?(\p{Nd}[\p{Nd}.,']{0,11})\s?[)\]]$/u;
const CAPTION = 120;

/** Reads the number of records in a link (“1999 (12)”), in its last element, or right behind it. */
function countedCaption(
  outline: Outline,
  part: Part,
): { readonly label: string; readonly count?: number | undefined } {
  const pieces = textsBetween(outline, part.start, part.end, 20).map(({ text }) => text.slice(0, CAPTION));
  const caption = pieces.join(' ').slice(-CAPTION);
  const inside = BRACKETED.exec(caption);
  if (inside !== null)
    return { label: caption.slice(0, inside.index).trim(), count: readNumber(inside[1] ?? '') };
  const last = pieces.length > 1 ? NUMBER.exec(pieces.at(-1) ?? '')?.[1] : undefined;
  if (last !== undefined) return { label: pieces.slice(0, -1).join(' '), count: readNumber(last) };
  let block = part.parent;
  while (block?.parent !== undefined && INLINE.has(block.element.tag)) block = block.parent;
  const [behind] = textsBetween(outline, part.end, block?.end ?? part.end, 1);
  const isLink = behind?.parent.element.tag === 'a';
  return {
    label: caption,
    count: isLink ? undefined : readNumber(NUMBER.exec(behind?.text ?? '')?.[1] ?? ''),
  };
}
