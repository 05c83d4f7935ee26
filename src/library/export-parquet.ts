import { open } from 'node:fs/promises';
import { ByteWriter, parquetWriteRows, type Writer } from 'hyparquet-writer';
import type { Database } from '../store/index.ts';
import { type ExportKind, exportRows } from './export.ts';

type ColumnType = 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN';

/** Columns of each kind in order. Lists and objects are JSON text, as in CSV. */
export const PARQUET_COLUMNS: Readonly<Record<ExportKind, Readonly<Record<string, ColumnType>>>> = {
  forms: columns(
    `formId site page depth:i action method enctype where controls submits searchable:b type score:d rule evidence renderedBy domain
    domainScore:d sightings:i`,
  ),
  pages: columns(
    'url site depth:i state reason status:i redirectTo title language encoding contentType renderedBy renderReason domain similarity:d cut:b',
  ),
  sites: columns('site seed:b state domain similarity:d reason linkingSites:i'),
  submissions: columns(
    `site formId position:i page:i purpose controls why sentBy method url state status:i finalUrl verdict reason records:i newRecords:i
    statedTotal:d`,
  ),
  records: columns('site key formId title url fields text'),
  documents: columns(
    `kind key site domain category url title language state similarity:d like sentences:i newSentences:i cluster bytes:i fields text`,
  ),
};

function columns(text: string): Readonly<Record<string, ColumnType>> {
  const types: Readonly<Record<string, ColumnType>> = { i: 'INT32', d: 'DOUBLE', b: 'BOOLEAN' };
  return Object.fromEntries(
    text.split(/\s+/).map((column) => {
      const [name = '', type = ''] = column.split(':');
      return [name, types[type] ?? 'STRING'];
    }),
  );
}

/** Rows in memory at a time. */
const GROUP = 5_000;

/** Writes an export as a Parquet file (Snappy), row group by row group: memory does not grow with the run. */
export async function exportParquet(
  db: Database,
  runId: number,
  kind: ExportKind,
  file: string,
): Promise<void> {
  const types = PARQUET_COLUMNS[kind];
  const handle = await open(file, 'w');
  try {
    await parquetWriteRows({
      writer: streamTo(handle),
      rows: typedRows(exportRows(db, runId, kind), types),
      columns: Object.entries(types).map(([name, type]) => ({ name, type })),
      schema: [
        { name: 'root', num_children: Object.keys(types).length },
        ...Object.entries(types).map(([name, type]) => ({
          name,
          repetition_type: 'OPTIONAL' as const,
          ...(type === 'STRING'
            ? { type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const }
            : { type }),
        })),
      ],
      rowGroupSize: GROUP,
      createdBy: 'fieldfare',
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* typedRows(
  rows: AsyncGenerator<object>,
  types: Readonly<Record<string, ColumnType>>,
): AsyncGenerator<Record<string, unknown>> {
  for await (const row of rows) {
    const values = row as Record<string, unknown>;
    yield Object.fromEntries(Object.entries(types).map(([name, type]) => [name, typed(values[name], type)]));
  }
}

function typed(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return undefined;
  if (type !== 'STRING' || typeof value === 'string') return value;
  return JSON.stringify(value);
}

/** A writer that hands its bytes to the file after each row group, and keeps count of where it is. */
function streamTo(handle: { appendFile(bytes: Uint8Array): Promise<void> }): Writer {
  const writer = new ByteWriter();
  const drain = async (): Promise<void> => {
    const bytes = new Uint8Array(writer.buffer.slice(0, writer.index));
    writer.index = 0;
    await handle.appendFile(bytes);
  };
  return Object.assign(writer, { flush: drain, finish: drain });
}
