import { fieldKind } from '../answers/field-kind.ts';
import { type Outline, type Part, type TextPiece, textsBetween } from '../answers/outline.ts';
import { labelledText } from '../answers/read-records.ts';
import type { RecordField } from '../answers/reading.ts';

const INLINE = new Set(
  'a abbr b bdi bdo cite code em font i label q s small span strong sub sup time u var'.split(' '),
);
const CELL = /^(?:td|th|dt|dd)$/;
const MAX_LABEL = 40;
const MAX_VALUE = 500;
/** Pieces of text in a row of label and value: marks inside the value cut it. */
const MAX_PIECES = 6;
const MAX_FACTS = 60;
const TWOFOLD = /\s[/|]$/;

/** A field, and where its label stands in the outline. */
export interface LabelledFact extends RecordField {
  readonly at: number;
}

/**
 * What the page of one record labels: `Label: value` in one text, a term with its definition, and rows of a table, a list
 * or a box that hold a label and a value. Nothing repeats on such a page, so its structure alone tells.
 */
export function labelledFacts(outline: Outline): LabelledFact[] {
  const { texts } = outline;
  const facts: LabelledFact[] = [];
  for (let i = 0; i < texts.length && facts.length < MAX_FACTS; i++) {
    const piece = texts[i] as TextPiece;
    const own = labelledText(piece.text);
    if (own !== undefined) facts.push(fact(piece.at, own.label, own.value));
    else if (isLabel(piece)) {
      const value = valueBeside(outline, piece, texts[i + 1]);
      if (value !== '') facts.push(fact(piece.at, piece.text, value));
    }
  }
  return facts;
}

const fact = (at: number, label: string, value: string): LabelledFact => {
  const text = value.slice(0, MAX_VALUE);
  return { at, label: label.replace(/\s*[:：]\s*$/u, '').trim(), value: text, kind: fieldKind(text) };
};

/** Short words without digits that lead nowhere. */
function isLabel({ text, parent }: TextPiece): boolean {
  if (text.length > MAX_LABEL || !/\p{L}/u.test(text) || /\p{Nd}/u.test(text)) return false;
  for (let at: Part | undefined = parent; at !== undefined; at = at.parent)
    if (/^(?:a|button|nav|form)$/.test(at.element.tag)) return false;
  return true;
}

/** The definition after a term; else what stands beside the label in a row of nothing but the two. */
function valueBeside(outline: Outline, label: TextPiece, next: TextPiece | undefined): string {
  if (next === undefined) return '';
  const cell = cellOf(label.parent);
  if (cell?.element.tag === 'dt') {
    const definition = cellOf(next.parent);
    return definition?.element.tag === 'dd'
      ? joined(textsBetween(outline, definition.start, definition.end))
      : '';
  }
  const row = rowOf(label.parent);
  const pieces = textsBetween(outline, row.start, row.end);
  const at = pieces.indexOf(label);
  // Labels in two languages: “From / De”.
  const begins = at === 0 || (at === 1 && TWOFOLD.test(pieces[0]?.text ?? ''));
  if (!begins || TWOFOLD.test(label.text) || pieces.length < at + 2 || pieces.length > MAX_PIECES) return '';
  const apart = cell !== undefined ? cellOf(next.parent) !== cell : next.parent !== label.parent;
  return apart ? joined(pieces.slice(at + 1)) : '';
}

const joined = (pieces: readonly TextPiece[]): string => pieces.map(({ text }) => text).join(' ');

function cellOf(part: Part): Part | undefined {
  let at: Part | undefined = part;
  while (at !== undefined && INLINE.has(at.element.tag)) at = at.parent;
  return at !== undefined && CELL.test(at.element.tag) ? at : undefined;
}

function rowOf(part: Part): Part {
  let at = part;
  while (at.parent !== undefined && (INLINE.has(at.element.tag) || CELL.test(at.element.tag))) at = at.parent;
  return at;
}
