import { decodeLeniently } from '../../foundation/text/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import { addressOf } from './link-digests.ts';
import { type Outline, type Part, textsBetween } from './outline.ts';
import { NO_TEMPLATE, type Template } from './template.ts';

/** What tells one record: a link, or the repeated element itself where records have none. */
export interface RecordAnchor {
  readonly part: Part;
  /** Canonical address; empty for records without a link. */
  readonly href: string;
  readonly pattern: string;
}

const MAX_PILLARS = 5_000;
const MAX_SEGMENTS = 6;

export type RecordAnchors = ReadonlyMap<string, readonly RecordAnchor[]>;

/** The pillars of a page, by path and pattern; what is a part of the template is none. */
export function recordAnchorsOf(
  outline: Outline,
  template: Template = NO_TEMPLATE,
): ReadonlyMap<string, readonly RecordAnchor[]> {
  const groups = new Map<string, RecordAnchor[]>();
  /** Keys of groups of full cells, each with that of its column. */
  const full = new Map<string, string>();
  let count = 0;
  // Rows of captions and controls are no records, though they repeat.
  const asks = outline.parts.filter(isNoContent).map(({ start }) => start);
  const places = template.compared ? placesOf(outline) : undefined;
  const add = (key: string, pillar: RecordAnchor): void => {
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [pillar]);
    else if (pillar.href === '' || members.at(-1)?.href !== pillar.href) members.push(pillar);
  };
  for (const part of outline.parts) {
    if (part.hidden) continue;
    if (count > MAX_PILLARS) break;
    const { tag, attributes } = part.element;
    if (tag === 'a' && (isAddress(attributes.href) || isRoute(attributes.href, places))) {
      const href = places === undefined ? canonicalUrl(attributes.href ?? '', part.baseUrl) : addressOf(part);
      if (href === undefined || template.isShared(outline, part, href)) continue;
      count++;
      const pattern = patternOf(href, part.baseUrl);
      const cell = columnOf(outline, part);
      const key =
        cell === undefined || cell.full
          ? `${part.path} ${pattern}`
          : `${part.path}:${cell.column} ${pattern}`;
      if (cell?.full === true) full.set(key, `${part.path}:${cell.column} ${pattern}`);
      add(key, { part, href, pattern });
    } else if (ITEM.has(tag) && !holdsAny(asks, part)) {
      count++;
      add(`${part.parent?.start ?? -1} ${tag} ${classKey(part)}`, { part, href: '', pattern: '' });
    }
  }
  joinColumns(groups, full);
  return groups;
}

/** Elements that can be records without any link in them. */
const ITEM = new Set(['tr', 'li', 'article', 'section', 'div', 'p', 'dl', 'tbody', 'dt']);

/** A control, or a link somewhere: a list that has links is told by them. */
export const isNoContent = ({ element: { tag, attributes } }: Part): boolean =>
  /^(?:input|select|textarea)$/.test(tag) || (tag === 'a' && isAddress(attributes.href));

const isAddress = (href: string | undefined): href is string =>
  href !== undefined && !/^\s*(?:#|javascript:)/i.test(href);

/** What links within the page lead to. */
const placesOf = ({ parts }: Outline): ReadonlySet<string> =>
  new Set(parts.flatMap(({ element: { attributes } }) => [attributes.id ?? '', attributes.name ?? '']));

/** A link to a place that the page does not have: a script shows another page there. */
const isRoute = (href: string | undefined, places: ReadonlySet<string> | undefined): boolean =>
  places !== undefined &&
  href !== undefined &&
  /^\s*#..+/.test(href) &&
  !places.has(href.trim().slice(1)) &&
  !places.has(decodeLeniently(href.trim().slice(1)));

const holdsAny = (starts: readonly number[], { start, end }: Part): boolean =>
  (starts[firstFrom(starts, start)] ?? Number.POSITIVE_INFINITY) < end;

export function firstFrom(starts: readonly number[], from: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Classes that differ between a list's first, last, odd and even members are no part of what it is. */
const classKey = (part: Part): string =>
  (part.element.attributes.class ?? '')
    .split(/\s+/)
    .filter((name) => name !== '' && !/\d|odd|even|first|last|alt|active|selected/i.test(name))
    .sort()
    .join(' ');

/**
 * Column of the data table that a link stands in: its cells are told apart by column. Cells that hold whole records, as in a
 * table used for layout, are not; but a cell of a column may hold more than the others do.
 */
function columnOf(
  outline: Outline,
  part: Part,
): { readonly column: number; readonly full: boolean } | undefined {
  for (let at: Part | undefined = part; at !== undefined; at = at.parent) {
    const { parent } = at;
    if (at.element.tag !== 'td' || parent === undefined) continue;
    const full = textsBetween(outline, at.start, at.end).length > 2;
    return { column: parent.element.children.indexOf(at.element), full };
  }
  return undefined;
}

/** Full cells go with the others of their column, where most of those are not full. */
function joinColumns(groups: Map<string, RecordAnchor[]>, full: ReadonlyMap<string, string>): void {
  for (const [key, column] of full) {
    const members = groups.get(key) ?? [];
    const others = groups.get(column);
    if (others === undefined || others.length <= members.length) continue;
    groups.delete(key);
    groups.set(
      column,
      [...others, ...members].sort((a, b) => a.part.start - b.part.start),
    );
  }
}

/** Host (where it is another), first step of the path where there are several, number of steps, names of the query. */
export function patternOf(href: string, base: string): string {
  const url = new URL(href);
  const host = url.host === URL.parse(base)?.host ? '' : 'elsewhere';
  const steps = url.pathname.split('/').filter((step) => step !== '');
  const file = /\.(\w{2,5})$/.exec(steps.at(-1) ?? '')?.[1] ?? '';
  const first = steps.length > 1 || file !== '' ? (steps[0] ?? '').replace(/\d+/g, '#') : '';
  const names = [...new Set(url.searchParams.keys())].sort().join('&');
  return host === ''
    ? `/${first}${'/*'.repeat(Math.min(steps.length, MAX_SEGMENTS))}.${file}?${names}`
    : host;
}
