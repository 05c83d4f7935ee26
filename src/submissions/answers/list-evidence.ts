import { foldText } from '../../foundation/text/index.ts';
import { isHeading } from './main-links.ts';
import { type Outline, type Part, partAround, type TextPiece, textRange } from './outline.ts';
import { lowerBound } from './record-anchors.ts';
import type { RecordSegment } from './record-segments.ts';

/** Records looked at closely; those of a longer list are taken evenly. */
const SAMPLE = 24;
const MAX_PARTS = 60;
const MAX_PIECES = 60;

/** Texts, links and places of a page, prepared once for all of its lists. */
export interface PageEvidence {
  readonly outline: Outline;
  readonly url: URL | null;
  /** Words that the address of the page asks for. */
  readonly query: readonly string[];
  /** Characters before each text: of all texts, and of texts in links. */
  readonly chars: readonly number[];
  readonly linked: readonly number[];
  readonly folded: (index: number) => string;
  /** What a text holds, see `MARKS`. */
  readonly marks: (index: number) => number;
  readonly starts: readonly number[];
  /** First and last text of each part. */
  readonly texts: (index: number) => readonly [from: number, to: number];
  /** Numbers of kinds of parts: tag and class. */
  readonly kind: (index: number) => number;
}

/** Marks of a text that tell data from furniture. */
const MARKS = { digit: 1, date: 2, price: 4, sentence: 8, asked: 16, number: 32 } as const;

export function pageEvidence(outline: Outline, pageUrl: string): PageEvidence {
  const chars = [0];
  const linked = [0];
  const inLink = new Map<Part, boolean>();
  for (const { text, parent } of outline.texts) {
    chars.push((chars.at(-1) ?? 0) + text.length);
    linked.push((linked.at(-1) ?? 0) + (isInLink(parent, inLink) ? text.length : 0));
  }
  const url = URL.parse(pageUrl);
  const query = [...(url?.searchParams ?? [])].flatMap(([, value]) =>
    foldText(value)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word.length > 2 && !/^\d+$/.test(word)),
  );
  const folded = remembered((index) => foldText(outline.texts[index]?.text ?? ''));
  const kinds = new Map<string, number>();
  return {
    outline,
    url,
    query,
    chars,
    linked,
    folded,
    marks: remembered((index) => marksOf(folded(index), query)),
    starts: outline.parts.map(({ start }) => start),
    texts: remembered((index) => {
      const { start, end } = outline.parts[index] as Part;
      return textRange(outline, start, end);
    }),
    kind: remembered((index) => {
      const { tag, attributes } = (outline.parts[index] as Part).element;
      const name = `${tag} ${attributes.class ?? ''}`;
      const number = kinds.get(name) ?? kinds.size;
      kinds.set(name, number);
      return number;
    }),
  };
}

/** Remembers what was computed for an index. */
function remembered<T>(compute: (index: number) => T): (index: number) => T {
  const known: T[] = [];
  return (index) => (known[index] ??= compute(index));
}

function marksOf(text: string, query: readonly string[]): number {
  const start = text.slice(0, MAX_MARKED);
  const digit = /\d/.test(start);
  return (
    (digit ? MARKS.digit : 0) |
    (digit && DATE.test(start) ? MARKS.date : 0) |
    (digit && PRICE.test(start) ? MARKS.price : 0) |
    (text.length > 80 ? MARKS.sentence : 0) |
    (query.some((word) => text.includes(word)) ? MARKS.asked : 0) |
    (digit && /\(\s?\d[\d,. ]*\s?\)$|^\d[\d,. ]*$/.test(start) ? MARKS.number : 0)
  );
}

const MAX_MARKED = 200;

function isInLink(part: Part, known: Map<Part, boolean>): boolean {
  const kept = known.get(part);
  if (kept !== undefined) return kept;
  const is =
    part.element.tag === 'a' ||
    part.element.tag === 'button' ||
    (part.parent !== undefined && isInLink(part.parent, known));
  known.set(part, is);
  return is;
}

/**
 * Evidence for a list, each between 0 and about 1 and free of the page's size: what tells results from menus,
 * facets, archives and pagers.
 */
export function listEvidence(page: PageEvidence, segments: readonly RecordSegment[]): Record<string, number> {
  const { outline, chars, linked } = page;
  const step = Math.max(1, segments.length / SAMPLE);
  const sample = Array.from(
    { length: Math.min(SAMPLE, segments.length) },
    (_, i) => segments[Math.floor(i * step)] as RecordSegment,
  );
  const ranges = segments.map(({ start, end }) => textRange(outline, start, end));
  const sumOf = (sums: readonly number[]): number =>
    ranges.reduce((sum, [from, to]) => sum + (sums[to] ?? 0) - (sums[from] ?? 0), 0);
  const own = Math.max(1, sumOf(chars));
  const ownLinked = sumOf(linked);
  const all = Math.max(1, chars.at(-1) ?? 1);
  const allLinked = linked.at(-1) ?? 0;
  const lengths = ranges.map(([from, to]) => (chars[to] ?? 0) - (chars[from] ?? 0));
  const mean = own / segments.length;
  const spread =
    Math.sqrt(lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / segments.length) / mean;
  const [first, last] = [ranges[0]?.[0] ?? 0, ranges.at(-1)?.[1] ?? 0];
  const extent = Math.max(1, (chars[last] ?? 0) - (chars[first] ?? 0));
  const end = Math.max(1, outline.texts.length);
  const { tag } = (segments[0] as RecordSegment).anchor.part.element;
  return {
    ...textEvidence(page, sample),
    ...titleEvidence(page, sample),
    ...innerEvidence(page, sample),
    ...placeEvidence((segments[0] as RecordSegment).container),
    count: Math.min(1, Math.log2(segments.length) / 7),
    pair: segments.length < 3 ? 1 : 0,
    few: segments.length < 6 ? 1 : 0,
    share: own / all,
    plainShare: (own - ownLinked) / Math.max(1, all - allLinked),
    length: Math.min(1.3, Math.log10(1 + mean) / 3),
    short: mean < 25 ? 1 : 0,
    long: mean > 1500 ? 1 : 0,
    spread: Math.min(2, spread),
    linkedShare: ownLinked / own,
    covered: Math.min(1, own / extent),
    begins: first / end,
    ends: last / end,
    rows: tag === 'tr' || segments.some(({ anchor, start }) => isRow(anchor.part, start)) ? 1 : 0,
  };
}

const isRow = (part: Part, start: number): boolean =>
  partAround(part, ({ element }) => element.tag === 'tr', start) !== undefined;

/** Variety of texts: what is the same in many records is furniture, what differs is data. */
function textEvidence(page: PageEvidence, sample: readonly RecordSegment[]): Record<string, number> {
  const records = sample.map(({ start, end }) => {
    const [from, to] = textRange(page.outline, start, end);
    return Array.from({ length: Math.min(MAX_PIECES, to - from) }, (_, i) => from + i);
  });
  const holders = new Map<string, number>();
  for (const texts of records)
    for (const text of new Set(texts.map(page.folded))) holders.set(text, (holders.get(text) ?? 0) + 1);
  let [unique, all, pieces] = [0, 0, 0];
  for (const texts of records)
    for (const index of texts) {
      const text = page.folded(index);
      all += text.length;
      pieces++;
      if (holders.get(text) === 1) unique += text.length;
    }
  const share = (mark: number): number =>
    records.filter((texts) => texts.some((index) => (page.marks(index) & mark) !== 0)).length / sample.length;
  const counted = records.filter(
    (texts) => texts.length < 4 && (page.marks(texts.at(-1) ?? -1) & MARKS.number) !== 0,
  );
  return {
    variety: unique / Math.max(1, all),
    pieces: Math.min(1.3, Math.log2(1 + pieces / sample.length) / 5),
    single: records.filter((texts) => texts.length < 2).length / sample.length,
    digits: share(MARKS.digit),
    dates: share(MARKS.date),
    prices: share(MARKS.price),
    counts: counted.length / sample.length,
    sentences: share(MARKS.sentence),
    asked: page.query.length === 0 ? 0 : share(MARKS.asked),
  };
}

const DATE =
  /\d{4}[-./年]\d{1,2}[-./月]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\p{L}{3,12}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,12}\.? \d{4}/u;
const PRICE = /[$€£¥₹₽₩]\s?\d|\d\s?(?:[€₽]|eur|usd|руб|zł|kr)/u;

/** Titles and addresses of the records. */
function titleEvidence(page: PageEvidence, sample: readonly RecordSegment[]): Record<string, number> {
  const { outline, url } = page;
  const titles = sample.map((segment) => titleOf(outline, segment));
  const links = sample.flatMap(({ anchor }) => URL.parse(anchor.href) ?? []);
  const share = (test: (title: string) => boolean): number => titles.filter(test).length / sample.length;
  const shareOfLinks = (test: (link: URL) => boolean): number =>
    links.length === 0 ? 0 : links.filter(test).length / sample.length;
  const asked = [...(url?.searchParams ?? [])].filter(([, value]) => value !== '');
  const isSearch = (link: URL): boolean =>
    link.host === url?.host &&
    link.pathname === url.pathname &&
    asked.length > 0 &&
    asked.some(([name, value]) => link.searchParams.get(name) === value);
  const headed = sample.filter(({ anchor }) => isHeading(anchor.part)).length / sample.length;
  return {
    titled: share((title) => /\p{L}[\p{L}\p{M}]/u.test(title)),
    numbered: share((title) => /^[\d\s.,»«›‹<>()]*$/.test(title)),
    dated: share((title) => DATED.test(title)),
    titleLength: Math.min(
      1.2,
      Math.log10(1 + titles.reduce((sum, title) => sum + title.length, 0) / sample.length) / 2,
    ),
    titleVariety: new Set(titles).size / sample.length,
    hasLink: links.length / sample.length,
    linkVariety: links.length === 0 ? 0 : new Set(links.map(({ href }) => href)).size / links.length,
    outside: shareOfLinks((link) => link.host !== url?.host),
    again: shareOfLinks(isSearch),
    headed,
  };
}

const DATED =
  /^(?:\p{L}{2,12},? )?(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?|\p{L}{3,12}\.?(?: \d{1,2},?)? \d{4}|\d{1,2}\.? \p{L}{3,12}\.?(?: \d{4})?|(?:19|20)\d\d)$/u;

function titleOf(outline: Outline, { anchor, start, end }: RecordSegment): string {
  const own =
    anchor.href === ''
      ? undefined
      : outline.texts.slice(...textRange(outline, anchor.part.start, anchor.part.end));
  const pieces: readonly TextPiece[] =
    own === undefined || own.length === 0
      ? outline.texts.slice(...textRange(outline, start, end)).slice(0, 1)
      : own;
  return pieces
    .map(({ text }) => text)
    .join(' ')
    .trim();
}

/** Indices of the parts of a record. */
function partsIn(
  { starts }: PageEvidence,
  { start, end }: RecordSegment,
): readonly [from: number, to: number] {
  const from = lowerBound(starts, start);
  return [from, Math.min(from + MAX_PARTS, lowerBound(starts, end))];
}

/** Elements inside of records: what neighbours have in common, and what shows that a record holds several. */
function innerEvidence(page: PageEvidence, sample: readonly RecordSegment[]): Record<string, number> {
  const { outline } = page;
  let [controls, pictured, headings, inner, alike] = [0, 0, 0, 0, 0];
  let before: ReadonlySet<number> | undefined;
  for (const segment of sample) {
    const [from, to] = partsIn(page, segment);
    const depth = outline.parts[from]?.depth ?? 0;
    const kinds = new Set<number>();
    const counts = new Map<number, number>();
    const tags = new Set<string>();
    let [heads, most] = [0, 1];
    for (let i = from; i < to; i++) {
      const part = outline.parts[i] as Part;
      const { tag } = part.element;
      kinds.add((part.depth - depth) * 10_000 + page.kind(i));
      tags.add(tag);
      if (HEADING.test(tag)) heads++;
      if (!BLOCK.test(tag)) continue;
      const [first, last] = page.texts(i);
      if (last <= first + 1) continue;
      const count = (counts.get(part.path) ?? 0) + 1;
      counts.set(part.path, count);
      most = Math.max(most, count);
    }
    if (tags.has('input') || tags.has('select')) controls++;
    if (tags.has('img')) pictured++;
    headings += Math.max(0, heads - 1);
    inner += Math.log2(most);
    if (before !== undefined) alike += likeness(before, kinds);
    before = kinds;
  }
  const size = sample.length;
  return {
    controls: controls / size,
    pictured: pictured / size,
    headings: Math.min(1, headings / size),
    inner: Math.min(1.2, inner / size / 4),
    similarity: alike / Math.max(1, size - 1),
  };
}

const HEADING = /^h[1-6]$/;
const BLOCK = /^(?:li|tr|div|p|article|dt|h[1-6])$/;

/** Kinds of elements in each record, wherever they stand: tags, each with each of its classes. */
export const kindsOf = (page: PageEvidence, segments: readonly RecordSegment[]): ReadonlySet<string>[] =>
  segments.map((segment) => {
    const kinds = page.outline.parts
      .slice(...partsIn(page, segment))
      .flatMap(({ element: { tag, attributes } }) =>
        (attributes.class ?? '').split(/\s+/).map((name) => `${tag} ${name}`),
      );
    return new Set(kinds);
  });

/** Share of kinds of elements that two records have in common. */
export function likeness<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  let both = 0;
  for (const kind of one) if (other.has(kind)) both++;
  return both / Math.max(1, one.size + other.size - both);
}

const ASIDE = /^(?:nav|header|footer|aside|menu)$/;
const ASIDE_NAME =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|submenu|breadcrumbs?|footer|ftr|header|hdr|sidebar|pager|pagination|facets?|filters?|refine|toolbar|share|social|languages?|tags?|related|similar)(?:$|[\s_-])/i;
const LIST_NAME = /result|listing|hits|records|search|items|products|catalog/i;
const NAMED_LEVELS = 3;

function placeEvidence(container: Part): Record<string, number> {
  let [aside, asideName, main, listName, hidden] = [0, 0, 0, 0, 0];
  for (let part: Part | undefined = container; part !== undefined; part = part.parent) {
    const { tag, attributes } = part.element;
    if (ASIDE.test(tag) || /^(?:navigation|contentinfo|complementary)$/.test(attributes.role ?? ''))
      aside = 1;
    if (tag === 'main' || attributes.role === 'main' || attributes.id === 'main') main = 1;
    if (part.hidden) hidden = 1;
    if (container.depth - part.depth >= NAMED_LEVELS || tag === 'body') continue;
    const name = `${attributes.class ?? ''} ${attributes.id ?? ''}`;
    if (ASIDE_NAME.test(name)) asideName = 1;
    if (LIST_NAME.test(name)) listName = 1;
  }
  return { aside, asideName, main, listName, hidden };
}
