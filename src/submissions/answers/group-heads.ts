import type { TreeElement, TreeNode } from '../../foundation/dom/index.ts';
import { INLINE, type Outline, type Part, textsBetween } from './outline.ts';
import { lowerBound } from './record-anchors.ts';
import type { RecordSegment } from './record-segments.ts';
import { dateWithin } from './split-columns.ts';

const HEAD = /^(?:h[1-6]|dt|caption|legend|summary)$/;
const BOLD = /^(?:b|strong)$/;
const BLOCK = /^(?:p|div|li|font|td|span)$/;
const MAX_HEAD = 120;

/**
 * Dates of the heads above groups of records, one for each record: “Opinions of November 14, 2023” over a list of names.
 * A head counts where the list has several, so that it is no date of the page.
 */
export function headDates(
  outline: Outline,
  segments: readonly RecordSegment[],
): readonly (string | undefined)[] {
  const none = segments.map(() => undefined);
  const last = segments.at(-1);
  if (last === undefined || segments.length < 2) return none;
  const heads = datedHeads(outline).filter(
    ({ part }) =>
      part.start < last.start && !segments.some(({ start, end }) => part.start >= start && part.start < end),
  );
  if (heads.length < 2) return none;
  const ends = heads.map(({ part }) => part.end);
  const above = segments.map(({ start }) => heads[lowerBound(ends, start + 1) - 1]);
  if (new Set(above).size < 2) return none;
  return above.map((head) => head?.date);
}

interface DatedHead {
  readonly part: Part;
  readonly date: string;
}

const kept = new WeakMap<Outline, readonly DatedHead[]>();

function datedHeads(outline: Outline): readonly DatedHead[] {
  const known = kept.get(outline);
  if (known !== undefined) return known;
  const heads: DatedHead[] = [];
  const lines = new Map<TreeElement, ReadonlySet<TreeNode>>();
  kept.set(outline, heads);
  for (const part of outline.parts) {
    if (part.hidden || !isHead(part, lines)) continue;
    const text = textsBetween(outline, part.start, part.end)
      .map((piece) => piece.text)
      .join(' ');
    const date = text.length > MAX_HEAD ? undefined : dateWithin(text);
    if (date !== undefined) heads.push({ part, date });
  }
  return heads;
}

/** A heading, or bold words that begin their line. */
function isHead({ element, parent }: Part, lines: Map<TreeElement, ReadonlySet<TreeNode>>): boolean {
  if (HEAD.test(element.tag)) return true;
  if (!BOLD.test(element.tag) || parent === undefined || !BLOCK.test(parent.element.tag)) return false;
  const starts = lines.get(parent.element) ?? lineStarts(parent.element);
  lines.set(parent.element, starts);
  return starts.has(element);
}

/** Children that stand first in their block, or after one that ends the line. */
function lineStarts({ children }: TreeElement): Set<TreeNode> {
  const filled = children.filter((node) => typeof node !== 'string' || node.trim() !== '');
  return new Set(
    filled.filter((_, i) => {
      const before = filled[i - 1];
      return before === undefined || (typeof before !== 'string' && !INLINE.has(before.tag));
    }),
  );
}
