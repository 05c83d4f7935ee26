import { kindsOf, listEvidence, type PageEvidence } from './list-evidence.ts';
import { LIST_WEIGHTS } from './list-weights.ts';
import { type Outline, rangesKey, textRange } from './outline.ts';
import { lowerBound } from './record-anchors.ts';
import type { RecordSegment, RecordSegments } from './record-segments.ts';

/** Lists of the same records, which differ in the links that stand for them, with evidence for being the answer. */
export interface RankedList {
  readonly variants: readonly RecordSegments[];
  /** Higher for likelier answers; only lists of one page compare. */
  readonly rank: number;
}

/** Lists read in full: the likeliest. */
const MAX_READ = 8;
const MAX_VARIANTS = 3;
/** Links by which variants of a list are told apart. */
const MAX_COMPARED = 30;

/** Ranks the lists of a page by evidence. */
export function rankLists(page: PageEvidence, lists: readonly RecordSegments[]): RankedList[] {
  const same = new Map<string, Map<string, RecordSegments>>();
  for (const list of lists) {
    if (overlaps(list) || areRegions(page, list) || isToolbar(page, list)) continue;
    const bounds = rangesKey(page.outline, list.segments);
    const variants = same.get(bounds) ?? new Map<string, RecordSegments>();
    const links = list.segments
      .slice(0, MAX_COMPARED)
      .map(({ anchor }) => anchor.href)
      .join(' ');
    if (!variants.has(links)) same.set(bounds, variants.set(links, list));
  }
  const ranked = [...same.values()].map((byLinks) => {
    const weighed = [...byLinks.values()]
      .map((list) => ({ list, rank: rankOf(listEvidence(page, list.segments)) }))
      .sort((a, b) => b.rank - a.rank)
      .slice(0, MAX_VARIANTS);
    return { variants: weighed.map(({ list }) => list), rank: weighed[0]?.rank ?? 0 };
  });
  const parting = ranked.filter(({ variants }) => variants[0]?.parted);
  return ranked
    .filter((one) => !parting.some((lines) => lines !== one && parts(lines, one)))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MAX_READ);
}

/** Tells whether empty lines part the records of another list, which was cut at its links only. */
function parts({ variants: [lines] }: RankedList, { variants: [other] }: RankedList): boolean {
  if (
    lines?.parted === undefined ||
    other === undefined ||
    other.segments.length * 5 < lines.segments.length * 4
  )
    return false;
  let at = 0;
  return other.segments.every(({ anchor: { part } }) => {
    while ((lines.segments[at]?.end ?? Number.POSITIVE_INFINITY) <= part.start) at++;
    const line = lines.segments[at++];
    return line !== undefined && part.start >= line.start && part.end <= line.end;
  });
}

/** Tells whether records reach into each other, as links of one record do that are taken for several. */
function overlaps({ segments }: RecordSegments): boolean {
  let end = 0;
  let over = 0;
  for (const segment of segments) {
    if (segment.start < end) over++;
    end = Math.max(end, segment.end);
  }
  return over * 10 > segments.length;
}

/** A page has about so many regions: head, menu, answer, foot. */
const MAX_REGIONS = 5;

/** Tells whether records are the regions of the page: few parts of its body, from its first text to its last. */
function areRegions({ outline }: PageEvidence, { segments }: RecordSegments): boolean {
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined || segments.length > MAX_REGIONS) return false;
  if (!/^(?:body|html)$/.test(first.container.element.tag)) return false;
  const [from] = textRange(outline, first.start, first.end);
  const [, to] = textRange(outline, last.start, last.end);
  return from === 0 && to === outline.texts.length;
}

const PICTURES = /^(?:img|picture|svg|canvas|video|object)$/;

/** Tells whether records show neither text nor picture: links drawn as icons, such as those that sort. */
function isToolbar({ outline }: PageEvidence, { segments }: RecordSegments): boolean {
  const hasText = segments.some(({ start, end }) => {
    const [from, to] = textRange(outline, start, end);
    return from < to;
  });
  if (hasText) return false;
  const starts = segments.map(({ start }) => start);
  return !outline.parts.some(({ element: { tag }, start }) => {
    const segment = PICTURES.test(tag) ? segments[lowerBound(starts, start + 1) - 1] : undefined;
    return segment !== undefined && start < segment.end;
  });
}

function rankOf(evidence: Readonly<Record<string, number>>): number {
  let sum = 0;
  for (const [name, weight] of Object.entries(LIST_WEIGHTS)) sum += weight * (evidence[name] ?? 0);
  return sum;
}

/** Records join a list that have this share of the kinds of elements of its records. */
const MIN_ALIKE = 0.5;
/** A list grows at most to as many times its records. */
const MAX_GROWTH = 3;

/**
 * Finds the list that has all records of this one, and more of the same build elsewhere on the page: a list
 * may go on in another container, as under the next heading or beside advertisements.
 */
export function wholeOf(page: PageEvidence, ranked: RankedList, others: readonly RankedList[]): RankedList {
  const [list] = ranked.variants;
  if (list === undefined) return ranked;
  const startOf = ({ start }: RecordSegment): number => textRange(page.outline, start, start)[0];
  const own = new Set(list.segments.map(startOf));
  const linked = list.segments.every(({ anchor }) => anchor.href !== '');
  const core = commonKinds(kindsOf(page, list.segments.slice(0, 12)));
  const counts = list.segments.map((segment) => piecesIn(page.outline, segment)).sort((a, b) => a - b);
  const [fewest = 0, most = 0] = [counts[0], counts.at(-1)];
  const isAlike = (segment: RecordSegment): boolean => {
    const [kinds = new Set()] = kindsOf(page, [segment]);
    const shared = core.filter((kind) => kinds.has(kind)).length;
    return (
      (!linked || segment.anchor.href !== '') &&
      shared >= MIN_ALIKE * core.length &&
      piecesIn(page.outline, segment) * 2 >= fewest &&
      piecesIn(page.outline, segment) <= 4 * most
    );
  };
  let whole = ranked;
  let count = list.segments.length;
  for (const other of others) {
    const [wider] = other.variants;
    if (
      wider === undefined ||
      wider.segments.length <= count ||
      wider.segments.length > MAX_GROWTH * list.segments.length
    )
      continue;
    const more = wider.segments.filter((segment) => !own.has(startOf(segment)));
    if (wider.segments.length - more.length < own.size || !more.every(isAlike)) continue;
    whole = other;
    count = wider.segments.length;
  }
  return whole;
}

function piecesIn(outline: Outline, { start, end }: RecordSegment): number {
  const [from, to] = textRange(outline, start, end);
  return to - from;
}

/** Kinds of elements that most records have. */
function commonKinds(records: readonly ReadonlySet<string>[]): string[] {
  const all = new Set(records.flatMap((kinds) => [...kinds]));
  return [...all].filter((kind) => records.filter((kinds) => kinds.has(kind)).length * 2 > records.length);
}
