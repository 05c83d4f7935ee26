import { foldSpaces } from '../../foundation/dom/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import { type Outline, type Part, textsBetween } from './outline.ts';
import type { RecordField } from './reading.ts';
import { isAddress, lowerBound } from './record-anchors.ts';
import type { RecordSegment } from './record-segments.ts';

const DOCUMENT = /\.(?:pdf|docx?|odt|rtf|xlsx?|ods|csv|pptx?|epub|mp3|wav|mp4|zip)$/i;
/** What a link says that opens a document by an address without a file name. */
const NAMED = /(?:^|\W)(?:pdf|docx?|epub|mp3)(?:$|\W)/i;
const MAX_DOCUMENTS = 4;
const MAX_LABEL = 40;

interface DocumentLink {
  readonly start: number;
  readonly href: string;
  readonly label: string;
}

const kept = new WeakMap<Outline, readonly DocumentLink[]>();

/**
 * Returns the documents to which each record links beside its own page: their addresses, by the words of the link or the title
 * of its icon. Words that most records do not have name one document, and are no column.
 */
export function documentFields(outline: Outline, records: readonly RecordSegment[]): RecordField[][] {
  const links = kept.get(outline) ?? documentLinks(outline);
  kept.set(outline, links);
  const starts = links.map(({ start }) => start);
  const fields = records.map(({ anchor, start, end }) => {
    const first = lowerBound(starts, start);
    const own = links.slice(first, Math.min(first + MAX_DOCUMENTS, lowerBound(starts, end)));
    const others = own.filter(({ href, label }) => href !== anchor.href && label !== '');
    return new Map(others.map(({ label, href }) => [label, href]));
  });
  const counts = new Map<string, number>();
  for (const label of fields.flatMap((own) => [...own.keys()]))
    counts.set(label, (counts.get(label) ?? 0) + 1);
  return fields.map((own) =>
    [...own]
      .filter(([label]) => (counts.get(label) ?? 0) * 2 > records.length)
      .map(([label, value]) => ({ label, value, kind: 'text' })),
  );
}

function documentLinks(outline: Outline): DocumentLink[] {
  return outline.parts.flatMap((part) => {
    const { tag, attributes } = part.element;
    if (part.hidden || tag !== 'a' || !isAddress(attributes.href)) return [];
    const href = canonicalUrl(attributes.href, part.baseUrl);
    const label = wordsOf(outline, part);
    const isDocument =
      attributes.download !== undefined ||
      NAMED.test(label) ||
      DOCUMENT.test(URL.parse(href ?? '')?.pathname ?? '');
    return href === undefined || !isDocument || label.length > MAX_LABEL
      ? []
      : [{ start: part.start, href, label }];
  });
}

function wordsOf(outline: Outline, { start, end, element: { attributes } }: Part): string {
  const text = textsBetween(outline, start, end, 3).map((piece) => piece.text);
  return foldSpaces(text.join(' ') || attributes.title || attributes['aria-label'] || '').trim();
}
