import { canonicalUrl } from '../../foundation/url/index.ts';
import type { ListShape } from '../types/answer.ts';
import { type Outline, type Part, partAround, type TextPiece, textsBetween } from './outline.ts';
import { isControlOrLink, lowerBound, type RecordAnchor, type RecordAnchors } from './record-anchors.ts';
import { push } from './repeated-elements.ts';

/**
 * Finds lists of records by structure, similar to MDR (Liu, Grossman and Zhai, KDD 2003) and tag path
 * clustering (Miao et al., WWW 2009): elements that repeat along one tag path. Each record has an anchor: a
 * link whose address has the same pattern, or the repeated element itself if records have no link. A record
 * is the segment of the page from the branch of one anchor to the next, which covers cards, rows, items,
 * definition lists and flat runs of headings alike.
 */

/** A record as a segment of the outline. */
export interface RecordSegment {
  readonly anchor: RecordAnchor;
  readonly container: Part;
  readonly start: number;
  readonly end: number;
}

export interface RecordSegments {
  readonly shape: ListShape;
  readonly segments: readonly RecordSegment[];
  /** Empty lines or rules part the records. */
  readonly parted?: true;
}

/** Pattern of a list whose addresses have several patterns. */
const ANY_PATTERN = '*';

/**
 * Finds all lists of at least two records.
 * @param mixed whether links along one path may be one list even if their addresses have several patterns
 */
export function findLists(outline: Outline, groups: RecordAnchors, mixed: boolean): RecordSegments[] {
  const lists: RecordSegments[] = [];
  for (const anchors of mixed ? [...groups.values(), ...mixedPatternLists(groups)] : groups.values()) {
    if (anchors.length < 2) continue;
    const groups = clustersOf(anchors);
    for (const [path, clusters] of byPath(groups)) {
      const list = segmentsOf(outline, path, clusters, anchors);
      if (list !== undefined) lists.push(list);
      // Several links of one pattern in each record look like a list in each: also try the elements around
      // them.
      if (clusters.length < 3) continue;
      const firsts = clusters.map(({ branches }) => branches[0]?.anchor).filter((one) => one !== undefined);
      for (const [outerPath, outer] of byPath(clustersOf(firsts))) {
        const whole = segmentsOf(outline, outerPath, outer, firsts);
        if (whole !== undefined) lists.push(whole);
      }
    }
  }
  return lists;
}

/**
 * Joins links along one path to one list even if they lead to several parts of a site, as a search over all
 * its documents does; requires that template links were removed. Links inside the records of the largest list
 * are not joined.
 */
function mixedPatternLists(groups: RecordAnchors): RecordAnchor[][] {
  const paths = new Map<string, (readonly RecordAnchor[])[]>();
  for (const [key, anchors] of groups)
    if (anchors[0]?.href !== '') push(paths, key.slice(0, key.indexOf(' ')), anchors);
  return [...paths.values()].flatMap((members) => {
    const [largest, ...others] = [...members].sort((a, b) => b.length - a.length);
    if (largest === undefined || others.length === 0) return [];
    const rest = others.flat();
    if (areInsideRecords(largest, rest)) return [];
    const all = [...largest, ...rest].sort((a, b) => a.part.start - b.part.start);
    return [all.map((anchor) => ({ ...anchor, pattern: ANY_PATTERN }))];
  });
}

function areInsideRecords(largest: readonly RecordAnchor[], others: readonly RecordAnchor[]): boolean {
  const parts =
    largest.length > 1
      ? clustersOf(largest).flatMap(({ branches }) => branches.map(({ part }) => part))
      : largest.flatMap(({ part }) => part.parent ?? []);
  const starts = parts.map(({ start }) => start).sort((a, b) => a - b);
  const ends = parts.map(({ end }) => end).sort((a, b) => a - b);
  return others.some(({ part: { start } }) => {
    const opened = lowerBound(starts, start + 1);
    return opened > lowerBound(ends, start + 1);
  });
}

/** Finds a single record whose shape was a list elsewhere; it may have several links along the path. */
export function findLoneRecords(
  outline: Outline,
  groups: RecordAnchors,
  known: readonly ListShape[],
): LoneRecord[] {
  // What lists have shown tells more than what one record has.
  const shapes = known.toSorted((a, b) => Number(a.sole ?? false) - Number(b.sole ?? false));
  const lists: LoneRecord[] = [];
  for (const anchors of groups.values()) {
    const [anchor] = anchors;
    if (anchor === undefined || anchors.length > MAX_RECORD_LINKS) continue;
    const name = outline.pathName(anchor.part.path);
    const shape = shapes.find(
      ({ recordAnchor: path, pattern, sole }) =>
        path === name &&
        (pattern === anchor.pattern || pattern === ANY_PATTERN) &&
        (sole === undefined || anchors.length === 1),
    );
    const branch = shape && branchUnder(outline, anchor, shape.container);
    if (shape === undefined || branch === undefined) continue;
    const { part, container } = branch;
    if (!anchors.every((other) => branchUnder(outline, other, shape.container)?.part === part)) continue;
    const end = part === anchor.part || part.element.children.length <= 1 ? container.end : part.end;
    lists.push({ shape, segments: [{ anchor, container, start: part.start, end }], links: anchors.length });
  }
  return lists;
}

interface LoneRecord extends RecordSegments {
  /** Number of links of the record along the path. */
  readonly links: number;
}

const MAX_RECORD_LINKS = 8;

/**
 * Finds links that no other one is similar to, each with the largest element around it that holds no other
 * link and no control. One of them may be the only record of an answer.
 */
export function findSoleLinks(outline: Outline, groups: RecordAnchors): RecordSegments[] {
  const holdsOther = otherLinkTest(outline);
  return [...groups.values()].flatMap((anchors) => {
    const [anchor] = anchors;
    if (anchor === undefined || anchors.length > 1 || anchor.href === '') return [];
    let part = anchor.part;
    while (part.parent !== undefined && !holdsOther(part.parent, anchor.href)) part = part.parent;
    const container = part.parent ?? part;
    return [soleSegment(outline, { anchor, container, start: part.start, end: part.end })];
  });
}

/** Heads that a table has at least for its only row to be a record. */
const MIN_HEADS = 3;

/** Finds the only row of each table with a head: it may be the only record of an answer. */
export function findSoleRows(outline: Outline, groups: RecordAnchors): RecordSegments[] {
  const cells = new Map<Part, { heads: number; values: number }>();
  for (const part of outline.parts) {
    const { tag } = part.element;
    if (part.hidden || part.parent?.element.tag !== 'tr' || (tag !== 'td' && tag !== 'th')) continue;
    const row = cells.get(part.parent) ?? { heads: 0, values: 0 };
    cells.set(part.parent, row);
    row[tag === 'th' ? 'heads' : 'values']++;
  }
  const tables = new Map<Part, { heads: number; rows: Part[] }>();
  for (const [row, { heads, values }] of cells) {
    const table = partAround(row, ({ element }) => element.tag === 'table');
    if (table === undefined) continue;
    const known = tables.get(table) ?? { heads: 0, rows: [] };
    tables.set(table, known);
    if (values >= MIN_HEADS) known.rows.push(row);
    else known.heads = Math.max(known.heads, heads);
  }
  const links = [...groups.values()].flat();
  return [...tables].flatMap(([, { heads, rows }]) => {
    const [row, ...others] = rows;
    if (row === undefined || others.length > 0 || heads < MIN_HEADS) return [];
    const { start, end } = row;
    const link = links.find(({ part, href }) => href !== '' && part.start >= start && part.end <= end);
    const anchor = link ?? { part: row, href: '', pattern: '' };
    const container = row.parent ?? row;
    return [soleSegment(outline, { anchor, container, start, end })];
  });
}

function soleSegment({ pathName }: Outline, segment: RecordSegments['segments'][number]): RecordSegments {
  const { anchor, container } = segment;
  const [path, recordAnchor] = [pathName(container.path), pathName(anchor.part.path)];
  return {
    shape: { container: path, recordAnchor, pattern: anchor.pattern, sole: true },
    segments: [segment],
  };
}

/** Makes a test whether an element holds a control, or a link to another address, template links included. */
function otherLinkTest({ parts }: Outline): (part: Part, href: string) => boolean {
  const starts: number[] = [];
  const addresses: string[] = [];
  for (const part of parts) {
    if (part.hidden || !isControlOrLink(part)) continue;
    const { href = '', type = '' } = part.element.attributes;
    if (part.element.tag === 'input' && type === 'hidden') continue;
    starts.push(part.start);
    addresses.push(part.element.tag === 'a' ? (canonicalUrl(href, part.baseUrl) ?? '') : '');
  }
  // For each of them, the next one with another address.
  const next: number[] = [];
  for (let i = starts.length - 1; i >= 0; i--)
    next[i] = addresses[i] === addresses[i + 1] ? (next[i + 1] ?? starts.length) : i + 1;
  return ({ start, end }, href) => {
    const first = lowerBound(starts, start);
    const other = addresses[first] === href ? (next[first] ?? starts.length) : first;
    return (starts[other] ?? Number.POSITIVE_INFINITY) < end;
  };
}

interface Branch {
  readonly anchor: RecordAnchor;
  /** The child of the container that holds or is the anchor. */
  readonly part: Part;
}

interface Cluster {
  readonly container: Part;
  readonly branches: readonly Branch[];
}

function branchUnder(
  outline: Outline,
  anchor: RecordAnchor,
  container: string,
): { readonly part: Part; readonly container: Part } | undefined {
  for (let part = anchor.part; part.parent !== undefined; part = part.parent)
    if (outline.pathName(part.parent.path) === container) return { part, container: part.parent };
  return undefined;
}

/** Finds the lowest elements under which anchors are in different branches. */
function clustersOf(anchors: readonly RecordAnchor[]): Cluster[] {
  const open = new Map<Part, Branch[]>();
  for (const anchor of anchors) {
    const { parent } = anchor.part;
    if (parent !== undefined) push(open, parent, { anchor, part: anchor.part });
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
        push(open, container.parent, { anchor: first.anchor, part: container });
        enqueue(container.parent);
      }
    }
  }
  return clusters.sort((a, b) => a.container.start - b.container.start);
}

function byPath(clusters: readonly Cluster[]): Map<number, Cluster[]> {
  return Map.groupBy(clusters, ({ container }) => container.path);
}

/** Joins clusters of equal path to one list: the rows of a grid, the parts of a list under headings. */
function segmentsOf(
  outline: Outline,
  path: number,
  clusters: readonly Cluster[],
  anchors: readonly RecordAnchor[],
): RecordSegments | undefined {
  const segments = clusters.flatMap((cluster) => segmentsOfCluster(outline, cluster));
  const taken = new Set(segments.map(({ anchor }) => anchor));
  for (const anchor of anchors) {
    if (taken.has(anchor)) continue;
    // The last row of a grid may hold a single record.
    const branch = branchUnder(outline, anchor, outline.pathName(path));
    if (branch === undefined) continue;
    const { part, container } = branch;
    if (clusters.some((cluster) => cluster.container === container)) continue;
    segments.push({ anchor, container, start: part.start, end: part.end });
  }
  const [first] = segments;
  if (first === undefined) return undefined;
  segments.sort((a, b) => a.start - b.start);
  return {
    shape: {
      container: outline.pathName(path),
      recordAnchor: outline.pathName(first.anchor.part.path),
      pattern: first.anchor.pattern,
    },
    segments,
  };
}

/**
 * Cuts a cluster into records: the branches; text between most of the branches belongs to the record before
 * it.
 */
function segmentsOfCluster(outline: Outline, { container, branches }: Cluster): RecordSegment[] {
  const gaps = branches.map(({ part }, i) =>
    textsBetween(outline, part.end, branches[i + 1]?.part.start ?? container.end),
  );
  const inner = gaps.slice(0, -1).map((gap) => gap.length);
  const flat = inner.filter((length) => length > 0).length * 2 > inner.length;
  const usual = [...inner].sort((a, b) => a - b)[Math.floor(inner.length / 2)] ?? 0;
  return branches.map(({ anchor, part }, i) => {
    if (!flat) return { anchor, container, start: part.start, end: part.end };
    const next = branches[i + 1];
    const end = next === undefined ? lastSegmentEnd(gaps[i] ?? [], usual, part) : next.part.start;
    return { anchor, container, start: part.start, end };
  });
}

/** Ends the last record of a flat run after as many pieces as the others usually have. */
const lastSegmentEnd = (gap: readonly TextPiece[], pieces: number, part: Part): number =>
  (gap[Math.min(pieces, gap.length) - 1]?.at ?? part.end - 1) + 1;
