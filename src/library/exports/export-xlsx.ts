import writeExcelFile from 'write-excel-file/node';
import { type Store, StoreError } from '../../storage/index.ts';
import { type ExportedRuns, exportRows, type ReasonWords } from './export.ts';
import type { ExportKind, FlatColumn } from './export-columns.ts';
import { cellValue } from './export-parquet.ts';
import type { ExportRange } from './export-range.ts';
import { tableColumns } from './table-columns.ts';

/** Rows of a workbook, which is made in memory: 100,000 rows of 15 columns take 0.8 GB. */
const MOST_ROWS = 200_000;
/** Characters of a cell; Excel refuses more. */
const MOST_CHARACTERS = 32_767;
/** Width of columns, in characters. */
const WIDTH = { text: 24, other: 12 };
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Writes a workbook with a sheet for each kind that has rows: numbers, truth values and whole dates as such, heads that stay
 * in sight. All text is text, so that nothing of a page is taken for a formula.
 * Returns the rows of each kind.
 * @throws {StoreError} where there are more rows than `MOST_ROWS`
 */
export async function exportXlsx(
  store: Store,
  runs: ExportedRuns,
  kinds: readonly ExportKind[],
  file: string,
  words: ReasonWords,
  range?: ExportRange,
): Promise<ReadonlyMap<ExportKind, number>> {
  const sheets = [];
  const counts = new Map<ExportKind, number>();
  let rows = 0;
  for (const kind of kinds) {
    const read = () => exportRows(words, store, runs, kind, range);
    const columns = await tableColumns(kind, typeof runs !== 'number', read());
    const data: Cell[][] = [columns.map(({ name }) => ({ value: name, type: String, fontWeight: 'bold' }))];
    for await (const row of read()) {
      if (++rows > MOST_ROWS)
        throw new StoreError(
          `a workbook takes ${MOST_ROWS} rows, and there are more; choose --format parquet or csv`,
        );
      data.push(columns.map((column) => cellOf(column, row as Readonly<Record<string, unknown>>)));
    }
    counts.set(kind, data.length - 1);
    if (data.length === 1 && kinds.length > 1) continue;
    const widths = columns.map(({ type }) => ({ width: type === 'text' ? WIDTH.text : WIDTH.other }));
    sheets.push({ data, sheet: kind, columns: widths, stickyRowsCount: 1 });
  }
  if (sheets.length === 0) throw new StoreError('there are no rows to write');
  await writeExcelFile(sheets).toFile(file);
  return counts;
}

type Cell =
  | { value: string; type: typeof String; fontWeight?: 'bold' }
  | { value: number; type: typeof Number }
  | { value: boolean; type: typeof Boolean }
  | { value: Date; type: typeof Date; format: string }
  | null;

function cellOf({ name, type, of }: FlatColumn, row: Readonly<Record<string, unknown>>): Cell {
  const value = cellValue(of(row), type);
  if (typeof value === 'number') return { value, type: Number };
  if (typeof value === 'boolean') return { value, type: Boolean };
  if (value === undefined || value === '') return null;
  const text = String(value);
  if (name === 'date' && DAY.test(text))
    return { value: new Date(`${text}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  return { value: text.slice(0, MOST_CHARACTERS), type: String };
}
