import { canonicalUrl } from '../../sites/index.ts';
import type { ListShape } from '../types/answer.ts';
import { NO_TEMPLATE, type Template } from './template.ts';
import { type Outline, type Part, type TextPiece, textsBetween } from './outline.ts';

/**
 * Lists of records by structure, in the spirit of MDR (Liu, Grossman and Zhai, KDD 2003) and of tag path clustering (Miao et
 * al., WWW 2009): what repeats along one path of tags. Each record is told by one element, its pillar: a link of the same
 * pattern of address, or, where records have no link, the repeated element itself. A record is the stretch of the page from
 * one pillar's branch to the next, so cards, rows, items, definition lists and flat runs of headings come out alike.
 */

export interface Pillar {
  readonly part: Part;
  /** Canonical address; empty for records without a link. */
  readonly href: string;
  readonly pattern: string;
}

/** A record as a stretch of the outline. */
export interface Stretch {
  readonly pillar: Pillar;
  readonly container: Part;
  readonly start: number;
  readonly end: number;
}

export interface Stretches {
  readonly shape: ListShape;
  readonly stretches: readonly Stretch[];
}

const MAX_PILLARS = 5_000;
const MAX_SEGMENTS = 6;

/** Pattern of a list whose records have addresses of several patterns. */
export const ANY_PATTERN = '*';

/** The pillars of a page, by path and pattern; what is a part of the template is none. */
export function pillarsOf(
  outline: Outline,
  template: Template = NO_TEMPLATE,
): ReadonlyMap<string, readonly Pillar[]> {
  const groups = new Map<string, Pillar[]>();
  const paths = new Map<string, string[]>();
  let count = 0;
  // Rows of captions and controls are no records, though they repeat.
  const asks = outline.parts.filter(isNoContent).map(({ start }) => start);
  const add = (key: string, pillar: Pillar): void => {
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [pillar]);
    else if (pillar.href === '' || members.at(-1)?.href !== pillar.href) members.push(pillar);
  };
  for (const part of outline.parts) {
    if (part.hidden) continue;
    if (count > MAX_PILLARS) break;
    const { tag, attributes } = part.element;
    if (tag === 'a' && isAddress(attributes.href)) {
      const href = canonicalUrl(attributes.href, part.baseUrl);
      if (href === undefined || template.isShared(outline, part, href)) continue;
      count++;
      const pattern = patternOf(href, part.baseUrl);
      const path = pathKey(outline, part);
      add(`${path} ${pattern}`, { part, href, pattern });
      push(paths, path, `${path} ${pattern}`);
    } else if (ITEM.has(tag) && !holdsAny(asks, part)) {
      count++;
      add(`${part.parent?.start ?? -1} ${tag} ${classKey(part)}`, { part, href: '', pattern: '' });
    }
  }
  if (template.compared) addMixed(groups, paths);
  return groups;
}

/**
 * Without the template, links along one path are one list even where they lead to several parts of a site: a search over
 * all its documents finds some of each kind.
 */
function addMixed(groups: Map<string, Pillar[]>, paths: ReadonlyMap<string, readonly string[]>): void {
  for (const [path, keys] of paths) {
    const different = new Set(keys);
    if (different.size < 2) continue;
    const all = [...different].flatMap((key) => groups.get(key) ?? []);
    all.sort((a, b) => a.part.start - b.part.start);
    groups.set(
      `${path} ${ANY_PATTERN}`,
      all.map((pillar) => ({ ...pillar, pattern: ANY_PATTERN })),
    );
  }
}

/** Elements that can be records without any link in them. */
const ITEM = new Set(['tr', 'li', 'article', 'section', 'div', 'p', 'dl', 'tbody', 'dt']);

/** A control, or a link somewhere: a list that has links is told by them. */
const isNoContent = ({ element: { tag, attributes } }: Part): boolean =>
  /^(?:input|select|textarea)$/.test(tag) || (tag === 'a' && isAddress(attributes.href));

const isAddress = (href: string | undefined): href is string =>
  href !== undefined && !/^\s*(?:#|javascript:)/i.test(href);

const holdsAny = (starts: readonly number[], { start, end }: Part): boolean =>
  (starts[firstFrom(starts, start)] ?? Number.POSITIVE_INFINITY) < end;

function firstFrom(starts: readonly number[], from: number): number {
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

/** Cells of a data table are told apart by column; cells that hold whole records, as in a table used for layout, are not. */
function pathKey(outline: Outline, part: Part): string {
  for (let at: Part | undefined = part; at !== undefined; at = at.parent) {
    const { parent } = at;
    if (at.element.tag !== 'td' || parent === undefined) continue;
    if (textsBetween(outline, at.start, at.end).length > 2) break;
    return `${part.path} ${parent.element.children.indexOf(at.element)}`;
  }
  return String(part.path);
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

type Pillars = ReadonlyMap<string, readonly Pillar[]>;

/** All lists of at least two records. */
export function listsOf(outline: Outline, groups: Pillars): Stretches[] {
  const lists: Stretches[] = [];
  for (const pillars of groups.values()) {
    if (pillars.length < 2) continue;
    const groups = clustersOf(pillars);
    for (const [path, clusters] of byPath(groups)) {
      const list = stretchesOf(outline, path, clusters, pillars);
      if (list !== undefined) lists.push(list);
      // Several links of one pattern inside each record look like a list in each; the records are then what holds them.
      if (clusters.length < 3) continue;
      const firsts = clusters.map(({ branches }) => branches[0]?.pillar).filter((one) => one !== undefined);
      for (const [outerPath, outer] of byPath(clustersOf(firsts))) {
        const whole = stretchesOf(outline, outerPath, outer, firsts);
        if (whole !== undefined) lists.push(whole);
      }
    }
  }
  return lists;
}

/** The one record of a shape that was seen as a list elsewhere. */
export function loneRecords(outline: Outline, groups: Pillars, known: readonly ListShape[]): Stretches[] {
  if (known.length === 0) return [];
  const lists: Stretches[] = [];
  for (const pillars of groups.values()) {
    const [pillar] = pillars;
    if (pillar === undefined || pillars.length > 1) continue;
    const name = outline.pathName(pillar.part.path);
    const shape = known.find(
      ({ pillar: path, pattern }) => path === name && (pattern === pillar.pattern || pattern === ANY_PATTERN),
    );
    const branch = shape && branchUnder(outline, pillar, shape.container);
    if (shape === undefined || branch === undefined) continue;
    const { part, container } = branch;
    const end = part === pillar.part || part.element.children.length <= 1 ? container.end : part.end;
    lists.push({ shape, stretches: [{ pillar, container, start: part.start, end }] });
  }
  return lists;
}

/**
 * Links that no other is like, each with what stands around it alone: the largest element that holds no other link and no
 * control. One of them may be an answer of one record.
 */
export function soleLinks(outline: Outline, groups: Pillars): Stretches[] {
  const holdsOther = otherLinks(outline);
  return [...groups.values()].flatMap((pillars) => {
    const [pillar] = pillars;
    if (pillar === undefined || pillars.length > 1 || pillar.href === '') return [];
    let part = pillar.part;
    while (part.parent !== undefined && !holdsOther(part.parent, pillar.href)) part = part.parent;
    const container = part.parent ?? part;
    const shape = {
      container: outline.pathName(container.path),
      pillar: outline.pathName(pillar.part.path),
      pattern: pillar.pattern,
    };
    return [{ shape, stretches: [{ pillar, container, start: part.start, end: part.end }] }];
  });
}

/** Whether an element holds a control, or a link to another address; those of the template are such as well. */
function otherLinks({ parts }: Outline): (part: Part, href: string) => boolean {
  const starts: number[] = [];
  const addresses: string[] = [];
  for (const part of parts) {
    if (part.hidden || !isNoContent(part)) continue;
    const { href = '', type = '' } = part.element.attributes;
    if (part.element.tag === 'input' && type === 'hidden') continue;
    starts.push(part.start);
    addresses.push(part.element.tag === 'a' ? (canonicalUrl(href, part.baseUrl) ?? '') : '');
  }
  // For each of them the next one that leads elsewhere.
  const next: number[] = [];
  for (let i = starts.length - 1; i >= 0; i--)
    next[i] = addresses[i] === addresses[i + 1] ? (next[i + 1] ?? starts.length) : i + 1;
  return ({ start, end }, href) => {
    const first = firstFrom(starts, start);
    const other = addresses[first] === href ? (next[first] ?? starts.length) : first;
    return (starts[other] ?? Number.POSITIVE_INFINITY) < end;
  };
}

interface Branch {
  readonly pillar: Pillar;
  /** The child of the container that holds the pillar, or is it. */
  readonly part: Part;
}

interface Cluster {
  readonly container: Part;
  readonly branches: readonly Branch[];
}

function branchUnder(
  outline: Outline,
  pillar: Pillar,
  container: string,
): { readonly part: Part; readonly container: Part } | undefined {
  for (let part = pillar.part; part.parent !== undefined; part = part.parent)
    if (outline.pathName(part.parent.path) === container) return { part, container: part.parent };
  return undefined;
}

/** Lowest elements under which pillars stand in different branches. */
function clustersOf(pillars: readonly Pillar[]): Cluster[] {
  const open = new Map<Part, Branch[]>();
  for (const pillar of pillars) {
    const { parent } = pillar.part;
    if (parent !== undefined) push(open, parent, { pillar, part: pillar.part });
  }
  const queue = new Map<number, Set<Part>>();
  const enqueue = (part: Part): void => {
    const level = queue.get(part.depth) ?? new Set();
    level.add(part);
    queue.set(part.depth, level);
  };
  for (const part of open.keys()) enqueue(part);
  const clusters: Cluster[] = [];
  for (let depth = Math.max(0, ...queue.keys()); depth >= 0; depth--) {
    for (const container of queue.get(depth) ?? []) {
      const branches = open.get(container) ?? [];
      const [first] = branches;
      if (branches.length > 1) {
        branches.sort((a, b) => a.part.start - b.part.start);
        clusters.push({ container, branches });
      } else if (first !== undefined && container.parent !== undefined) {
        push(open, container.parent, { pillar: first.pillar, part: container });
        enqueue(container.parent);
      }
    }
  }
  return clusters.sort((a, b) => a.container.start - b.container.start);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function byPath(clusters: readonly Cluster[]): Map<number, Cluster[]> {
  const paths = new Map<number, Cluster[]>();
  for (const cluster of clusters) push(paths, cluster.container.path, cluster);
  return paths;
}

/** Clusters of equal path are one list: the rows of a grid, the parts of a list under headings. */
function stretchesOf(
  outline: Outline,
  path: number,
  clusters: readonly Cluster[],
  pillars: readonly Pillar[],
): Stretches | undefined {
  const stretches = clusters.flatMap((cluster) => cut(outline, cluster));
  const taken = new Set(stretches.map(({ pillar }) => pillar));
  for (const pillar of pillars) {
    if (taken.has(pillar)) continue;
    // The last row of a grid may hold one record alone.
    const branch = branchUnder(outline, pillar, outline.pathName(path));
    if (branch === undefined) continue;
    const { part, container } = branch;
    if (clusters.some((cluster) => cluster.container === container)) continue;
    stretches.push({ pillar, container, start: part.start, end: part.end });
  }
  const [first] = stretches;
  if (first === undefined) return undefined;
  stretches.sort((a, b) => a.start - b.start);
  return {
    shape: {
      container: outline.pathName(path),
      pillar: outline.pathName(first.pillar.part.path),
      pattern: first.pillar.pattern,
    },
    stretches,
  };
}

/** Records are branches; where text stands between most of the branches, it belongs to the record before it. */
function cut(outline: Outline, { container, branches }: Cluster): Stretch[] {
  const gaps = branches.map(({ part }, i) =>
    textsBetween(outline, part.end, branches[i + 1]?.part.start ?? container.end),
  );
  const inner = gaps.slice(0, -1).map((gap) => gap.length);
  const flat = inner.filter((length) => length > 0).length * 2 > inner.length;
  const usual = [...inner].sort((a, b) => a - b)[Math.floor(inner.length / 2)] ?? 0;
  return branches.map(({ pillar, part }, i) => {
    if (!flat) return { pillar, container, start: part.start, end: part.end };
    const next = branches[i + 1];
    const end = next === undefined ? endOf(gaps[i] ?? [], usual, part) : next.part.start;
    return { pillar, container, start: part.start, end };
  });
}

/** Nothing says where the last record of a flat run ends: after as many pieces as the others have. */
const endOf = (gap: readonly TextPiece[], pieces: number, part: Part): number =>
  (gap[Math.min(pieces, gap.length) - 1]?.at ?? part.end - 1) + 1;
