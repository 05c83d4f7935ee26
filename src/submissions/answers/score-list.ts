import type { Part, TextPiece } from './outline.ts';
import { haveSameTarget } from './own-link.ts';
import type { FoundRecord } from './reading.ts';
import type { RecordSegment } from './record-segments.ts';
import { linkOf } from './shown-text.ts';

/** A text that can be a title: more than punctuation or a single digit. */
export const TITLE_TEXT = /\p{L}[\p{L}\p{M}]|\d{2}/u;

/**
 * Scores how much a list looks like results: records with words of their own and facts, in the main part of
 * the page.
 */
export function scoreList(
  segments: readonly RecordSegment[],
  records: readonly FoundRecord[],
  pageUrl: string,
  { compared = false, keyCells = false }: { readonly compared?: boolean; readonly keyCells?: boolean } = {},
): number {
  const [first] = segments;
  if (first === undefined || records.length === 0) return 0;
  const sum = records.reduce((total, record) => total + recordWeight(record, compared, keyCells), 0);
  const { element } = first.anchor.part;
  return (
    sum *
    placeWeight(first.container) *
    addressWeight(first, pageUrl) *
    evenness(records, element.tag, compared) *
    titleWeight(records)
  );
}

/** Lowers the weight of links with dates as titles, which rarely lead to records. */
function titleWeight(records: readonly FoundRecord[]): number {
  const dated = records.filter(({ title }) => DATED.test(title)).length;
  return dated * 2 > records.length ? 0.8 : 1;
}

const DATED =
  /^(?:\p{L}{2,12},? )?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\p{L}{3,12}\.? \d{1,2},? \d{4}|\d{1,2}\.? \p{L}{3,12}\.? \d{4})/u;

/**
 * @param compared template links were removed, so that a line without fields may be a record
 * @param keyCells the title is the key of a table row
 */
function recordWeight({ title, link, fields }: FoundRecord, compared: boolean, keyCells: boolean): number {
  const isNumber = /^[\d\s.,»«›‹<>]+$/.test(title);
  if (!TITLE_TEXT.test(title) || (isNumber && !keyCells && !(compared && title.length > PAGE_NUMBER)))
    return 0;
  const length = fields.reduce((total, { value }) => total + value.length, Math.min(title.length, 100));
  const base = 1 + Math.min(fields.length, 3) * 0.5 + Math.min(length, 200) / 200;
  if (fields.length === 0) return link === undefined && !compared ? 0.2 : base * 0.5;
  return link === undefined ? base * 0.7 : base;
}

/** Longer numbers may be the name of a record. */
const PAGE_NUMBER = 6;

/** An element with more fields is a part of the page, not a record. */
const MANY_FIELDS = 20;

/** Weighs how similar the records are in their number of fields, which matters most if they have no links. */
function evenness(records: readonly FoundRecord[], tag: string, compared: boolean): number {
  const counts = records.map(({ fields }) => fields.length).sort((a, b) => a - b);
  const middle = counts[counts.length >> 1] ?? 0;
  const near =
    counts.filter((count) => count >= middle / 2 && count <= middle * 2 + 1).length / counts.length;
  if (middle > MANY_FIELDS) return 0.1;
  if (records[0]?.link !== undefined) return near >= 0.6 ? 1 : 0.3;
  // Two paragraphs or boxes are on every page; rows and items are marked up as a list.
  const named = /^(?:tr|li|article|dl)$/.test(tag);
  if (middle === 0) return compared && named ? 0.8 : 0.1;
  return !named && records.length < 3 ? 0.1 : near >= 0.75 ? 1 : 0.2;
}

/** A list with a larger share of text in other links is a menu. */
const MOSTLY_LINKS = 0.7;

/** Lowers the weight if nearly all text is in links to elsewhere; less if template links were removed before. */
export function ownWordsWeight(
  segments: readonly RecordSegment[],
  pieces: readonly (readonly TextPiece[])[],
  compared = false,
): number {
  let linked = 0;
  let all = 0;
  segments.forEach(({ anchor }, i) => {
    for (const piece of pieces[i] ?? []) {
      if (piece.at > anchor.part.start && piece.at < anchor.part.end) continue;
      const link = linkOf(piece.parent);
      // Cards link both picture and title to the same address.
      if (link !== undefined && haveSameTarget(link, anchor.part)) continue;
      all++;
      if (link !== undefined) linked++;
    }
  });
  return all > segments.length && linked > all * MOSTLY_LINKS ? (compared ? 0.7 : 0.2) : 1;
}

const BOILERPLATE_TAG = /^(?:nav|header|footer|aside|menu)$/;
const BOILERPLATE_NAME =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|submenu|breadcrumbs?|footer|ftr|header|hdr|sidebar|pager|pagination|facets?|filters?|refine|toolbar|share|social|languages?|tags?|related|similar)(?:$|[\s_-])/i;
/** Class names of further ancestors say little about the list: whole pages are called `with-sidebar`. */
const NAMED_LEVELS = 3;

function placeWeight(container: Part): number {
  for (let part: Part | undefined = container; part !== undefined; part = part.parent) {
    const { tag, attributes } = part.element;
    if (BOILERPLATE_TAG.test(tag) || /^(?:navigation|contentinfo)$/.test(attributes.role ?? '')) return 0.2;
    const name = `${attributes.class ?? ''} ${attributes.id ?? ''}`;
    if (container.depth - part.depth < NAMED_LEVELS && tag !== 'body' && BOILERPLATE_NAME.test(name))
      return 0.25;
  }
  return 1;
}

/** Lowers the weight of links that repeat the search with more parameters: they page, sort or filter. */
function addressWeight({ anchor }: RecordSegment, pageUrl: string): number {
  if (anchor.href === '') return 1;
  const url = new URL(anchor.href);
  const page = URL.parse(pageUrl);
  if (page === null || page.host !== url.host || page.pathname !== url.pathname) return 1;
  const kept = [...page.searchParams].filter(([, value]) => value !== '');
  return kept.length > 0 && kept.every(([name, value]) => url.searchParams.get(name) === value) ? 0.05 : 0.8;
}
