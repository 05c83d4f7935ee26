import { type Outline, type Part, partAround, textsBetween } from './outline.ts';
import type { RecordSegment } from './record-segments.ts';
import { type GridRow, gridOf } from './table-grid.ts';

/**
 * Leaves out the rows of tables that are no records: heads, sums, notes, and heads of groups, whose value goes
 * with the rows below. Rows that continue a record go to the one above.
 */
export function recordRows(segments: readonly RecordSegment[]): RecordSegment[] {
  const records: RecordSegment[] = [];
  for (const segment of segments) {
    const role = isHeadCell(segment.anchor.part) ? 'head' : (ownRow(segment)?.role ?? 'record');
    const last = records.at(-1);
    if (role === 'record') records.push(segment);
    else if (role === 'more' && last !== undefined)
      records[records.length - 1] = { ...last, end: segment.end };
  }
  return records;
}

/** Tells whether an element stands in a head of its table, as a link does that sorts a column. */
function isHeadCell(part: Part): boolean {
  const cell = partAround(part, ({ element }) => /^t[dh]$/.test(element.tag));
  return cell?.element.tag === 'th' && cell.parent !== undefined && gridRow(cell.parent)?.role === 'head';
}

/** Row that is all of a record. */
function ownRow({ anchor, start, end }: RecordSegment): GridRow | undefined {
  const found = rowPart(anchor.part, start);
  return found !== undefined && end <= found.end ? gridRow(found) : undefined;
}

/** Row of the table that holds the anchor of a record, in the grid of its table. */
export function rowAround(anchor: Part, start: number): GridRow | undefined {
  const row = rowPart(anchor, start);
  return row && gridRow(row);
}

/** Outermost row around an anchor inside of a record. */
function rowPart(anchor: Part, start: number): Part | undefined {
  let found: Part | undefined;
  for (let at: Part | undefined = anchor; at !== undefined && at.start >= start; at = at.parent)
    if (at.element.tag === 'tr') found = at;
  return found;
}

function gridRow(row: Part): GridRow | undefined {
  const table = partAround(row.parent, ({ element }) => element.tag === 'table');
  return table && gridOf(table).get(row.element);
}

/** Head of the column in which a text stands. */
export function headOf(row: GridRow | undefined, parent: Part): string {
  const cell = partAround(parent, ({ element }) => row?.heads.has(element) === true || element.tag === 'tr');
  return (cell && row?.heads.get(cell.element)) ?? '';
}

/** Tells whether an element is a row of heads, a sum or a note. */
export function isNoRecord(part: Part): boolean {
  const role = part.element.tag === 'tr' ? gridRow(part)?.role : undefined;
  return role === 'head' || role === 'group' || role === 'note';
}

/** Records needed to tell what all of a list are like. */
const MIN_TELLING = 6;
const MOST_ALIKE = 0.8;

/**
 * Drops what stands before the first record or after the last and was cut like one: links to the pages of the list, and where
 * breaks part the records, notes and links to other pages.
 */
export function withoutStrays(
  outline: Outline,
  segments: readonly RecordSegment[],
  pageUrl: string,
): readonly RecordSegment[] {
  const turns = pageTurns(outline, segments, pageUrl);
  const turning = segments.filter(({ anchor }) => turns(anchor.href)).length;
  const records =
    turning * 2 < segments.length ? withoutEnds(segments, ({ anchor }) => turns(anchor.href)) : segments;
  return withoutEnds(records, noteTest(outline, records));
}

function withoutEnds(
  segments: readonly RecordSegment[],
  isStray: (segment: RecordSegment) => boolean,
): readonly RecordSegment[] {
  const from = segments.findIndex((segment) => !isStray(segment));
  const to = segments.findLastIndex((segment) => !isStray(segment)) + 1;
  return from < 0 ? segments : segments.slice(from, to);
}

/**
 * Makes a test whether a link leads to another page of the same list: it has the path of this page and a value that it asks
 * for, or the path of links that are called by the number which they ask for.
 */
function pageTurns(
  outline: Outline,
  segments: readonly RecordSegment[],
  pageUrl: string,
): (href: string) => boolean {
  const page = URL.parse(pageUrl);
  const queried = [...(page?.searchParams ?? [])].filter(([, value]) => value !== '');
  const numbered = segments.flatMap(({ anchor, start, end }) => {
    const [only, more] = textsBetween(outline, start, end, 2);
    const link = more === undefined && /^\d{1,4}$/.test(only?.text ?? '') ? URL.parse(anchor.href) : null;
    return link !== null && [...link.searchParams.values()].includes(only?.text ?? '') ? pathOf(link) : [];
  });
  return (href) => {
    const link = URL.parse(href);
    if (page === null || link === null) return false;
    if (numbered.includes(pathOf(link))) return true;
    const asks = queried.some(([name, value]) => link.searchParams.get(name) === value);
    return asks && pathOf(link) === pathOf(page);
  };
}

const pathOf = ({ host, pathname }: URL): string => host + pathname;

/**
 * Makes a test for notes that breaks part from the records: these have a link of one pattern and figures; a note has no link,
 * or another one and no figure.
 */
function noteTest(outline: Outline, segments: readonly RecordSegment[]): (segment: RecordSegment) => boolean {
  const none = (): boolean => false;
  const counts = new Map<string, number>();
  for (const { anchor } of segments) counts.set(anchor.pattern, (counts.get(anchor.pattern) ?? 0) + 1);
  const [pattern, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  if (pattern === '' || count < MIN_TELLING || count < MOST_ALIKE * segments.length) return none;
  const hasFigure = ({ start, end }: RecordSegment): boolean =>
    textsBetween(outline, start, end).some(({ text }) => /\d/.test(text));
  const usual = segments.filter(({ anchor }) => anchor.pattern === pattern).slice(0, MIN_TELLING);
  if (!usual.every(hasFigure)) return none;
  return (segment) =>
    segment.anchor.pattern !== pattern &&
    !isElement(segment) &&
    (segment.anchor.href === '' || !hasFigure(segment));
}

const isElement = ({ anchor, start, end }: RecordSegment): boolean =>
  partAround(anchor.part, (part) => part.start === start && part.end === end, start) !== undefined;
