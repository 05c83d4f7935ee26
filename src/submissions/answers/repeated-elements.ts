import { isElement, textOf } from '../../foundation/dom/index.ts';
import type { ListShape } from '../types/answer.ts';
import { likeness } from './list-evidence.ts';
import { type Links, linkAt, linksOf, mainLinks } from './main-links.ts';
import { type Outline, type Part, rangesKey, textRange, textsBetween, unformatted } from './outline.ts';
import { addressPattern, classKey, isControlOrLink, lowerBound, pressedAddress } from './record-anchors.ts';
import { isNoRecord } from './record-rows.ts';
import type { RecordSegment, RecordSegments } from './record-segments.ts';
import type { Template } from './template.ts';

/**
 * Finds lists by the elements that repeat, whatever their links are: siblings of one kind, elements of one
 * kind in several places (rows of a grid, a list parted by headings), and runs of siblings that begin with
 * one kind of element, as generalized nodes of MDR (Liu, Grossman and Zhai, KDD 2003) and DEPTA (Zhai and
 * Liu, WWW 2005), or that empty lines part.
 */
export function findRepeatedElements(outline: Outline, template: Template): RecordSegments[] {
  const page = new RepeatedElements(outline, template);
  return page.lists();
}

/** A record as a range, with the element that stands for it: its own, or the first one of a run. */
interface Range {
  readonly part: Part;
  readonly start: number;
  readonly end: number;
}

const MAX_ITEMS = 1_000;
/** Groups looked at closely: those with most text. */
const MAX_GROUPS = 40;
/** Kinds of siblings that may begin a record of a run, per container. */
const MAX_STARTS = 4;
/** Lines of a paragraph that may be one record. */
const MAX_PARAGRAPH = 5;

const ITEM = /^(?:tr|li|article|section|div|p|dl|tbody|table|dd|dt|blockquote|figure|a|h[1-6]|[a-z]+-.*)$/;
const RULE = /^(?:br|hr)$/;
const NAMED = /^([^:：]{1,40})[:：]\s/u;
const MIN_FACTS = 2;
const MIN_CELLS = 3;

class RepeatedElements {
  private readonly groups = new Map<string, Range[]>();
  private readonly kids = new Map<Part, Part[]>();

  private readonly outline: Outline;
  private readonly template: Template;
  private readonly links: Links;
  /** Starts of controls and links. */
  private readonly controls: readonly number[];

  constructor(outline: Outline, template: Template) {
    this.outline = outline;
    this.template = template;
    this.links = linksOf(outline);
    this.controls = outline.parts.filter(isControlOrLink).map(({ start }) => start);
  }

  lists(): RecordSegments[] {
    for (const part of this.outline.parts) if (!part.hidden) this.addPart(part);
    for (const [container, kids] of this.kids) {
      this.addRuns(container, kids);
      this.addLines(container, kids);
    }
    const lists = this.heaviest().map(({ ranges, parted }) => ({
      ...this.listOf(ranges),
      ...(parted && { parted: true as const }),
    }));
    return lists.filter(({ segments }) => segments.length > 1);
  }

  private hasControl(start: number, end: number): boolean {
    return (this.controls[lowerBound(this.controls, start)] ?? Number.POSITIVE_INFINITY) < end;
  }

  private addPart(part: Part): void {
    const { parent, element } = part;
    if (parent === undefined) return;
    push(this.kids, parent, part);
    if (!ITEM.test(element.tag) || !this.hasText(part)) return;
    const kind = kindOf(part);
    // Without a class, what stands elsewhere is of the same list only if its links lead to the same kind of page.
    const around = unformatted(parent) ?? parent;
    const place = kind === element.tag ? `${kindOf(around)} ${this.patternOf(part)}` : '';
    this.add(`path ${part.path} ${kind} ${place}`, part);
    this.add(`tag ${parent.start} ${element.tag}`, part);
    if (kind !== element.tag) this.add(`kind ${kind}`, part);
  }

  private patternOf({ start, end }: Part): string {
    const first = lowerBound(this.links.starts, start);
    const link = linkAt(this.outline, this.links, first, this.template);
    return link === undefined || link.part.start >= end ? '' : link.pattern;
  }

  /** Adds an element to its group; what stands inside another member is a part of that one. */
  private add(key: string, range: Part): void {
    const last = this.groups.get(key)?.at(-1);
    if (last === undefined || range.start >= last.end)
      push(this.groups, key, { part: range, start: range.start, end: range.end });
  }

  private pieces({ start, end }: Pick<Range, 'start' | 'end'>): number {
    const [from, to] = textRange(this.outline, start, end);
    return to - from;
  }

  private hasText(range: Pick<Range, 'start' | 'end'>): boolean {
    return this.pieces(range) > 0;
  }

  /** Adds runs of siblings that begin with the same kind of element. */
  private addRuns(container: Part, kids: readonly Part[]): void {
    if (kids.length < 4) return;
    const starts = new Map<string, number[]>();
    kids.forEach((kid, i) => {
      if (!RULE.test(kid.element.tag) && this.hasText(kid)) push(starts, deepKindOf(kid), i);
    });
    if (starts.size < 2) return;
    const common = [...starts].filter(([, at]) => at.length > 1).sort((a, b) => b[1].length - a[1].length);
    for (const [kind, at] of common.slice(0, MAX_STARTS)) {
      const runs = at.map((from, i) => this.run(container, kids, from, at[i + 1], at));
      if (!areAlike(at.map((from, i) => kids.slice(from, at[i + 1] ?? from + 1).map(kindOf)))) continue;
      if (runs.some((range) => range.end > range.part.end))
        this.groups.set(`run ${container.start} ${kind}`, runs);
    }
  }

  private run(
    container: Part,
    kids: readonly Part[],
    from: number,
    next: number | undefined,
    all: readonly number[],
  ): Range {
    const part = kids[from] as Part;
    // Heads of groups and sums end the record before them.
    const stop = kids.slice(from + 1, next).find((kid) => isNoRecord(kid))?.start;
    if (stop !== undefined) return { part, start: part.start, end: stop };
    if (next !== undefined) return { part, start: part.start, end: kids[next]?.start ?? part.end };
    // The last run is no longer than the longest of the others; without siblings after it, text may follow.
    const longest = Math.max(1, ...all.slice(1).map((at, i) => at - (all[i] ?? 0)));
    const after = kids[from + longest];
    return { part, start: part.start, end: after === undefined ? container.end : after.start };
  }

  /** Adds lines that breaks part: paragraphs between empty lines, else single lines. */
  private addLines(container: Part, kids: readonly Part[]): void {
    const breaks = kids.filter(({ element }) => RULE.test(element.tag));
    if (breaks.length < 2) return;
    const cuts = (list: readonly Part[]): Range[] => {
      const edges = [container.start, ...list.map(({ start }) => start), container.end];
      return edges.slice(1).flatMap((end, i) => {
        const start = edges[i] ?? end;
        return this.hasText({ start, end }) ? [{ part: container, start, end }] : [];
      });
    };
    const empty = breaks.filter((one, i) => {
      const before = breaks[i - 1];
      return (
        one.element.tag === 'hr' ||
        (before !== undefined && !this.hasText({ start: before.end, end: one.start }))
      );
    });
    const paragraphs = cuts(empty);
    if (paragraphs.length > 1) this.groups.set(`paragraphs ${container.start}`, paragraphs);
    // Short paragraphs are records; in long ones each line may be one.
    const lines = cuts(breaks);
    if (lines.length > Math.max(1, MAX_PARAGRAPH * empty.length) && !this.areFacts(lines))
      this.groups.set(`lines ${container.start}`, lines);
  }

  /** Tells whether lines are one record: its title, and values that each have a name of their own. */
  private areFacts(lines: readonly Range[]): boolean {
    const names = lines.flatMap(({ start, end }) => {
      const [first] = textsBetween(this.outline, start, end, 1);
      return NAMED.exec(first?.text ?? '')?.[1] ?? [];
    });
    return (
      names.length >= MIN_FACTS && names.length >= lines.length - 1 && new Set(names).size === names.length
    );
  }

  /** Chooses the groups with most text, each set of records once. */
  private heaviest(): { readonly ranges: Range[]; readonly parted: boolean }[] {
    const seen = new Set<string>();
    const weighed: { readonly ranges: Range[]; readonly parted: boolean; readonly weight: number }[] = [];
    for (const [name, ranges] of this.groups) {
      if (ranges.length < 2) continue;
      const key = rangesKey(this.outline, ranges);
      if (seen.has(key)) continue;
      seen.add(key);
      const parted = name.startsWith('paragraphs ');
      weighed.push({ ranges, parted, weight: ranges.reduce((sum, range) => sum + this.pieces(range), 0) });
    }
    return weighed
      .sort((a, b) => b.weight - a.weight)
      .slice(0, MAX_GROUPS)
      .map(({ ranges, parted }) => ({ ranges: ranges.slice(0, MAX_ITEMS), parted }));
  }

  /** A row that is more than a control and its name: a check box to select it, or buttons, stand beside its cells. */
  private isDataRow({ element }: Part): boolean {
    if (element.tag !== 'tr') return false;
    const cells = element.children.filter((child) => isElement(child) && /^t[dh]$/.test(child.tag));
    return cells.filter((cell) => isElement(cell) && textOf(cell, 9) !== '').length >= MIN_CELLS;
  }

  private listOf(ranges: readonly Range[]): RecordSegments {
    const links = mainLinks(this.outline, ranges, this.template, this.links);
    const segments = ranges.flatMap(({ part, start, end }, i): RecordSegment[] => {
      const link = links[i];
      // Where links of the template are known, what holds only such links or controls is of the template.
      if (
        link === undefined &&
        this.template.compared &&
        this.hasControl(start, end) &&
        !this.isDataRow(part)
      )
        return [];
      const pressed = part.start < start ? undefined : pressedAddress(part);
      const own = {
        part,
        href: pressed ?? '',
        pattern: pressed ? addressPattern(pressed, part.baseUrl) : '',
      };
      const container = part.start < start || part.end > end ? part : (part.parent ?? part);
      return [{ anchor: link ?? own, container, start, end }];
    });
    return { shape: shapeOf(this.outline, segments), segments };
  }
}

function shapeOf(outline: Outline, segments: readonly RecordSegment[]): ListShape {
  const [first] = segments;
  const patterns = new Set(segments.flatMap(({ anchor }) => (anchor.href === '' ? [] : anchor.pattern)));
  const linked = segments.find(({ anchor }) => anchor.href !== '') ?? first;
  return {
    container: first === undefined ? '' : outline.pathName(first.container.path),
    recordAnchor: linked === undefined ? '' : outline.pathName(linked.anchor.part.path),
    pattern: patterns.size > 1 ? '*' : ([...patterns][0] ?? ''),
  };
}

/** Runs that begin alike go on alike: neighbours have half of their kinds of elements in common. */
function areAlike(runs: readonly (readonly string[])[]): boolean {
  const kinds = runs.map((run) => new Set(run));
  const inner = kinds.slice(0, -1);
  const sum = inner.slice(1).reduce((total, one, i) => total + likeness(inner[i] ?? one, one), 0);
  return inner.length > 1 && sum >= MIN_LIKENESS * (inner.length - 1);
}

const MIN_LIKENESS = 0.5;

const kindOf = (part: Part): string => `${part.element.tag} ${classKey(part)}`.trim();

/** Kind of an element; rows differ by their cells. */
function deepKindOf(part: Part): string {
  if (part.element.tag !== 'tr') return kindOf(part);
  const cells = part.element.children.flatMap((cell) =>
    typeof cell === 'string'
      ? []
      : `${cell.tag}.${cell.attributes.class ?? ''}.${cell.attributes.colspan ?? ''}`,
  );
  return `${kindOf(part)} ${cells.join(' ')}`;
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
