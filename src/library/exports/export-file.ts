import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  ArchiveBreak,
  type ArchiveReader,
  cdxjLines,
  checkWhole,
  copyArchive,
  type WaczPage,
  writeWacz,
} from '../../foundation/warc/index.ts';
import { type Store, StoreError } from '../../storage/index.ts';
import { harvestedForms } from '../read.ts';
import { cutArchive, openArchive } from '../run-archive.ts';
import { findRun } from '../runs.ts';
import { type ExportedRuns, exportLines, type ReasonWords, type TableStyle } from './export.ts';
import type { ExportKind } from './export-columns.ts';
import type { ExportRange, ListQuery } from './export-range.ts';
import { fileFault } from '../../foundation/errors/index.ts';

const FILE_FORMATS = ['jsonl', 'csv', 'parquet', 'xlsx', 'warc', 'cdxj', 'wacz'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/**
 * Writes an export to a file. It comes into being under another name and takes its own when it is whole, so that a full disk
 * or a kill leaves what was there before.
 * @param kinds one; `xlsx` takes several. Ignored without a range for `warc`, the whole archive of the run, `wacz`, the same with index and pages (with a range, those of its rows), and `cdxj`, the index of
 * the exported WARC: `run.cdxj` is that of `run.warc.gz`
 * @returns the rows of each kind; nothing for archives
 * @throws {StoreError} where the file cannot be written, in one line
 */
export async function exportToFile(
  words: ReasonWords,
  store: Store,
  runs: ExportedRuns,
  kinds: ExportKind | readonly ExportKind[],
  format: FileFormat,
  file: string,
  range?: ExportRange,
  style: TableStyle = {},
): Promise<ReadonlyMap<ExportKind, number>> {
  // Another export to the same file may be under way.
  const part = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.part`;
  const unfinished = format === 'wacz' ? `${part}.wacz` : part;
  try {
    const rows = await write(store, runs, [kinds].flat(), format, unfinished, words, range, style);
    await keep(unfinished);
    await rename(unfinished, file);
    await keep(dirname(file)).catch(() => undefined);
    return rows;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    if (error instanceof StoreError) throw error;
    if (error instanceof ArchiveBreak) throw cutArchive(runs, error);
    const { code } = error as NodeJS.ErrnoException;
    const isLost = code === 'ENOENT' && !existsSync(dirname(file));
    const why = isLost ? 'there is no such folder' : fileFault(error);
    if (code === undefined) throw error;
    throw new StoreError(`cannot write ${file}: ${why}; nothing was changed, choose another place`, {
      cause: error,
    });
  }
}

/** Has a file, or the names in a folder, survive a power cut. */
const keep = async (path: string): Promise<void> => {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
};

async function write(
  store: Store,
  runs: ExportedRuns,
  kinds: readonly ExportKind[],
  format: FileFormat,
  file: string,
  words: ReasonWords,
  range: ExportRange | undefined,
  style: TableStyle,
): Promise<ReadonlyMap<ExportKind, number>> {
  if (format === 'xlsx') {
    const { exportXlsx } = await import('./export-xlsx.ts');
    return exportXlsx(store, runs, kinds, file, words, range);
  }
  const [kind = 'forms', another] = kinds;
  if (another !== undefined)
    throw new StoreError(`${format} holds one kind of rows; name one, or choose xlsx`);
  if (format === 'parquet') {
    const { exportParquet } = await import('./export-parquet.ts');
    const fields = style.fields ?? 'columns';
    return new Map([[kind, await exportParquet(store, runs, kind, file, words, range, fields)]]);
  }
  if (format === 'jsonl' || format === 'csv') {
    let rows = format === 'csv' ? -1 : 0;
    async function* counted(lines: AsyncIterable<string>): AsyncGenerator<string> {
      for await (const line of lines) {
        if (line !== '') rows++;
        yield line;
      }
    }
    const lines = exportLines(words, store, runs, kind, format, range, style);
    await pipeline(lines, counted, createWriteStream(file, { flush: true }));
    return new Map([[kind, rows]]);
  }
  if (typeof runs !== 'number') throw new StoreError(`${format} is written of one run`);
  const runId = runs;
  const archive = await openArchive(store, runId);
  if (await archive.isEmpty()) throw new StoreError(`run ${runId} has no archive`);
  if (format === 'wacz')
    await packed(words, store, { run: runId, kind, range: range ?? {} }, archive, file, range === undefined);
  else if (format === 'warc') await copyArchive(archive.files(), file, () => true);
  else {
    const copy = basename(file).replace(/(?:\.cdxj)?\.\d+-[0-9a-f]{8}\.part$/, '.warc.gz');
    await writeFile(file, await cdxjLines(archive.files(), copy), { flush: true });
  }
  return new Map();
}

const COPIES = 'fieldfare-wacz-';
const OLD_MS = 86_400_000;

/** Removes what exports that were killed have left. */
async function removeOld(folder: string, prefix: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => one.startsWith(prefix))) {
    const path = join(folder, name);
    const made = await stat(path).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > OLD_MS)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The pages that show search forms are where a reader begins. */
async function packed(
  words: ReasonWords,
  store: Store,
  query: ListQuery,
  archive: ArchiveReader,
  file: string,
  isWhole: boolean,
): Promise<void> {
  const { run: runId } = query;
  const run = await findRun(store, runId);
  const pages = new Map<string, WaczPage>();
  for await (const { page, site, searchable } of harvestedForms(store, runId))
    if (searchable && !pages.has(page)) pages.set(page, { url: page, title: `Search form of ${site}` });
  await removeOld(tmpdir(), COPIES);
  const copies = await mkdtemp(join(tmpdir(), COPIES));
  try {
    const files: string[] = [];
    for await (const path of archive.files(copies)) {
      await checkWhole(path);
      files.push(path);
    }
    const title = `Fieldfare run ${runId}: ${run.domains.join(', ')}`;
    const date = new Date(run.startedAt);
    if (isWhole) return await writeWacz(files, file, { title, date, pages: [...pages.values()] });
    const { pagesOfRows } = await import('./pages-of-rows.ts');
    const { keep, pages: ofRows } = await pagesOfRows(words, store, query, files);
    const cut = join(copies, 'rows.warc.gz');
    await copyArchive(files, cut, keep);
    await writeWacz([cut], file, { title: `${title}, ${query.kind}`, date, pages: ofRows });
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}
