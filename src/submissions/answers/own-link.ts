import { type Outline, type Part, textsBetween } from './outline.ts';
import { firstFrom } from './record-anchors.ts';
import type { RecordSegment } from './record-segments.ts';

/**
 * How likely a link that each record has is the record's own: cards and rows also link their authors, tags and series. Its own
 * address differs from record to record, and it is the one in the heading, or on both picture and title, or given twice, or
 * the first.
 */
export function ownLinkWeight(outline: Outline, stretches: readonly RecordSegment[]): number {
  const links = stretches.map(({ pillar }) => pillar.href).filter((href) => href !== '');
  if (links.length === 0) return 1;
  const isMost = (test: (stretch: RecordSegment) => boolean): boolean =>
    stretches.filter(test).length * 2 > stretches.length;
  const differing = new Set(links).size / links.length >= MOSTLY_DIFFERENT ? 1 : 0.8;
  if (isMost(({ pillar }) => inHeading(pillar.part))) return differing * 1.1;
  if (isMost((stretch) => standsTwice(outline, stretch))) return differing * 1.08;
  if (isMost((stretch) => isRepeated(outline, stretch))) return differing * 1.06;
  return differing * (isMost((stretch) => isFirst(outline, stretch)) ? 1.04 : 1);
}

const MOSTLY_DIFFERENT = 0.9;
/** A record with more links is not looked through to its end. */
const MAX_LINKS = 40;

function inHeading(part: Part): boolean {
  for (let at: Part | undefined = part, i = 0; at !== undefined && i < 4; at = at.parent, i++)
    if (/^(?:h[1-6]|dt)$/.test(at.element.tag)) return true;
  return false;
}

/** A picture and words lead to the same place. */
function standsTwice(outline: Outline, stretch: RecordSegment): boolean {
  const same = linksIn(outline, stretch).filter((part) => leadsAlike(part, stretch.pillar.part));
  const worded = same.filter((part) => hasText(outline, part));
  return worded.length > 0 && worded.length < same.length;
}

/** Its name and a word such as “view” lead to the same place. */
function isRepeated(outline: Outline, stretch: RecordSegment): boolean {
  const links = linksIn(outline, stretch).filter((part) => hasText(outline, part));
  return links.filter((part) => leadsAlike(part, stretch.pillar.part)).length > 1;
}

function isFirst(outline: Outline, stretch: RecordSegment): boolean {
  const first = linksIn(outline, stretch).find((part) => hasText(outline, part));
  return first !== undefined && leadsAlike(first, stretch.pillar.part);
}

const hasText = (outline: Outline, { start, end }: Part): boolean =>
  textsBetween(outline, start, end).length > 0;

/** Two links to one address. */
export const leadsAlike = (one: Part, other: Part): boolean =>
  one === other ||
  (one.element.attributes.href !== undefined &&
    one.element.attributes.href === other.element.attributes.href);

interface Links {
  readonly parts: readonly Part[];
  readonly starts: readonly number[];
}

const known = new WeakMap<Outline, Links>();

function linksIn(outline: Outline, { start, end }: RecordSegment): readonly Part[] {
  const kept = known.get(outline);
  const { parts, starts } = kept ?? linksOf(outline);
  if (kept === undefined) known.set(outline, { parts, starts });
  const first = firstFrom(starts, start);
  return parts.slice(first, Math.min(firstFrom(starts, end), first + MAX_LINKS));
}

function linksOf(outline: Outline): Links {
  const parts = outline.parts.filter(
    ({ hidden, element }) => !hidden && element.tag === 'a' && element.attributes.href !== undefined,
  );
  return { parts, starts: parts.map(({ start }) => start) };
}

/**
 * Whether records are rows told by the link in their first cell that says anything: what a table's rows are known by, be it
 * but a number.
 */
export function areKeyCells(outline: Outline, stretches: readonly RecordSegment[]): boolean {
  const keyed = stretches.filter((stretch) => {
    const { pillar, start, end } = stretch;
    const cell = cellOf(pillar.part, start);
    return (
      cell !== undefined &&
      textsBetween(outline, start, cell.start).length === 0 &&
      textsBetween(outline, cell.end, end).some(({ text }) => /\p{L}{2}/u.test(text))
    );
  });
  return keyed.length > 0 && keyed.length * 2 > stretches.length;
}

function cellOf(part: Part, from: number): Part | undefined {
  for (let at: Part | undefined = part; at !== undefined && at.start >= from; at = at.parent)
    if (/^t[dh]$/.test(at.element.tag) && at.start > from) return at;
  return undefined;
}
