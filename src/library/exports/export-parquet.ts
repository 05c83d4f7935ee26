import { open } from 'node:fs/promises';
import { ByteWriter, parquetWriteRows, type Writer } from 'hyparquet-writer';
import { whileOpen } from '../../foundation/errors/index.ts';
import type { Store } from '../../storage/index.ts';
import type { CellType } from './column.ts';
import { type ExportedRuns, exportRows, type ReasonWords } from './export.ts';
import { type ExportKind, type FlatColumn, flatColumns } from './export-columns.ts';
import type { ExportRange } from './export-range.ts';
import { tableColumns } from './table-columns.ts';

/** Maps cell types to Parquet types; lists and objects are JSON text, as in CSV. */
const PARQUET_TYPES = {
  text: 'STRING',
  json: 'STRING',
  integer: 'INT32',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
} as const satisfies Readonly<Record<CellType, string>>;

/** Rows of a row group, which is held in memory. */
const ROWS_PER_GROUP = 5_000;

/** Writes an export as a Parquet file (Snappy) in row groups: memory does not grow with the run. Returns how many rows it has. */
export async function exportParquet(
  store: Store,
  runs: ExportedRuns,
  kind: ExportKind,
  file: string,
  words: ReasonWords,
  range: ExportRange | undefined,
  fields: 'columns' | 'json',
): Promise<number> {
  const rows = () => exportRows(words, store, runs, kind, range);
  const overRuns = typeof runs !== 'number';
  const columns =
    fields === 'json' ? flatColumns(kind, overRuns) : await tableColumns(kind, overRuns, rows());
  let count = 0;
  async function* typedRows(): AsyncGenerator<Record<string, unknown>> {
    for await (const row of rows()) {
      count++;
      const values = row as Readonly<Record<string, unknown>>;
      yield Object.fromEntries(columns.map(({ name, type, of }) => [name, cellValue(of(values), type)]));
    }
  }
  await writeParquet(file, columns, typedRows());
  return count;
}

/** @param groups rows of each row group; of all alike where it is one number */
async function writeParquet(
  file: string,
  flat: readonly Pick<FlatColumn, 'name' | 'type'>[],
  rows: AsyncGenerator<Record<string, unknown>>,
  groups: number | readonly number[] = ROWS_PER_GROUP,
): Promise<void> {
  const columns = flat.map(({ name, type }) => ({ name, stored: PARQUET_TYPES[type] }));
  await whileOpen(open(file, 'w'), async (handle) => {
    await parquetWriteRows({
      writer: streamTo(handle),
      rows,
      columns: columns.map(({ name, stored }) => ({ name, type: stored })),
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map(({ name, stored }) => ({
          name,
          repetition_type: 'OPTIONAL' as const,
          ...(stored === 'STRING'
            ? { type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const }
            : { type: stored }),
        })),
      ],
      rowGroupSize: typeof groups === 'number' ? groups : [...groups],
      createdBy: 'fieldfare',
    });
    await handle.sync();
  });
}

/** Returns a cell as Parquet stores it; undefined for none. */
export function cellValue(value: unknown, type: CellType): unknown {
  if (value === null || value === undefined) return undefined;
  return type === 'json' && typeof value !== 'string' ? JSON.stringify(value) : value;
}

/** Creates a writer that appends its bytes to the file after each row group and keeps its position. */
function streamTo(handle: { appendFile(bytes: Uint8Array): Promise<void> }): Writer {
  const writer = new ByteWriter();
  const drain = async (): Promise<void> => {
    const bytes = new Uint8Array(writer.buffer.slice(0, writer.index));
    writer.index = 0;
    await handle.appendFile(bytes);
  };
  return Object.assign(writer, { flush: drain, finish: drain });
}
