import type { TreeElement, TreeNode } from '../../foundation/dom/index.ts';
import { INLINE, type Outline, type Part, textIn } from './outline.ts';
import { lowerBound } from './record-anchors.ts';
import type { RecordSegment } from './record-segments.ts';
import { dateWithin } from './split-columns.ts';

const HEAD = /^(?:h[1-6]|dt|caption|legend|summary)$/;
const BOLD = /^(?:b|strong)$/;
const BLOCK = /^(?:p|div|li|font|td|span)$/;
const MAX_HEAD = 120;
/** Headings in a list that name its groups; fewer may part it from another one. */
const MIN_NAMING = 2;
const MAX_NAME = 60;

export interface GroupHead {
  readonly part: Part;
  readonly text: string;
  readonly date?: string;
}

/**
 * Heads above groups of records, one for each record: “Opinions of November 14, 2023” over a list of names, or “Poetry” over
 * titles. A date counts where the list has several, so that it is no date of the page; other words count in headings of one
 * kind that part the list.
 */
export function groupHeads(
  outline: Outline,
  segments: readonly RecordSegment[],
): readonly (GroupHead | undefined)[] {
  const none = segments.map(() => undefined);
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined || segments.length < 2) return none;
  const starts = segments.map(({ start }) => start);
  const heads = headsOf(outline).filter(({ part: { start } }) => {
    const before = segments[lowerBound(starts, start + 1) - 1];
    return start < last.start && (before === undefined || start >= before.end);
  });
  const dated = heads.filter(({ date }) => date !== undefined);
  const inside = heads.filter(
    ({ part, text }) =>
      NAMING.test(part.element.tag) && part.start > first.start && text !== '' && text.length <= MAX_NAME,
  );
  const path = inside[0]?.part.path;
  const naming = heads.filter(({ part, text }) => part.path === path && text.length <= MAX_NAME);
  for (const [kind, least] of [
    [dated, 2],
    [inside.length < MIN_NAMING ? [] : naming, MIN_NAMING + 1],
  ] as const) {
    if (kind.length < least) continue;
    const ends = kind.map(({ part }) => part.end);
    const above = segments.map(({ start }) => kind[lowerBound(ends, start + 1) - 1]);
    if (new Set(above).size >= 2) return above;
  }
  return none;
}

const NAMING = /^h[2-6]$/;

const kept = new WeakMap<Outline, readonly GroupHead[]>();

function headsOf(outline: Outline): readonly GroupHead[] {
  const known = kept.get(outline);
  if (known !== undefined) return known;
  const heads: GroupHead[] = [];
  const lines = new Map<TreeElement, ReadonlySet<TreeNode>>();
  kept.set(outline, heads);
  for (const part of outline.parts) {
    if (part.hidden || !isHead(part, lines)) continue;
    const text = textIn(outline, part);
    const date = text.length > MAX_HEAD ? undefined : dateWithin(text);
    heads.push({ part, text, ...(date !== undefined && { date }) });
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
