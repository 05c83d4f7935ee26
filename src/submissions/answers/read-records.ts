import { foldText } from '../../foundation/text/index.ts';
import type { Echo } from './echo.ts';
import { fieldKind } from './field-kind.ts';
import { INLINE, type Outline, type Part, type TextPiece, textsBetween } from './outline.ts';
import { areKeyCells, ownLinkWeight } from './own-link.ts';
import type { FoundRecord, RecordField, RecordList } from './reading.ts';
import { recordKeys } from './record-key.ts';
import type { RecordSegment, RecordSegments } from './record-segments.ts';
import { ownWords, scoreOf, TELLING } from './score-list.ts';
import type { Template } from './template.ts';

const MAX_RECORDS = 1_000;
const MAX_FIELDS = 30;
const MAX_TITLE = 300;
const MAX_VALUE = 500;
/** A text that stands in this share of the records is a label or furniture, not a value. */
const LABEL_SHARE = 0.6;

/** Reads the records of a list: title, address, labelled fields, and a key that tells them apart. */
export function readRecords(
  outline: Outline,
  { shape, stretches }: RecordSegments,
  pageUrl: string,
  basis: RecordBasis = {},
): RecordList {
  const kept = stretches.filter((stretch) => !isHead(stretch.pillar.part)).slice(0, MAX_RECORDS);
  const pieces = kept.map(({ start, end }) => joined(textsBetween(outline, start, end), basis.echo));
  const labels = repeatedTexts(pieces);
  const heads = kept[0] === undefined ? [] : columnHeads(kept[0]);
  const drafts = kept.map((stretch, i) => draftOf(stretch, pieces[i] ?? [], labels, heads));
  const keys = recordKeys(drafts, pageUrl, basis.echo);
  const records = new Map<string, FoundRecord>();
  drafts.forEach(({ title, link, fields }, i) => {
    const key = keys[i] ?? '';
    if (key === '' || records.has(key)) return;
    records.set(key, { key, title, ...(link !== undefined && { link }), fields });
  });
  return {
    shape,
    records: [...records.values()],
    score:
      scoreOf(kept, [...records.values()], pageUrl, {
        ...(basis.template !== undefined && { compared: basis.template.compared }),
        keyCells: areKeyCells(outline, kept),
      }) *
      ownLinkWeight(outline, kept) *
      ownWords(kept, pieces, basis.template?.compared),
    spans: kept.map(({ start, end }) => [start, end] as const),
  };
}

interface RecordBasis {
  readonly echo?: Echo;
  readonly template?: Template;
}

/** What was asked for is often marked in the texts of records; a mark parts no words. */
function joined(pieces: readonly TextPiece[], echo: Echo | undefined): readonly TextPiece[] {
  if (echo === undefined || !pieces.some((piece) => isMark(piece, echo))) return pieces;
  const whole: TextPiece[] = [];
  let marked = false;
  for (const piece of pieces) {
    const last = whole.at(-1);
    const mark = isMark(piece, echo);
    const parent = mark ? piece.parent.parent : piece.parent;
    if (last !== undefined && (mark || marked) && last.parent === parent && last.text.length < MAX_VALUE) {
      whole[whole.length - 1] = { ...last, text: `${last.text}${piece.glued ? '' : ' '}${piece.text}` };
    } else whole.push(mark && parent !== undefined ? { ...piece, parent } : piece);
    marked = mark;
  }
  return whole;
}

const isMark = ({ text, parent }: TextPiece, echo: Echo): boolean =>
  MARKING.test(parent.element.tag) && echo.is(text);
const MARKING = /^(?:b|em|i|mark|span|strong|u|font)$/;

/** A row of headings is no record. */
const isHead = ({ element }: Part): boolean =>
  element.tag === 'tr' &&
  element.children.some((child) => typeof child !== 'string' && child.tag === 'th') &&
  !element.children.some((child) => typeof child !== 'string' && child.tag === 'td');

interface Draft {
  readonly title: string;
  readonly link?: string;
  readonly fields: readonly RecordField[];
}

function draftOf(
  { pillar }: RecordSegment,
  pieces: readonly TextPiece[],
  labels: ReadonlySet<string>,
  heads: readonly string[],
): Draft {
  const title = titleOf(pillar.part, pieces, labels);
  const rest = pieces.filter((piece) => !title.from.includes(piece));
  return {
    title: title.text.slice(0, MAX_TITLE),
    ...(pillar.href !== '' && { link: pillar.href }),
    fields: fieldsOf(rest, labels, heads).slice(0, MAX_FIELDS),
  };
}

const HEADING = /^(?:h[1-6]|dt|strong|b|caption|figcaption)$/;
const TITLE_CLASS = /title|name|heading|headline/i;

/** The link's own words, or of a link round the whole record its heading, or the first words that are no label. */
function titleOf(
  pillar: Part,
  pieces: readonly TextPiece[],
  labels: ReadonlySet<string>,
): { readonly text: string; readonly from: readonly TextPiece[] } {
  const own = pieces.filter(
    (piece) => piece.at > pillar.start && piece.at < pillar.end && TELLING.test(piece.text),
  );
  const isNew = ({ text }: TextPiece): boolean => TELLING.test(text) && !labels.has(foldText(text));
  // Records may all have one name: what is marked up as a title is one, however often it recurs.
  const choices = [
    own.filter(isNew),
    own.filter(({ parent }) => headingOver(parent, pillar)),
    pieces.filter(isNew),
    own,
  ];
  const telling = choices.find((some) => some.length > 0) ?? [];
  const marked = telling.find(({ parent }) => headingOver(parent, pillar));
  const [first] = telling;
  const chosen = marked ?? first;
  if (chosen === undefined) return { text: '', from: [] };
  return { ...titleRun(chosen, pillar, pieces) };
}

const WHOLE = /^(?:a|h[1-6]|dt)$/;

/**
 * The pieces that make up a title: all of a link or heading that holds nothing but text; else what runs on from the chosen
 * piece. Inline elements side by side, with a space between, are fields of a record as often as not.
 */
function titleRun(
  chosen: TextPiece,
  pillar: Part,
  pieces: readonly TextPiece[],
): { readonly text: string; readonly from: readonly TextPiece[] } {
  const block = lineOf(chosen.parent, pillar);
  const inside = pieces.filter(({ at }) => at > block.start && at < block.end);
  const isWhole =
    WHOLE.test(block.element.tag) && inside.every(({ parent }) => lineOf(parent, pillar) === block);
  let first = inside.indexOf(chosen);
  let last = first;
  if (first < 0) return { text: chosen.text, from: [chosen] };
  while (first > 0 && (isWhole || runsOn(inside[first - 1], inside[first]))) first--;
  while (last + 1 < inside.length && (isWhole || runsOn(inside[last], inside[last + 1]))) last++;
  const from = inside.slice(first, last + 1);
  return { text: from.map(({ text, glued }, i) => (i === 0 || glued ? text : ` ${text}`)).join(''), from };
}

/** The link or heading, or else the block, that a piece of text stands in. */
function lineOf(part: Part, pillar: Part): Part {
  let at = part;
  while (
    INLINE.has(at.element.tag) &&
    !WHOLE.test(at.element.tag) &&
    at.parent !== undefined &&
    at.depth > pillar.depth - HEADING_ABOVE
  )
    at = at.parent;
  return at;
}

function runsOn(before: TextPiece | undefined, after: TextPiece | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  if (isOver(before.parent, after.parent) || isOver(after.parent, before.parent)) return true;
  // Elements side by side without a space between: `<i>a::</i><i>b</i>` is a name, `<i>a</i><i>b</i>` are two.
  return (
    after.glued === true && !(/[\p{L}\p{N})\]]$/u.test(before.text) && /^[\p{L}\p{N}([]/u.test(after.text))
  );
}

const isOver = (outer: Part, inner: Part): boolean => outer.start <= inner.start && outer.end >= inner.end;

/** A heading may stand round the link as well as inside it. */
const HEADING_ABOVE = 2;

function headingOver(part: Part, pillar: Part): boolean {
  for (
    let at: Part | undefined = part;
    at !== undefined && at.depth >= pillar.depth - HEADING_ABOVE;
    at = at.parent
  )
    if (HEADING.test(at.element.tag) || TITLE_CLASS.test(at.element.attributes.class ?? '')) return true;
  return false;
}

function repeatedTexts(records: readonly (readonly TextPiece[])[]): ReadonlySet<string> {
  if (records.length < 3) return new Set();
  const counts = new Map<string, number>();
  for (const pieces of records)
    for (const text of new Set(pieces.map((piece) => foldText(piece.text))))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Set(
    [...counts].filter(([, count]) => count > records.length * LABEL_SHARE).map(([text]) => text),
  );
}

const LABELLED = /^([^:：]{1,40})\s*[:：]\s*(\S.*)$/u;

/** “Author: Austen” in one text. Neither an address nor the time of day is one. */
export function labelledText(text: string): { readonly label: string; readonly value: string } | undefined {
  const [, label, value] = /^(?:https?|\d+)\s*[:：]/.test(text) ? [] : (LABELLED.exec(text) ?? []);
  return label === undefined || value === undefined ? undefined : { label, value };
}

const LABEL_END = /\s*[:：]$/u;

function fieldsOf(
  pieces: readonly TextPiece[],
  labels: ReadonlySet<string>,
  heads: readonly string[],
): RecordField[] {
  const fields: RecordField[] = [];
  let label = '';
  for (const piece of pieces) {
    const { text, parent } = piece;
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const asLabel = labels.has(foldText(text)) || /^.{1,40}[:：]$/u.test(text);
    if (asLabel && !/\d/.test(text)) {
      label = text.replace(LABEL_END, '');
      continue;
    }
    const own = labelledText(text);
    const told = own?.label ?? (label || labelOf(parent, heads));
    const value = (own?.value ?? text).slice(0, MAX_VALUE);
    fields.push({ label: told.trim(), value, kind: fieldKind(value) });
    label = '';
  }
  return fields;
}

function labelOf(parent: Part, heads: readonly string[]): string {
  for (let at: Part | undefined = parent; at !== undefined; at = at.parent) {
    const { tag, attributes } = at.element;
    const named =
      attributes['data-label'] ?? attributes['data-title'] ?? attributes['aria-label'] ?? attributes.itemprop;
    if (named !== undefined) return named.slice(0, 40);
    if (tag === 'td')
      return heads[at.parent?.element.children.filter(isCell).indexOf(at.element) ?? -1] ?? '';
    if (tag === 'tr' || tag === 'li' || tag === 'a' || tag === 'div') return '';
  }
  return '';
}

const isCell = (node: string | { readonly tag: string }): boolean =>
  typeof node !== 'string' && (node.tag === 'td' || node.tag === 'th');

/** Heads of the columns of the table that a row stands in. */
function columnHeads({ container }: RecordSegment): string[] {
  let table: Part | undefined = container;
  while (table !== undefined && table.element.tag !== 'table') table = table.parent;
  if (table === undefined || container.depth - table.depth > 1) return [];
  for (const part of table.element.children) {
    if (typeof part === 'string') continue;
    for (const row of [part, ...part.children]) {
      if (typeof row === 'string' || row.tag !== 'tr') continue;
      const cells = row.children.filter((cell) => typeof cell !== 'string' && cell.tag === 'th');
      return cells.length < 2 ? [] : cells.map((cell) => textWithin(cell).slice(0, 40));
    }
  }
  return [];
}

const textWithin = (node: TextNode): string =>
  typeof node === 'string'
    ? node.trim()
    : node.children
        .map(textWithin)
        .filter((text) => text !== '')
        .join(' ')
        .trim();
type TextNode = string | { readonly children: readonly TextNode[] };
