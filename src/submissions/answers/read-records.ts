import { elementsOf, foldSpaces } from '../../foundation/dom/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import type { Echo } from './echo.ts';
import { fieldKind } from './field-kind.ts';
import { type GroupHead, groupHeads } from './group-heads.ts';
import { isStruck, OLD_PRICE, oldPriceIn } from './old-price.ts';
import { INLINE, type Outline, type Part, partAround, textsBetween } from './outline.ts';
import { areKeyCells, recordLinkWeight } from './own-link.ts';
import { languageOf } from './page-language.ts';
import type { FieldKind, FoundRecord, RecordField, RecordList } from './reading.ts';
import { documentFields } from './record-documents.ts';
import { recordKeys } from './record-key.ts';
import { headOf, recordRows, rowAround, withoutStrays } from './record-rows.ts';
import type { RecordSegment, RecordSegments } from './record-segments.ts';
import { ownWordsWeight, scoreList, TITLE_TEXT } from './score-list.ts';
import { linkOf, type ShownText, shownTexts } from './shown-text.ts';
import { type PlacedField, RECURRING, splitColumns } from './split-columns.ts';
import type { GridRow } from './table-grid.ts';
import type { Template } from './template.ts';
import { nameOfLabel } from './typed-fields.ts';

const MAX_RECORDS = 1_000;
const MAX_FIELDS = 30;
const MAX_TITLE = 300;
const MAX_VALUE = 500;
/** A text in this share of the records is a label or boilerplate, not a value. */
const LABEL_SHARE = 0.6;

/** Reads the records of a list: title, address, labelled fields, and a distinct key. */
export function readRecords(
  outline: Outline,
  { shape, segments }: RecordSegments,
  pageUrl: string,
  basis: RecordBasis = {},
): RecordList {
  const kept = withoutStrays(outline, recordRows(segments), pageUrl).slice(0, MAX_RECORDS);
  const pieces = kept.map(({ start, end, anchor }) =>
    shownTexts(outline, textsBetween(outline, start, end), anchor.part, basis.echo),
  );
  const labels = repeatedTexts(pieces);
  const documents = documentFields(outline, kept);
  // What holds the query beside other words names records, even where all that were found have the same name.
  const { echo } = basis;
  const noTitles = new Set([...labels].filter((text) => echo?.occursIn(text) !== true || echo.isAllOf(text)));
  const drafts = kept.map((segment, i) =>
    draftRecord(segment, pieces[i] ?? [], labels, noTitles, documents[i] ?? [], outline),
  );
  const keys = recordKeys(drafts, pageUrl, basis.echo);
  const records = distinctRecords(drafts, keys);
  return {
    shape,
    records: partedRecords(records, () =>
      distinctRecords(withHeads(splitColumns(namedFields(drafts)), groupHeads(outline, kept)), keys),
    ),
    score:
      scoreList(kept, records, pageUrl, {
        ...(basis.template !== undefined && { compared: basis.template.compared }),
        keyCells: areKeyCells(outline, kept),
      }) *
      recordLinkWeight(outline, kept) *
      ownWordsWeight(kept, pieces, basis.template?.compared),
    spans: kept.map(({ start, end }) => [start, end] as const),
  };
}

/** Parts the texts of records when one is looked at: of the lists of a page, most are only counted. */
function partedRecords(records: readonly FoundRecord[], part: () => readonly FoundRecord[]): FoundRecord[] {
  let parted: readonly FoundRecord[] | undefined;
  const own = (i: number, whole: FoundRecord): FoundRecord => {
    parted ??= part();
    return parted[i] ?? whole;
  };
  return records.map((record, i) => ({
    ...record,
    get title() {
      return own(i, record).title;
    },
    get fields() {
      return own(i, record).fields;
    },
  }));
}

/** A name of so many words that one record alone has is a sentence up to its colon. */
const SENTENCE = /^(?:\S+ ){3}/;

/** Gives back to their values what names no field: words before a colon in few records, or in its title. */
function namedFields(drafts: readonly Draft[]): readonly Draft[] {
  const owners = new Map<string, Set<Draft>>();
  for (const draft of drafts)
    for (const { label } of draft.fields) owners.set(label, (owners.get(label) ?? new Set()).add(draft));
  return drafts.map((draft) => ({
    ...draft,
    fields: draft.fields.map((field) => {
      const { label, value, byColon = false } = field;
      if (label !== '' && label === draft.title) return { ...field, label: '' };
      const whole = `${label}: ${value}`.slice(0, MAX_VALUE);
      const count = owners.get(label)?.size ?? 0;
      const isRare =
        (byColon && count < drafts.length * RECURRING) ||
        (drafts.length > 1 && count === 1 && SENTENCE.test(label));
      if (!isRare && !(byColon && foldText(draft.title).includes(foldText(whole)))) return field;
      return { ...field, label: '', value: whole, kind: fieldKind(whole) };
    }),
  }));
}

/** Gives records the value of the head above them: its date if they say none, else its words. */
function withHeads(drafts: readonly Draft[], heads: readonly (GroupHead | undefined)[]): readonly Draft[] {
  const areDated = heads.some((head) => head?.date !== undefined);
  if (areDated && drafts.some(({ fields }) => fields.some(({ kind }) => kind === 'date'))) return drafts;
  return drafts.map((draft, i) => {
    const head = heads[i];
    const value = areDated ? head?.date : head?.text;
    if (value === undefined) return draft;
    const kind = areDated ? 'date' : fieldKind(value);
    return { ...draft, fields: [...draft.fields, { label: '', value, kind, place: 'head' }] };
  });
}

function distinctRecords(drafts: readonly Draft[], keys: readonly string[]): FoundRecord[] {
  const records = new Map<string, FoundRecord>();
  drafts.forEach(({ title, link, fields }, i) => {
    const key = keys[i] ?? '';
    if (key === '' || records.has(key)) return;
    const own = fields.slice(0, MAX_FIELDS).map(({ label, value, kind }) => ({ label, value, kind }));
    records.set(key, { key, title, ...(link !== undefined && { link }), fields: own });
  });
  return [...records.values()];
}

interface RecordBasis {
  readonly echo?: Echo;
  readonly template?: Template;
}

interface Draft {
  readonly title: string;
  readonly link?: string;
  readonly fields: readonly PlacedField[];
}

function draftRecord(
  { anchor, start }: RecordSegment,
  pieces: readonly ShownText[],
  labels: ReadonlySet<string>,
  noTitles: ReadonlySet<string>,
  documents: readonly RecordField[],
  outline: Outline,
): Draft {
  const row = rowAround(anchor.part, start);
  const title = titleOf(namingLink(anchor.part, pieces), pieces, noTitles);
  // A title without a link is a value of its column, too.
  const rest = pieces.filter(
    ({ parent }, i) =>
      !title.from.includes(pieces[i] as ShownText) || (anchor.href === '' && headOf(row, parent) !== ''),
  );
  const carried = (row?.carried ?? []).map(({ head, value }, i): PlacedField => {
    const { label = '', value: own = value } = (head === '' ? labelledText(value) : undefined) ?? {};
    return { label: head || label, value: own, kind: fieldKind(own), place: `carried ${i}` };
  });
  return {
    title: title.text.slice(0, MAX_TITLE),
    ...(anchor.href !== '' && { link: anchor.href }),
    fields: [
      ...carried,
      ...fieldsOf(rest, labels, row, { outline, start }),
      ...documents.map((field) => ({ ...field, place: `document ${field.label}` })),
    ],
  };
}

const LETTERS = /[\p{L}\p{M}]{3}|\p{Lo}{2}/u;

/** The link itself, or where that says a number only, the first one to the same place that has words. */
function namingLink(link: Part, pieces: readonly ShownText[]): Part {
  const { href = '' } = link.element.attributes;
  const own = pieces.filter(({ at }) => at > link.start && at < link.end);
  if (
    href === '' ||
    !own.some(({ text }) => /\p{N}/u.test(text)) ||
    own.some(({ text }) => LETTERS.test(text))
  )
    return link;
  const other = pieces.find(
    ({ text, parent }) => LETTERS.test(text) && linkOf(parent)?.element.attributes.href === href,
  );
  return (other && linkOf(other.parent)) ?? link;
}

const HEADING = /^(?:h[1-6]|dt|strong|b|caption|figcaption)$/;
const TITLE_CLASS = /title|name|heading|headline/i;

/**
 * Finds the title: the text of the link, or the heading in a link around the whole record, or the first text
 * that is no label.
 */
function titleOf(
  anchor: Part,
  pieces: readonly ShownText[],
  labels: ReadonlySet<string>,
): { readonly text: string; readonly from: readonly ShownText[] } {
  const own = pieces.filter(
    (piece) => piece.at > anchor.start && piece.at < anchor.end && TITLE_TEXT.test(piece.text),
  );
  const isNew = ({ text }: ShownText): boolean => TITLE_TEXT.test(text) && !labels.has(foldText(text));
  // All records may have the same title: a text marked up as a title counts however often it recurs.
  const choices = [
    // A row is called by its words; what comes first is often a number or a date.
    anchor.element.tag === 'tr' ? own.filter((piece) => isNew(piece) && LETTERS.test(piece.text)) : [],
    own.filter(isNew),
    own.filter(({ parent }) => isInHeading(parent, anchor)),
    pieces.filter(isNew),
    own,
  ];
  const telling = choices.find((some) => some.length > 0) ?? [];
  const marked = telling.find(({ parent }) => isInHeading(parent, anchor));
  const [first] = telling;
  const chosen = marked ?? first;
  if (chosen === undefined) return { text: pieces.length === 0 ? nameOfPicture(anchor) : '', from: [] };
  return { ...titleRun(chosen, anchor, pieces) };
}

/** Name of a link without any text, as a picture has it. */
function nameOfPicture({ element }: Part): string {
  const picture = [...elementsOf(element)].find(({ tag }) => tag === 'img');
  const names = [element, picture].flatMap((one) => {
    const { alt, title, 'aria-label': label } = one?.attributes ?? {};
    return [label, title, alt];
  });
  return foldSpaces(names.find((name) => name !== undefined && TITLE_TEXT.test(name)) ?? '').trim();
}

const WHOLE_TITLE_TAG = /^(?:a|h[1-6]|dt)$/;

/**
 * Collects the pieces of a title: all of a link or heading that holds nothing but text; else the adjoining
 * pieces. Inline elements separated by a space are often fields of their own.
 */
function titleRun(
  chosen: ShownText,
  anchor: Part,
  pieces: readonly ShownText[],
): { readonly text: string; readonly from: readonly ShownText[] } {
  const block = lineOf(chosen.parent, anchor);
  const inside = pieces.filter(({ at }) => at > block.start && at < block.end);
  const isWhole =
    WHOLE_TITLE_TAG.test(block.element.tag) && inside.every(({ parent }) => lineOf(parent, anchor) === block);
  let first = inside.indexOf(chosen);
  let last = first;
  if (first < 0) return { text: chosen.text, from: [chosen] };
  while (first > 0 && (isWhole || continuesTitle(inside[first - 1], inside[first]))) first--;
  while (last + 1 < inside.length && (isWhole || continuesTitle(inside[last], inside[last + 1]))) last++;
  const from = inside.slice(first, last + 1);
  return {
    text: from.map(({ text, joinsPrevious }, i) => (i === 0 || joinsPrevious ? text : ` ${text}`)).join(''),
    from,
  };
}

/** Returns the link, heading or block around a piece of text. */
function lineOf(part: Part, anchor: Part): Part {
  let at = part;
  while (
    INLINE.has(at.element.tag) &&
    !WHOLE_TITLE_TAG.test(at.element.tag) &&
    at.parent !== undefined &&
    at.depth > anchor.depth - HEADING_ABOVE
  )
    at = at.parent;
  return at;
}

function continuesTitle(before: ShownText | undefined, after: ShownText | undefined): boolean {
  if (before === undefined || after === undefined || after.startsLine === true) return false;
  if (encloses(before.parent, after.parent) || encloses(after.parent, before.parent)) return true;
  // Adjacent elements without a space: `<i>a::</i><i>b</i>` is one name, `<i>a</i><i>b</i>` are two.
  return (
    after.joinsPrevious === true &&
    !(/[\p{L}\p{N})\]]$/u.test(before.text) && /^[\p{L}\p{N}([]/u.test(after.text))
  );
}

const encloses = (outer: Part, inner: Part): boolean => outer.start <= inner.start && outer.end >= inner.end;

/** Levels above the link in which a heading may enclose it. */
const HEADING_ABOVE = 2;

function isInHeading(part: Part, anchor: Part): boolean {
  const isTitle = ({ element: { tag, attributes } }: Part): boolean =>
    HEADING.test(tag) || TITLE_CLASS.test(attributes.class ?? '');
  return (partAround(part, isTitle)?.depth ?? -1) >= Math.max(0, anchor.depth - HEADING_ABOVE);
}

function repeatedTexts(records: readonly (readonly ShownText[])[]): ReadonlySet<string> {
  if (records.length < 3) return new Set();
  const counts = new Map<string, number>();
  for (const pieces of records)
    for (const text of new Set(pieces.map((piece) => foldText(piece.text))))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Set(
    [...counts].filter(([, count]) => count > records.length * LABEL_SHARE).map(([text]) => text),
  );
}

/** In a bracket that is not closed, a colon parts no label. */
const isOpen = (text: string): boolean =>
  text.split(/[([{（「【]/u).length > text.split(/[)\]}）」】]/u).length;
const LABELLED = /^([^:：]{1,40})(?<!\d(?=:\d\d))[:：](.*)$/u;

/** Splits “Author: Austen” into label and value. Neither an address nor the time of day is split. */
export function labelledText(text: string): { readonly label: string; readonly value: string } | undefined {
  const [, label, value] = /^(?:https?|\d+)\s*[:：]/.test(text) ? [] : (LABELLED.exec(text) ?? []);
  const own = value?.trim() ?? '';
  return label === undefined || own === '' || isOpen(label) ? undefined : { label, value: own };
}

const LABEL_END = /[:：]$/u;

function fieldsOf(
  pieces: readonly ShownText[],
  labels: ReadonlySet<string>,
  row: GridRow | undefined,
  { outline, start }: { readonly outline: Outline; readonly start: number },
): PlacedField[] {
  const language = languageOf(outline);
  const fields: PlacedField[] = [];
  const places = new Map<string, number>();
  let [label, isMarked] = ['', false];
  for (const [i, piece] of pieces.entries()) {
    const { text, parent } = piece;
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const head = labelOf(parent, row);
    const old = oldPriceIn(text, language);
    const kind = fieldKind(text);
    const isPrice =
      kind === 'price' || (kind === 'number' && nameOfLabel(label || head, null, language) === 'price');
    const isOld = isPrice && isStruck(outline, parent, start);
    if (old !== undefined || isOld) {
      const place = placeOf(piece, places);
      fields.push({ label: OLD_PRICE, value: old?.old ?? text, kind: 'text', place });
      if (old?.now !== undefined)
        fields.push({ label: label || head, value: old.now, kind: 'price', place: `${place} now` });
      continue;
    }
    // What fills a column with a head is a value, however often it recurs.
    const isHeaded = headOf(row, parent) !== '';
    const own = labelledText(text);
    const repeats = head === '' && own === undefined && labels.has(foldText(text));
    const ends = !isHeaded && /^.{1,40}[:：]$/u.test(text);
    const acts = repeats && !ends && linkOf(parent) !== undefined;
    // “Was” before an amount.
    const isPast =
      nameOfLabel(text, null, language) === OLD_PRICE &&
      AMOUNT_KINDS.has(fieldKind(pieces[i + 1]?.text ?? ''));
    if ((ends || acts || isPast || (repeats && isLabelled(parent, text, language))) && !/\d/.test(text)) {
      // A link or button that all records have does something, and names nothing.
      label = acts ? '' : text.replace(LABEL_END, '').trimEnd();
      isMarked = isLabelled(parent, text, language);
      continue;
    }
    const fieldLabel = (own?.label ?? (label || head)).trim();
    const place = placeOf(piece, places);
    const byColon =
      own === undefined
        ? label !== '' && !isMarked
        : !isHeaded && nameOfLabel(own.label, null, language) === undefined;
    for (const part of fieldLabel === '' ? partsOf(text) : [own?.value ?? text]) {
      const value = part.slice(0, MAX_VALUE).replace(/^[-–—,;|·•]\s+/u, '');
      fields.push({ label: fieldLabel, value, kind: fieldKind(value), place, byColon });
    }
    label = '';
  }
  return fields;
}

const AMOUNT_KINDS: ReadonlySet<FieldKind> = new Set(['price', 'number']);
const LABEL_TAG = /^(?:dt|th|b|strong|label|em|i|small|h[1-6])$/;
const LABEL_CLASS = /label|key|name|caption|head|term|field/i;

/** Whether a text that all records have is marked up as a label, or is a word for one: all may be of one kind. */
function isLabelled({ element }: Part, text: string, language: string): boolean {
  return (
    LABEL_TAG.test(element.tag) ||
    LABEL_CLASS.test(element.attributes.class ?? '') ||
    nameOfLabel(text, null, language) !== undefined
  );
}

/** Where a text stands in its record: its cell, or how many like it stand before it. */
function placeOf({ parent, startsLine }: ShownText, places: Map<string, number>): string {
  const kind = `${cellNumber(parent)} ${parent.path} ${parent.element.attributes.class ?? ''} ${startsLine ?? ''}`;
  const before = places.get(kind) ?? 0;
  places.set(kind, before + 1);
  return `${kind} ${before}`;
}

function cellNumber(part: Part): number {
  const cell = partAround(part, ({ element }) => isCell(element));
  return cell?.parent?.element.children.filter(isCell).indexOf(cell.element) ?? -1;
}

const isCell = (node: string | { readonly tag: string }): boolean =>
  typeof node !== 'string' && (node.tag === 'td' || node.tag === 'th');

/** Parts of a line such as “831 bytes (114 words) - 10:00, 1 March 2024”, where one of them is a date or a price. */
function partsOf(text: string): readonly string[] {
  if (text.length > MAX_LINE) return [text];
  const parts = text.split(/\s[-–—·|•]\s/u);
  const kinds = parts.map(fieldKind);
  // “£10 – £30”
  const isRange = kinds.length === 2 && kinds.every((kind) => kind === 'price');
  return !isRange && kinds.some((kind) => SPLITTING.has(kind)) ? parts : [text];
}
const MAX_LINE = 120;
const SPLITTING: ReadonlySet<FieldKind> = new Set(['date', 'price']);

function labelOf(parent: Part, row: GridRow | undefined): string {
  for (let at: Part | undefined = parent; at !== undefined; at = at.parent) {
    const { tag, attributes } = at.element;
    const named =
      attributes['data-label'] ?? attributes['data-title'] ?? attributes['aria-label'] ?? attributes.itemprop;
    if (named !== undefined) return named.slice(0, 40);
    if (tag === 'td' || tag === 'th') return row?.heads.get(at.element) ?? '';
    const isWhole = row !== undefined && at.parent?.element.children.length === 1;
    if (tag === 'tr' || tag === 'li' || (tag === 'div' && !isWhole)) return '';
  }
  return '';
}
