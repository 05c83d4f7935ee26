import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportToFile } from '../../../reports/index.ts';
import type { Store } from '../../../storage/index.ts';
import type { ListOf } from './reads.ts';

/** A Parquet file is known when it is whole: it is written beside the store, and sent from there. */
export async function* parquetPieces(store: Store, { run, kind, range }: ListOf): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldfare-export-'));
  try {
    const file = join(folder, 'rows.parquet');
    await exportToFile(store, run, kind, 'parquet', file, range);
    for await (const piece of createReadStream(file)) yield piece as Uint8Array;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
