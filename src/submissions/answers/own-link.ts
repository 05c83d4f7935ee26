import { isHeading } from './main-links.ts';
import { type Outline, type Part, partAround, textsBetween } from './outline.ts';
import { lowerBound } from './record-anchors.ts';
import type { RecordSegment } from './record-segments.ts';

/**
 * Weighs how likely these links lead to the records themselves: cards and rows also link authors, tags and
 * series. The link of a record differs from record to record, and is in the heading, on both picture and
 * title, given twice, or first.
 */
export function recordLinkWeight(outline: Outline, segments: readonly RecordSegment[]): number {
  const links = segments.map(({ anchor }) => anchor.href).filter((href) => href !== '');
  if (links.length === 0) return 1;
  const isMost = (test: (segment: RecordSegment) => boolean): boolean =>
    segments.filter(test).length * 2 > segments.length;
  const weight = new Set(links).size / links.length >= MOSTLY_DIFFERENT ? 1 : 0.8;
  if (isMost(({ anchor }) => isHeading(anchor.part))) return weight * 1.1;
  if (isMost((segment) => hasPictureAndTextLink(outline, segment))) return weight * 1.08;
  if (isMost((segment) => hasSecondTextLink(outline, segment))) return weight * 1.06;
  return weight * (isMost((segment) => isFirst(outline, segment)) ? 1.04 : 1);
}

const MOSTLY_DIFFERENT = 0.9;
/** Further links of a record are ignored. */
const MAX_LINKS = 40;

/** Tells whether a picture and a text link to the same address. */
function hasPictureAndTextLink(outline: Outline, segment: RecordSegment): boolean {
  const same = linksIn(outline, segment).filter((part) => haveSameTarget(part, segment.anchor.part));
  const worded = same.filter((part) => hasText(outline, part));
  return worded.length > 0 && worded.length < same.length;
}

/** Tells whether the title and a word such as “view” link to the same address. */
function hasSecondTextLink(outline: Outline, segment: RecordSegment): boolean {
  const links = linksIn(outline, segment).filter((part) => hasText(outline, part));
  return links.filter((part) => haveSameTarget(part, segment.anchor.part)).length > 1;
}

function isFirst(outline: Outline, segment: RecordSegment): boolean {
  const first = linksIn(outline, segment).find((part) => hasText(outline, part));
  return first !== undefined && haveSameTarget(first, segment.anchor.part);
}

const hasText = (outline: Outline, { start, end }: Part): boolean =>
  textsBetween(outline, start, end).length > 0;

/** Tells whether two links have the same address. */
export const haveSameTarget = (one: Part, other: Part): boolean =>
  one === other ||
  (one.element.attributes.href !== undefined &&
    one.element.attributes.href === other.element.attributes.href);

interface Links {
  readonly parts: readonly Part[];
  readonly starts: readonly number[];
}

const cache = new WeakMap<Outline, Links>();

function linksIn(outline: Outline, { start, end }: RecordSegment): readonly Part[] {
  const kept = cache.get(outline);
  const { parts, starts } = kept ?? linksOf(outline);
  if (kept === undefined) cache.set(outline, { parts, starts });
  const first = lowerBound(starts, start);
  return parts.slice(first, Math.min(lowerBound(starts, end), first + MAX_LINKS));
}

function linksOf(outline: Outline): Links {
  const parts = outline.parts.filter(
    ({ hidden, element }) => !hidden && element.tag === 'a' && element.attributes.href !== undefined,
  );
  return { parts, starts: parts.map(({ start }) => start) };
}

/**
 * Tells whether records are table rows whose first cell with text holds the link: then the link is the row's
 * key, even if it is only a number.
 */
export function areKeyCells(outline: Outline, segments: readonly RecordSegment[]): boolean {
  const keyed = segments.filter((segment) => {
    const { anchor, start, end } = segment;
    const cell = cellOf(anchor.part, start);
    return (
      cell !== undefined &&
      textsBetween(outline, start, cell.start).length === 0 &&
      textsBetween(outline, cell.end, end).some(({ text }) => /\p{L}[\p{L}\p{M}]/u.test(text))
    );
  });
  return keyed.length > 0 && keyed.length * 2 > segments.length;
}

const cellOf = (part: Part, from: number): Part | undefined =>
  partAround(part, ({ element }) => /^t[dh]$/.test(element.tag), from + 1);
