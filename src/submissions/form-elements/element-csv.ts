/** The form element table as CSV, to look at, edit in a spreadsheet, and take back in. */

import { parse } from 'csv-parse/sync';
import { csvOf } from '../../foundation/csv/index.ts';
import { FieldfareError } from '../../foundation/errors/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import { type FormElementTable, ranked } from './form-element-table.ts';

/** A file that is no table of values. */
export class ValueFileError extends FieldfareError {
  readonly code = 'value-file';
}

const COLUMNS = [
  'domain',
  'meaning',
  'label',
  'control',
  'valueDomain',
  'size',
  'status',
  'source',
  'value',
  'forms',
  'asked',
  'hits',
];
const NEEDED = ['label', 'value'];
const MOST_BYTES = 20_000_000;

/** One line a value; an element without values has one line with an empty value. */
export function elementsCsv(book: FormElementTable, domain: string): string {
  const lines: (readonly (string | number)[])[] = [COLUMNS];
  for (const element of book.elements(domain)) {
    const { label, meaning, control, valueDomain, status, source } = element;
    const head = (called: string) =>
      [domain, meaning, called, control, valueDomain, element.values.size, status] as const;
    if (element.values.size === 0) lines.push([...head(label), source, '', 0, 0, 0]);
    for (const { value, label: called, forms, asked, hits, source: from } of ranked(element))
      lines.push([...head(called), from, value, forms, asked, hits]);
  }
  return csvOf(lines);
}

/**
 * Takes values into a domain: columns `label` and `value`, and `status` (active, off) where it is given.
 * @returns how many values were new
 * @throws {ValueFileError} naming the file, the line and what was expected; nothing is taken then
 */
export function takeCsv(book: FormElementTable, domain: string, text: string, file: string): number {
  if (text.length > MOST_BYTES) throw new ValueFileError(`${file} is larger than ${MOST_BYTES} bytes`);
  const rows = readRows(text, file);
  rows.forEach((row, i) => {
    const status = row.status ?? '';
    if ((row.label ?? '').trim() === '')
      throw new ValueFileError(`${file} line ${i + 2}: expected a label, got nothing`);
    if (status !== '' && status !== 'active' && status !== 'off')
      throw new ValueFileError(
        `${file} line ${i + 2}: status: expected active or off, got ${JSON.stringify(status)}`,
      );
  });
  let taken = 0;
  for (const row of rows) {
    const label = (row.label ?? '').trim();
    const element = book.meet(domain, label, 'user');
    if (row.status === 'active' || row.status === 'off') element.status = row.status;
    const value = (row.value ?? '').replace(/^'(?=[=+\-@＝＋－＠])/, '').trim();
    if (value === '' || element.values.has(foldText(value))) continue;
    if (book.addValue(element, value, 'user', label) !== undefined) taken++;
  }
  return taken;
}

function readRows(text: string, file: string): Record<string, string>[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(text, { columns: true, bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    throw new ValueFileError(
      `${file} cannot be read as CSV: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const have = Object.keys(rows[0] ?? {});
  const missing = NEEDED.filter((name) => !have.includes(name));
  if (missing.length > 0)
    throw new ValueFileError(
      `${file}: expected a head line with the columns ${NEEDED.join(' and ')} (and status, if you like), got ${have.slice(0, 8).join(', ') || 'nothing'}`,
    );
  return rows;
}
