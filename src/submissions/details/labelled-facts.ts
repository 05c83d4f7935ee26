import { minutesIn } from '../../foundation/text/index.ts';
import { fieldKind } from '../answers/field-kind.ts';
import { type Outline, type Part, partAround, type TextPiece, textsBetween } from '../answers/outline.ts';
import { languageOf } from '../answers/page-language.ts';
import { labelledText } from '../answers/read-records.ts';
import type { RecordField } from '../answers/reading.ts';
import { nameOfLabel } from '../answers/typed-fields.ts';
import { isIn, joined, partsWithin } from './record-part.ts';
import { fits, isShortValue } from './short-value.ts';

const INLINE = new Set(
  'a abbr b bdi bdo cite code em font i label mark q s small span strong sub sup time u var'.split(' '),
);
const CELL = /^(?:td|th|dt|dd)$/;
const MAX_LABEL = 40;
const MAX_LABEL_WORDS = 6;
/** Pieces of text in a row of labels and values: marks inside the values cut them. */
const MAX_PIECES = 16;
const MAX_ROW = 400;
const MAX_FACTS = 60;
/** Rows beside each other that make a place of facts. */
const ROWS = 3;
const SHARE = 0.6;
const TWOFOLD = /\s[/|]$/;

/** A field, and where its label stands in the outline. */
export interface LabelledFact extends RecordField {
  readonly at: number;
  /** Its name, where the markup says it. */
  readonly name?: string;
  /** In a table of nutrients. */
  readonly group?: 'nutrition';
}

interface Candidate extends LabelledFact {
  readonly row: Part;
  /** A term with its definition, or the head of a row of a table. */
  readonly marked: boolean;
  readonly known: boolean;
  /** Written as a label with a value. */
  readonly good: boolean;
  /** The value can be what the label says. */
  readonly isFit: boolean;
}

/**
 * What the page of one record labels: `Label: value` in one line, a term with its definition, and rows of a table, a list
 * or a box that hold labels and values. A label that no language knows counts where such rows repeat or are marked up.
 */
export function labelledFacts(
  outline: Outline,
  domain: string | null,
  isOff: (at: number) => boolean = () => false,
): LabelledFact[] {
  const candidates: Candidate[] = [];
  const seen = new Set<Part>();
  for (const piece of outline.texts) {
    if (isOff(piece.at)) continue;
    const row = rowWithLabel(outline, piece);
    if (row === undefined || seen.has(row)) continue;
    seen.add(row);
    candidates.push(...factsOfRow(outline, row, domain));
  }
  const places = new Map<string, { good: number; all: number }>();
  const placeOf = ({ row }: Candidate): string => `${row.parent?.start} ${row.path}`;
  for (const candidate of candidates) {
    const place = places.get(placeOf(candidate)) ?? { good: 0, all: 0 };
    places.set(placeOf(candidate), { good: place.good + Number(candidate.good), all: place.all + 1 });
  }
  const repeats = (candidate: Candidate): boolean => {
    const { good, all } = places.get(placeOf(candidate)) ?? { good: 0, all: 1 };
    return good >= (candidate.marked ? 1 : ROWS) && good / all >= SHARE;
  };
  return candidates
    .filter((candidate) => candidate.good && candidate.isFit && (candidate.known || repeats(candidate)))
    .slice(0, MAX_FACTS)
    .map(({ at, label, value, kind, row, known }) => ({
      at,
      label,
      value,
      kind,
      ...(!known && isNutrition(row) && { group: 'nutrition' }),
    }));
}

const NUTRITION = /(?:^|[\s_-])(?:nutri|n(?:ae|ä)hrwert|voedingswaarde)/i;
const isNutrition = (row: Part): boolean =>
  partAround(row, ({ element: { attributes } }) =>
    NUTRITION.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`),
  ) !== undefined;

/** The row that a text begins: the line, the definition with its term, the box of two lines. */
function rowWithLabel(outline: Outline, piece: TextPiece): Part | undefined {
  if (isIn(piece.parent, /^h1$/)) return undefined;
  let row = rowOf(piece.parent);
  if (cellOf(piece.parent)?.element.tag === 'dt') return row;
  for (let levels = 0; levels < 2; levels++) {
    const pieces = textsBetween(outline, row.start, row.end, MAX_PIECES + 1);
    if (pieces.length > MAX_PIECES || pieces[0] !== piece) return undefined;
    const apart = pieces.some((one) => one.parent !== piece.parent);
    if (apart || labelledText(joined(pieces)) !== undefined || quantityIn(joined(pieces)) !== undefined)
      return row;
    if (row.parent === undefined || !isLabelText(piece.text)) return undefined;
    row = rowOf(row.parent);
  }
  return undefined;
}

function factsOfRow(outline: Outline, row: Part, domain: string | null): Candidate[] {
  if (hasTerms(row)) return factsOfTerms(outline, row, domain);
  const all = textsBetween(outline, row.start, row.end);
  const pieces = all.slice(all.findIndex(({ text }) => /[\p{L}\p{N}★☆]/u.test(text)));
  const text = joined(pieces);
  const [first] = pieces;
  if (first === undefined || text.length > MAX_ROW || isIn(row, /^(?:a|button|select)$/)) return [];
  if (row.element.tag !== 'tr' && rowsWithin(outline, row, 1).length > 0) return [];
  const candidate = (at: number, label: string, value: string, marked = false) =>
    judged({ at, label, value, row, marked, domain, language: languageOf(outline) });
  const cells = row.element.tag === 'tr' ? cellsOf(outline, row) : [];
  if (cells.length > 1 && cells.every((cell) => isLabelText(textOf(outline, cell)))) {
    const columns = factsOfColumns(outline, row, cells, domain);
    if (columns.length > 0 || cells.length > 2) return columns;
  }
  if (cells.length > 2 && !isAlternating(cells)) return [];
  const starts =
    cells.length === 2
      ? labelStarts(pieces, domain, languageOf(outline)).slice(0, 1)
      : labelStarts(pieces, domain, languageOf(outline));
  if (starts.length === 0) {
    const own = labelledText(text) ?? quantityIn(text);
    return own === undefined
      ? []
      : [candidate(first.at, own.label, own.value)].filter(
          ({ known, good }) => good && (known || /[:：]/.test(text)),
        );
  }
  return starts.flatMap((start, i) => {
    const label = pieces[start];
    const values = pieces.slice(start + 1, starts[i + 1] ?? pieces.length);
    const value = joined(values);
    if (label === undefined) return [];
    if (value === '' && start === 1 && pieces.length === 2 && /\d/.test(first.text))
      return [candidate(label.at, label.text, first.text)].filter(({ known }) => known);
    const fact = candidate(label.at, label.text, value, cells.length === 2 && isCellHead(cells));
    return value === '' || (!fact.known && isMenu(values)) ? [] : [fact];
  });
}

const isMenu = (values: readonly TextPiece[]): boolean =>
  values.length >= ROWS && values.every(({ parent }) => isIn(parent, /^a$/));

interface Judged {
  readonly at: number;
  readonly label: string;
  readonly value: string;
  readonly row: Part;
  readonly marked: boolean;
  readonly domain: string | null;
  readonly language: string;
}

function judged({ at, label, value, row, marked, domain, language }: Judged): Candidate {
  const plain = label.replace(/ ?[:：] ?$/u, '').trim();
  const said = value.replace(/^ ?[:：] ?/u, '').trim();
  const name = nameOfLabel(plain, domain, language);
  const isJourney = name === 'origin' || name === 'destination';
  const known = name !== undefined && fits(name, said) && (!isJourney || domain === 'flight');
  const good =
    isLabelText(plain) && isShortValue(said, name) && (marked || !isJourney || domain === 'flight');
  const isFit = name === undefined || fits(name, said) || /^\d{1,3}$/.test(said);
  return { at, label: plain, value: said, kind: fieldKind(said), row, marked, known, good, isFit };
}

/** Where labels begin in a row: a text that ends in a colon, a name that is known, or the first that stands apart. */
function labelStarts(pieces: readonly TextPiece[], domain: string | null, language: string): number[] {
  const second = pieces[0] !== undefined && TWOFOLD.test(pieces[0].text) ? 1 : 0;
  return pieces.flatMap(({ text, parent }, i) => {
    if (!isLabelText(text) || TWOFOLD.test(text) || leads(parent)) return [];
    const next = pieces[i + 1];
    const apart = next !== undefined && (cellOf(parent) ?? parent) !== (cellOf(next.parent) ?? next.parent);
    if (/[:：]$/u.test(text)) return [i];
    // Labels in two languages: “From / De”.
    if (i === second && apart) return [i];
    const ends = next === undefined && i === 1 && /\d/.test(pieces[0]?.text ?? '');
    return i > 0 && (ends || apart) && nameOfLabel(text, domain, language) !== undefined ? [i] : [];
  });
}

/** “Serves 4”, “3 bedrooms”, “21 min total time”: a number beside the name of what is counted. */
const quantityIn = (text: string): { readonly label: string; readonly value: string } | undefined => {
  if (text.length > MAX_LABEL) return undefined;
  const all = text.split(' ');
  for (const length of [1, 2]) {
    const [time, name] = [all.slice(0, -length).join(' '), all.slice(-length).join(' ')];
    if (minutesIn(time) !== undefined && nameOfLabel(name, null) !== undefined)
      return { label: name, value: time };
  }
  const [, before = '', amount = '', after = ''] =
    /^\(?((?:\p{L}[\p{L} ]{0,19})?)(\d+(?:[.,/]\d+)?(?: ?[-–] ?\d+)?) ?((?:\p{L}[\p{L} ]{0,24})?)\)?\.?$/u.exec(
      text,
    ) ?? [];
  if (amount === '') return undefined;
  const label = nameOfLabel(after, null) !== undefined ? after : before;
  if (nameOfLabel(label, null) === undefined) return undefined;
  return { label, value: label === after ? `${amount} ${after}` : `${amount} ${after}`.trim() };
};

/** Short words without digits that lead nowhere. */
function isLabelText(text: string): boolean {
  if (text.length > MAX_LABEL || !/\p{L}/u.test(text) || /\p{N}/u.test(text)) return false;
  return text.split(' ').length <= MAX_LABEL_WORDS && !/[!?.,;]$/u.test(text);
}

function factsOfTerms(outline: Outline, list: Part, domain: string | null): Candidate[] {
  const cells = cellsOf(outline, list);
  return cells.flatMap((term, i) => {
    const definition = cells[i + 1];
    if (term.element.tag !== 'dt' || definition?.element.tag !== 'dd') return [];
    const label = textOf(outline, term);
    const value = textOf(outline, definition);
    return [
      judged({
        at: term.start + 1,
        label,
        value,
        row: term,
        marked: true,
        domain,
        language: languageOf(outline),
      }),
    ];
  });
}

const hasTerms = ({ element }: Part): boolean =>
  element.children.some((child) => typeof child !== 'string' && child.tag === 'dt');

const textOf = (outline: Outline, { start, end }: Part): string => joined(textsBetween(outline, start, end));

/** Cells of a row, or terms and definitions of a list, that are not those of another within. */
function cellsOf(outline: Outline, row: Part): readonly Part[] {
  const cells: Part[] = [];
  const next = (start: number): Part | undefined => {
    for (const part of partsWithin(outline, { start, end: row.end }))
      if (CELL.test(part.element.tag)) return part;
    return undefined;
  };
  for (let cell = next(row.start); cell !== undefined; cell = next(cell.end - 1)) cells.push(cell);
  return cells;
}

/** A table of a row of heads over one row of values. */
function factsOfColumns(
  outline: Outline,
  row: Part,
  heads: readonly Part[],
  domain: string | null,
): Candidate[] {
  let table: Part | undefined = row;
  while (table !== undefined && table.element.tag !== 'table') table = table.parent;
  if (table === undefined) return [];
  const [first, second, third] = rowsWithin(outline, table, 3);
  if (first !== row || second === undefined || third !== undefined) return [];
  const values = cellsOf(outline, second);
  const areHeads = heads.every(({ element }) => element.tag === 'th') && !values.some(isHead);
  if (!areHeads && (heads.length < 3 || values.some(isHead))) return [];
  if (values.length !== heads.length) return [];
  const facts = heads.flatMap((head, i) => {
    const at = head.start + 1;
    const value = values[i] === undefined ? '' : textOf(outline, values[i]);
    return value === ''
      ? []
      : [
          judged({
            at,
            label: textOf(outline, head),
            value,
            row,
            marked: true,
            domain,
            language: languageOf(outline),
          }),
        ];
  });
  // Other tables of two rows list parts of the thing, of which this one has a single part.
  const named = facts.filter(({ label }) => nameOfLabel(label, domain, languageOf(outline)) !== undefined);
  return 2 * named.length >= heads.length || facts.every(({ value }) => /\d/.test(value)) ? facts : [];
}

/** The first rows of a table. */
function rowsWithin(outline: Outline, part: Part, most: number): readonly Part[] {
  const rows: Part[] = [];
  for (const one of partsWithin(outline, part)) {
    if (one.element.tag === 'tr') rows.push(one);
    if (rows.length >= most) break;
  }
  return rows;
}

const isHead = ({ element }: Part): boolean => element.tag === 'th';

/** Labels lead nowhere, but for those of a table or a list of terms. */
const leads = (part: Part): boolean =>
  LEADING.test(
    partAround(part, ({ element: { tag } }) => LEADING.test(tag) || CELL.test(tag))?.element.tag ?? '',
  );
const LEADING = /^(?:a|button|select)$/;

const isCellHead = ([head]: readonly Part[]): boolean =>
  head?.element.tag === 'th' || head?.element.tag === 'td';

/** Head, value, head, value. */
const isAlternating = (cells: readonly Part[]): boolean =>
  cells.length % 2 === 0 && cells.every(({ element }, i) => element.tag === (i % 2 === 0 ? 'th' : 'td'));

function cellOf(part: Part): Part | undefined {
  const at = partAround(part, ({ element }) => !INLINE.has(element.tag));
  return at !== undefined && CELL.test(at.element.tag) ? at : undefined;
}

function rowOf(part: Part): Part {
  let at = part;
  while (at.parent !== undefined && (INLINE.has(at.element.tag) || CELL.test(at.element.tag))) at = at.parent;
  return at;
}
