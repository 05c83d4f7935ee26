/** Says what the rows of lists are sorted by. */

import { foldText } from '../../foundation/text/index.ts';
import { FACET_COLUMNS, type SortValue } from '../../storage/index.ts';
import { typedFieldsSchema } from '../records/canonical-fields.ts';
import type { ExportKind } from './export-columns.ts';
import { valuesAt } from './export-range.ts';

/** Texts are sorted by so many characters. */
const MOST_TEXT = 60;

const TYPED = Object.keys(typedFieldsSchema.shape).map((name) => `typed.${name}`);

/** Columns, or fields of one, that lists of a kind can be sorted by. */
export const SORT_COLUMNS: Readonly<Record<ExportKind, readonly string[]>> = {
  forms: [
    ...['site', 'page', 'depth', 'action', 'searchable', 'type', 'score', 'rule', 'outcome', 'coverage.seen'],
    ...['stopCode', 'renderedBy', 'domain', 'sightings'],
  ],
  pages: [
    ...['site', 'depth', 'state', 'reasonCode', 'status', 'title', 'language', 'contentType', 'renderedBy'],
    ...['domain', 'similarity'],
  ],
  sites: ['site', 'seed', 'state', 'domain', 'similarity', 'reasonCode', 'linkingSites'],
  submissions: [
    ...['site', 'position', 'purpose', 'method', 'url', 'state', 'status', 'verdict', 'records'],
    ...['newRecords', 'statedTotal'],
  ],
  records: ['site', 'title', 'formId', ...TYPED],
  things: ['title', 'mergedBy', ...TYPED],
  details: [],
  documents: [],
};

/** Columns of single values by which a sorted list is filtered before its rows are read. */
export const filterColumns = (kind: ExportKind): readonly string[] => [
  ...((FACET_COLUMNS as Readonly<Partial<Record<ExportKind, readonly string[]>>>)[kind] ?? []),
  ...(kind === 'records' || kind === 'submissions' ? ['formId'] : []),
];

/** Returns what a row is sorted and filtered by, of each column that allows it. */
export const sortValues = (kind: ExportKind, row: object): Readonly<Record<string, SortValue>> =>
  Object.fromEntries(
    [...new Set([...SORT_COLUMNS[kind], ...filterColumns(kind)])].map((column) => [
      column,
      sortValueOf(row, column),
    ]),
  );

/** Returns what a row is sorted by: of a price its amount, of a list its first value, of a text its beginning. */
export function sortValueOf(row: object, column: string): SortValue {
  const [name = '', field] = column.split('.');
  const held = at(row, name);
  const found = field === undefined ? (held ?? valuesAt(row, column)[0]) : at(held, field);
  const first: unknown = Array.isArray(found) ? found[0] : found;
  const value = at(first, 'amount') ?? at(first, 'value') ?? first;
  return typeof value === 'number' ? value : sortText(String(value ?? ''));
}

/** Makes the beginning of a text comparable: capitals and accents do not matter. */
export function sortText(text: string): string | null {
  const plain = foldText(text.trim().slice(0, MOST_TEXT));
  // SQLite takes NUL for the end of a text, and half a character has no bytes.
  return plain === '' ? null : plain.replaceAll('\0', ' ').toWellFormed();
}

const at = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? (of as Readonly<Record<string, unknown>>)[name]
    : undefined;
