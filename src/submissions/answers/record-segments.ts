import { canonicalUrl } from '../../foundation/url/index.ts';
import type { ListShape } from '../types/answer.ts';
import { type Outline, type Part, type TextPiece, textsBetween } from './outline.ts';
import { firstFrom, isNoContent, type RecordAnchor, type RecordAnchors } from './record-anchors.ts';

/**
 * Lists of records by structure, in the spirit of MDR (Liu, Grossman and Zhai, KDD 2003) and of tag path clustering (Miao et
 * al., WWW 2009): what repeats along one path of tags. Each record is told by one element, its pillar: a link of the same
 * pattern of address, or, where records have no link, the repeated element itself. A record is the stretch of the page from
 * one pillar's branch to the next, so cards, rows, items, definition lists and flat runs of headings come out alike.
 */

/** A record as a stretch of the outline. */
export interface RecordSegment {
  readonly pillar: RecordAnchor;
  readonly container: Part;
  readonly start: number;
  readonly end: number;
}

export interface RecordSegments {
  readonly shape: ListShape;
  readonly stretches: readonly RecordSegment[];
}

/** Pattern of a list whose records have addresses of several patterns. */
const ANY_PATTERN = '*';

/**
 * All lists of at least two records.
 * @param mixed whether links along one path may be one list though their addresses are of several patterns
 */
export function listsOf(outline: Outline, groups: RecordAnchors, mixed: boolean): RecordSegments[] {
  const lists: RecordSegments[] = [];
  for (const pillars of mixed ? [...groups.values(), ...mixedOf(groups)] : groups.values()) {
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

/**
 * Where the template is out, links along one path are one list even if they lead to several parts of a site: a search over all
 * its documents finds some of each kind. Not so where they stand in the records of the largest such list, beside its links.
 */
function mixedOf(groups: RecordAnchors): RecordAnchor[][] {
  const paths = new Map<string, (readonly RecordAnchor[])[]>();
  for (const [key, pillars] of groups)
    if (pillars[0]?.href !== '') push(paths, key.slice(0, key.indexOf(' ')), pillars);
  return [...paths.values()].flatMap((members) => {
    const [largest, ...others] = [...members].sort((a, b) => b.length - a.length);
    if (largest === undefined || others.length === 0) return [];
    const rest = others.flat();
    if (standInside(largest, rest)) return [];
    const all = [...largest, ...rest].sort((a, b) => a.part.start - b.part.start);
    return [all.map((pillar) => ({ ...pillar, pattern: ANY_PATTERN }))];
  });
}

function standInside(largest: readonly RecordAnchor[], others: readonly RecordAnchor[]): boolean {
  const parts =
    largest.length > 1
      ? clustersOf(largest).flatMap(({ branches }) => branches.map(({ part }) => part))
      : largest.flatMap(({ part }) => part.parent ?? []);
  const starts = parts.map(({ start }) => start).sort((a, b) => a - b);
  const ends = parts.map(({ end }) => end).sort((a, b) => a - b);
  return others.some(({ part: { start } }) => {
    const opened = firstFrom(starts, start + 1);
    return opened > firstFrom(ends, start + 1);
  });
}

/** The one record of a shape that was seen as a list elsewhere; it may have several links along the path of its own. */
export function loneRecords(
  outline: Outline,
  groups: RecordAnchors,
  known: readonly ListShape[],
): LoneRecord[] {
  if (known.length === 0) return [];
  const lists: LoneRecord[] = [];
  for (const pillars of groups.values()) {
    const [pillar] = pillars;
    if (pillar === undefined || pillars.length > MOST_LINKS_OF_ONE) continue;
    const name = outline.pathName(pillar.part.path);
    const shape = known.find(
      ({ pillar: path, pattern }) => path === name && (pattern === pillar.pattern || pattern === ANY_PATTERN),
    );
    const branch = shape && branchUnder(outline, pillar, shape.container);
    if (shape === undefined || branch === undefined) continue;
    const { part, container } = branch;
    if (!pillars.every((other) => branchUnder(outline, other, shape.container)?.part === part)) continue;
    const end = part === pillar.part || part.element.children.length <= 1 ? container.end : part.end;
    lists.push({ shape, stretches: [{ pillar, container, start: part.start, end }], links: pillars.length });
  }
  return lists;
}

interface LoneRecord extends RecordSegments {
  /** Links of the record that look like its own. */
  readonly links: number;
}

const MOST_LINKS_OF_ONE = 8;

/**
 * Links that no other is like, each with what stands around it alone: the largest element that holds no other link and no
 * control. One of them may be an answer of one record.
 */
export function soleLinks(outline: Outline, groups: RecordAnchors): RecordSegments[] {
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
  readonly pillar: RecordAnchor;
  /** The child of the container that holds the pillar, or is it. */
  readonly part: Part;
}

interface Cluster {
  readonly container: Part;
  readonly branches: readonly Branch[];
}

function branchUnder(
  outline: Outline,
  pillar: RecordAnchor,
  container: string,
): { readonly part: Part; readonly container: Part } | undefined {
  for (let part = pillar.part; part.parent !== undefined; part = part.parent)
    if (outline.pathName(part.parent.path) === container) return { part, container: part.parent };
  return undefined;
}

/** Lowest elements under which pillars stand in different branches. */
function clustersOf(pillars: readonly RecordAnchor[]): Cluster[] {
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
  pillars: readonly RecordAnchor[],
): RecordSegments | undefined {
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
function cut(outline: Outline, { container, branches }: Cluster): RecordSegment[] {
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
