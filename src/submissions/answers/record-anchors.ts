import { decodeLeniently } from '../../foundation/text/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import { linkAddress } from './link-digests.ts';
import { type Outline, type Part, partAround, textsBetween } from './outline.ts';
import { NO_TEMPLATE, type Template } from './template.ts';

/** The element that identifies a record: a link, or the repeated element itself if records have no link. */
export interface RecordAnchor {
  readonly part: Part;
  /** Canonical address; empty for records without a link. */
  readonly href: string;
  readonly pattern: string;
}

const MAX_ANCHORS = 5_000;
const MAX_SEGMENTS = 6;

export type RecordAnchors = ReadonlyMap<string, readonly RecordAnchor[]>;

/** Finds the record anchors of a page by tag path and address pattern, without links of the template. */
export function findRecordAnchors(
  outline: Outline,
  template: Template = NO_TEMPLATE,
): ReadonlyMap<string, readonly RecordAnchor[]> {
  const groups = new Map<string, RecordAnchor[]>();
  /** Group keys of full table cells, each with the key of its column. */
  const full = new Map<string, string>();
  let count = 0;
  // Rows of labels and controls repeat, but are no records.
  const controlStarts = outline.parts.filter(isControlOrLink).map(({ start }) => start);
  const targets = template.compared ? fragmentTargets(outline) : undefined;
  const add = (key: string, anchor: RecordAnchor): void => {
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [anchor]);
    else if (anchor.href === '' || members.at(-1)?.href !== anchor.href) members.push(anchor);
  };
  const scripted: Part[] = [];
  for (const part of outline.parts) {
    if (part.hidden) continue;
    if (count > MAX_ANCHORS) break;
    const { tag, attributes } = part.element;
    if (tag === 'a' && SCRIPTED.test(attributes.href ?? '')) scripted.push(part);
    else if (tag === 'a' && (isAddress(attributes.href) || isRoute(attributes.href, targets))) {
      const href =
        targets === undefined ? canonicalUrl(attributes.href ?? '', part.baseUrl) : linkAddress(part);
      if (href === undefined || template.isShared(outline, part, href)) continue;
      count++;
      const pattern = addressPattern(href, part.baseUrl);
      const cell = columnOf(outline, part);
      const key =
        cell === undefined || cell.full
          ? `${part.path} ${pattern}`
          : `${part.path}:${cell.column} ${pattern}`;
      if (cell?.full === true) full.set(key, `${part.path}:${cell.column} ${pattern}`);
      add(key, { part, href, pattern });
    } else if (ITEM.has(tag) && !containsAny(controlStarts, part)) {
      count++;
      add(`${part.parent?.start ?? -1} ${tag} ${classKey(part)}`, { part, href: '', pattern: '' });
    }
  }
  joinColumns(groups, full);
  for (const part of scripted) addScripted(groups, part);
  return groups;
}

const SCRIPTED = /^\s*(?:javascript|data):/i;

/** Takes a link without an address into the list of links beside which it stands alone: a record keeps its place there. */
function addScripted(groups: Map<string, RecordAnchor[]>, part: Part): void {
  const { path, parent } = part;
  const list = [...groups]
    .filter(([key, members]) => key.startsWith(`${path} `) && members.length > 2 && members[0]?.href !== '')
    .sort(([, a], [, b]) => b.length - a.length)[0]?.[1];
  const [first] = list ?? [];
  const isBeside = list?.some((one) => one.part.parent === parent) === true;
  const at = list?.findIndex((one) => one.part.start > part.start) ?? -1;
  // The first anchor tells what the list is like.
  if (list === undefined || first === undefined || isBeside || at === 0) return;
  list.splice(at < 0 ? list.length : at, 0, { part, href: '', pattern: first.pattern });
}

/** Elements that can be records without any link in them. */
const ITEM = new Set(['tr', 'li', 'article', 'section', 'div', 'p', 'dl', 'tbody', 'dt']);

/** Tells whether an element is a control or a link; a list with links is anchored by its links. */
export const isControlOrLink = ({ element: { tag, attributes } }: Part): boolean =>
  /^(?:input|select|textarea)$/.test(tag) || (tag === 'a' && isAddress(attributes.href));

export const isAddress = (href: string | undefined): href is string =>
  href !== undefined && !/^\s*(?:#|javascript:)/i.test(href);

/** Collects the targets of links within the page. */
const fragmentTargets = ({ parts }: Outline): ReadonlySet<string> =>
  new Set(parts.flatMap(({ element: { attributes } }) => [attributes.id ?? '', attributes.name ?? '']));

/** Tells whether a fragment is a route of a single-page application: the page has no such target. */
const isRoute = (href: string | undefined, targets: ReadonlySet<string> | undefined): boolean =>
  targets !== undefined &&
  href !== undefined &&
  /^\s*#..+/.test(href) &&
  !targets.has(href.trim().slice(1)) &&
  !targets.has(decodeLeniently(href.trim().slice(1)));

const PRESSED =
  /(?:location(?:\.href)?\s*=|location\.(?:assign|replace)\(|window\.open\()\s*(['"])([^'"]{1,2000})\1/;

/** Address to which an element leads that is pressed like a link. */
export function pressedAddress({ element: { attributes }, baseUrl }: Part): string | undefined {
  const href = attributes['data-href'] ?? PRESSED.exec((attributes.onclick ?? '').slice(0, 4_000))?.[2];
  return isAddress(href) ? canonicalUrl(href, baseUrl) : undefined;
}

const containsAny = (starts: readonly number[], { start, end }: Part): boolean =>
  (starts[lowerBound(starts, start)] ?? Number.POSITIVE_INFINITY) < end;

export function lowerBound(starts: readonly number[], from: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the classes of an element without those that vary in a list: first, last, odd, even, active. */
export const classKey = (part: Part): string =>
  (part.element.attributes.class ?? '')
    .split(/\s+/)
    .filter((name) => name !== '' && !/\d|odd|even|first|last|alt|active|selected/i.test(name))
    .sort()
    .join(' ');

/**
 * Finds the column of a link in a data table, whose cells are grouped by column. Full cells hold whole
 * records, as in a layout table; but a cell of a data column may hold more text than the others, too.
 */
function columnOf(
  outline: Outline,
  part: Part,
): { readonly column: number; readonly full: boolean } | undefined {
  const cell = partAround(part, ({ element, parent }) => element.tag === 'td' && parent !== undefined);
  const column = cell?.parent?.element.children.indexOf(cell.element);
  return cell && column !== undefined
    ? { column, full: textsBetween(outline, cell.start, cell.end).length > 2 }
    : undefined;
}

/** Joins full cells with the others of their column if most of those are not full. */
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

/**
 * Makes the pattern of an address: other host, or first path segment, number of segments, extension and
 * parameter names.
 */
export function addressPattern(href: string, base: string): string {
  const url = new URL(href);
  const host = url.host === URL.parse(base)?.host ? '' : 'elsewhere';
  const steps = url.pathname.split('/').filter((step) => step !== '');
  const file = /\.(\w{2,5})$/.exec(steps.at(-1) ?? '')?.[1] ?? '';
  const first = steps.length > 1 || file !== '' ? (steps[0] ?? '').replace(/\d+/g, '#') : '';
  // Some sites part parameters by a semicolon, as HTML 4 advises (appendix B.2.2).
  const names = [...new Set([...url.searchParams.keys(), ...parametersAfterSemicolons(url.search)])]
    .sort()
    .join('&');
  return host === ''
    ? `/${first}${'/*'.repeat(Math.min(steps.length, MAX_SEGMENTS))}.${file}?${names}`
    : host;
}

const parametersAfterSemicolons = (search: string): string[] =>
  search
    .split(';')
    .slice(1)
    .map((part) => part.split(/[=&]/)[0] ?? '');
