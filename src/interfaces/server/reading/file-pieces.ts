import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListQuery } from '../../../library/index.ts';
import { exportToFile } from '../../../reports/index.ts';
import type { Store } from '../../../storage/index.ts';

/** Yields a file of a format whose first bytes depend on the last: it is written whole, and sent from there. */
export async function* filePieces(
  store: Store,
  { run, kind, range }: ListQuery,
  format: 'parquet' | 'xlsx' | 'wacz',
): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldfare-export-'));
  try {
    const file = join(folder, `rows.${format}`);
    await exportToFile(store, run, kind, format, file, range);
    for await (const piece of createReadStream(file)) yield piece as Uint8Array;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
