import { canonicalUrl } from '../../foundation/url/index.ts';
import { linkAddress } from './link-digests.ts';
import { type Outline, type Part, textsBetween } from './outline.ts';
import { addressPattern, isAddress, lowerBound, type RecordAnchor } from './record-anchors.ts';
import type { Template } from './template.ts';

interface RecordLink extends RecordAnchor {
  readonly words: string;
  readonly length: number;
  readonly heading: boolean;
}

/** Further links of a record are ignored. */
const MAX_LINKS = 40;

/**
 * Chooses the link of each record that leads to its own page: links that stand at the same place in most
 * records, lead elsewhere in each, and have long words or a heading's rank.
 */
export function mainLinks(
  outline: Outline,
  ranges: readonly { readonly part: Part; readonly start: number; readonly end: number }[],
  template: Template,
  links: Links,
): (RecordAnchor | undefined)[] {
  const records = ranges.map(({ part, start, end }) => {
    const first = lowerBound(links.starts, start);
    const last = Math.min(lowerBound(links.starts, end), first + MAX_LINKS);
    const slots = new Map<string, RecordLink>();
    for (let i = first; i < last; i++) {
      const link = linkAt(outline, links, i, template);
      if (link === undefined || link.href === '') continue;
      const slot = slotOf(link.part, part);
      if (!slots.has(slot)) slots.set(slot, link);
    }
    return slots;
  });
  const ranks = rankSlots(records);
  return records.map((slots) => {
    let best: RecordLink | undefined;
    let bestRank = Number.NEGATIVE_INFINITY;
    for (const [slot, link] of slots) {
      const rank = ranks.get(slot) ?? 0;
      if (rank > bestRank) [best, bestRank] = [link, rank];
    }
    return best;
  });
}

/** Returns a link of the page, read once; its address is empty if it is of the template. */
export function linkAt(
  outline: Outline,
  { parts, read }: Links,
  index: number,
  template: Template,
): RecordLink | undefined {
  const part = parts[index];
  if (part === undefined) return undefined;
  const link = read[index] ?? readLink(outline, part, template);
  read[index] = link;
  return link;
}

function readLink(outline: Outline, part: Part, template: Template): RecordLink {
  const href = template.compared
    ? linkAddress(part)
    : canonicalUrl(part.element.attributes.href ?? '', part.baseUrl);
  if (href === undefined || template.isShared(outline, part, href))
    return { part, href: '', pattern: '', ...NO_WORDS };
  return { part, href, pattern: addressPattern(href, part.baseUrl), ...wordsOf(outline, part) };
}

const NO_WORDS = { words: '', length: 0, heading: false };

function rankSlots(records: readonly ReadonlyMap<string, RecordLink>[]): ReadonlyMap<string, number> {
  const members = Map.groupBy(
    records.flatMap((slots) => [...slots]),
    ([slot]) => slot,
  );
  return new Map(
    [...members].map(([slot, entries]) => {
      const links = entries.map(([, link]) => link);
      const mean = links.reduce((sum, { length }) => sum + Math.min(length, 80), 0) / links.length;
      const headed = links.filter(({ heading }) => heading).length / links.length;
      const distinct = new Set(links.map(({ href }) => href)).size / links.length;
      // Links with the same words everywhere, such as “Details”, are named by something else.
      const named = new Set(links.map(({ words }) => words)).size / links.length;
      return [
        slot,
        (links.length / records.length) * distinct * (0.3 + named) * Math.log2(2 + mean) * (1 + headed),
      ] as const;
    }),
  );
}

/** Place of a link in its record: tags and classes up to the record's element. */
function slotOf(link: Part, root: Part): string {
  const steps: string[] = [];
  for (
    let at: Part | undefined = link;
    at !== undefined && at !== root && at.start > root.start && steps.length < 6;
    at = at.parent
  )
    steps.push(at.element.tag);
  return `${steps.join('<')} ${link.element.attributes.class ?? ''}`;
}

function wordsOf(outline: Outline, link: Part): Pick<RecordLink, 'words' | 'length' | 'heading'> {
  const pieces = textsBetween(outline, link.start, link.end);
  const words = pieces.map(({ text }) => text).join(' ');
  return {
    words,
    length: words.length,
    heading: [link, ...pieces.map(({ parent }) => parent)].some(isHeading),
  };
}

/** Tells whether a part is in a heading, a few levels up at most. */
export function isHeading(part: Part): boolean {
  for (let at: Part | undefined = part, i = 0; at !== undefined && i < 4; at = at.parent, i++)
    if (/^(?:h[1-6]|dt)$/.test(at.element.tag)) return true;
  return false;
}

export interface Links {
  readonly parts: readonly Part[];
  readonly starts: readonly number[];
  /** Links as far as they were read. */
  readonly read: (RecordLink | undefined)[];
}

/** Finds the visible links that lead to an address. */
export function linksOf(outline: Outline): Links {
  const parts = outline.parts.filter(
    ({ hidden, element: { tag, attributes } }) => !hidden && tag === 'a' && isAddress(attributes.href),
  );
  return { parts, starts: parts.map(({ start }) => start), read: [] };
}
