/** Names segments by their ends first, so that the segment of an offset is the first one listed behind it; offsets count through all. */

import type { ObjectFolder } from '../object-storage/index.ts';

export interface SegmentRange {
  readonly start: number;
  readonly end: number;
}

export interface Segment extends SegmentRange {
  readonly name: string;
  /** Bytes of the object; fewer than its range after a site was forgotten. */
  readonly bytes: number;
}

const padded = (offset: number): string => String(offset).padStart(15, '0');

export const segmentName = ({ start, end }: SegmentRange): string =>
  `${padded(end)}-${padded(start)}.warc.gz`;

/** Lists the segments that end behind an offset, in order. */
export async function* segmentsBehind(folder: ObjectFolder, offset: number): AsyncGenerator<Segment> {
  // "~" stands behind every sign of a name: a segment that ends at the offset is left out.
  for await (const { name, bytes } of folder.list(`${padded(offset)}~`)) {
    const [, end, start] = /^(\d{15})-(\d{15})\.warc\.gz$/.exec(name) ?? [];
    if (start !== undefined) yield { name, bytes, start: Number(start), end: Number(end) };
  }
}

/** Name of a segment on this disk, before its end is known. */
export const spoolName = (start: number): string => `${padded(start)}.warc.gz`;

/** Start of a segment by its file name; undefined for other files. */
export const spoolStart = (name: string): number | undefined =>
  /^\d{15}\.warc\.gz$/.test(name) ? Number(name.slice(0, 15)) : undefined;

/** Ranges below `size` that no segment covers. @param segments in order */
export function gapsBetween(segments: readonly SegmentRange[], size: number): SegmentRange[] {
  const gaps: SegmentRange[] = [];
  let covered = 0;
  for (const { start, end } of [...segments, { start: size, end: size }]) {
    if (Math.min(start, size) > covered) gaps.push({ start: covered, end: Math.min(start, size) });
    covered = Math.max(covered, end);
  }
  return gaps;
}
