/** Exports of several runs as Parquet files in Hive partitions: `domain=…/date=…/part-….parquet`, with a manifest. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { isS3, type ObjectFolder, openFolder } from '../../foundation/object-storage/index.ts';
import { type Store, StoreError } from '../../storage/index.ts';
import type { ReasonWords } from './export.ts';
import { EXPORT_KINDS, type ExportKind, type FlatColumn, flatColumns } from './export-columns.ts';
import { PartitionSpill, type SpilledPart } from './partition-spill.ts';
import { rowsWithProvenance } from './provenance.ts';

const MANIFEST = '_manifest.json';
const PART = /^domain=[^/]+\/date=[^/]+\/part-\d{5}-[0-9a-f]{16}\.parquet$/;

const manifestSchema = z.object({
  version: z.literal(1),
  kind: z.enum(EXPORT_KINDS),
  runs: z.array(z.int()),
  rows: z.int(),
  parts: z.array(z.object({ path: z.string(), rows: z.int(), bytes: z.int(), sha256: z.string() })),
});
type Manifest = z.output<typeof manifestSchema>;

export interface PartitionedExport {
  readonly rows: number;
  readonly parts: number;
  readonly written: number;
  /** Parts of an earlier export that changed or have no rows any more. */
  readonly deleted: number;
}

/**
 * Writes the rows of several runs to a folder or under `s3://bucket/prefix`. Parts that an earlier export wrote with the same
 * content stay; the manifest comes after new parts and before old ones are deleted.
 * @throws {StoreError} where the target holds anything else
 */
export async function exportPartitioned(
  words: ReasonWords,
  store: Store,
  runs: readonly number[],
  kind: ExportKind,
  target: string,
): Promise<PartitionedExport> {
  const folder = openFolder(target);
  const { names, earlier } = await earlierExport(folder, kind);
  const columns = partitionedColumns(kind);
  // Loaded where it is needed: few commands write Parquet.
  const { cellValue } = await import('./export-parquet.ts');
  const spilling = await mkdtemp(join(tmpdir(), 'fieldfare-export-'));
  try {
    const spill = new PartitionSpill(spilling);
    for await (const row of rowsWithProvenance(store, runs, kind, words)) {
      const cells = columns.map(({ of, type }) => cellValue(of(row), type) ?? null);
      await spill.add(partitionOf(row.domain, row.lastSeen), cells);
    }
    await spill.flush();
    const parts: Manifest['parts'] = [];
    let written = 0;
    for (const part of spill.parts()) {
      const file = join(spilling, 'part.parquet');
      const described = await writePart(part, columns, file);
      parts.push(described);
      if (names.has(described.path)) continue;
      await folder.put(described.path, { file });
      written++;
    }
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    const manifest = JSON.stringify(
      { version: 1, kind, runs: [...runs], rows, parts } satisfies Manifest,
      null,
      1,
    );
    if (manifest !== earlier) await folder.put(MANIFEST, Buffer.from(manifest));
    const kept = new Set(parts.map(({ path }) => path));
    const old = [...names].filter((name) => !kept.has(name));
    for (const name of old) await folder.delete(name);
    return { rows, parts: parts.length, written, deleted: old.length };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new StoreError(`the disk of ${tmpdir()} is full; set TMPDIR to a larger one`, { cause: error });
    throw error;
  } finally {
    await rm(spilling, { recursive: true, force: true });
  }
}

/** Says whether a target of an export is one that partitions go to. */
export const isPartitioned = async (target: string): Promise<boolean> =>
  isS3(target) ||
  /[/\\]$/.test(target) ||
  ((await stat(target).catch(() => undefined))?.isDirectory() ?? false);

/** The columns of a kind and where rows come from; the domain stands in the path of the part. */
const partitionedColumns = (kind: ExportKind): readonly FlatColumn[] => [
  ...flatColumns(kind, true).filter(({ name }) => name !== 'domain'),
  { name: 'run', type: 'integer', of: ({ run }) => run },
  { name: 'query', type: 'text', of: ({ query }) => query },
];

/** Names of parts that are there, and the manifest. */
async function earlierExport(
  folder: ObjectFolder,
  kind: ExportKind,
): Promise<{ readonly names: ReadonlySet<string>; readonly earlier: string | undefined }> {
  const names = new Set<string>();
  let earlier: string | undefined;
  for await (const { name, bytes } of folder.list()) {
    if (PART.test(name)) names.add(name);
    else if (name === MANIFEST) earlier = (await folder.read(name, 0, bytes)).toString();
    else throw notOurs(folder, `holds ${name}`);
  }
  if (earlier === undefined) return { names, earlier };
  const held = manifestOf(earlier)?.kind;
  if (held === kind) return { names, earlier };
  throw notOurs(folder, held === undefined ? `holds another ${MANIFEST}` : `holds an export of ${held}`);
}

const notOurs = ({ address }: ObjectFolder, what: string) =>
  new StoreError(`${address} ${what}; nothing was changed, choose an empty folder or one of this export`);

function manifestOf(text: string): Manifest | undefined {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function writePart(
  { partition, number, rows, groups, lines }: SpilledPart,
  columns: readonly FlatColumn[],
  file: string,
): Promise<Manifest['parts'][number]> {
  const names = columns.map(({ name }) => name);
  async function* values(): AsyncGenerator<Record<string, unknown>> {
    for await (const cells of lines())
      yield Object.fromEntries(names.map((name, i) => [name, cells[i] ?? undefined]));
  }
  const { writeParquet } = await import('./export-parquet.ts');
  await writeParquet(file, columns, values(), groups);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const sha256 = hash.digest('hex');
  const path = `${partition}/part-${String(number).padStart(5, '0')}-${sha256.slice(0, 16)}.parquet`;
  return { path, rows, bytes: (await stat(file)).size, sha256 };
}

/** @param seen ISO time */
const partitionOf = (domain: string | null, seen: string): string =>
  `domain=${domain === null ? '__HIVE_DEFAULT_PARTITION__' : escaped(domain)}/date=${seen.slice(0, 10)}`;

/** Escapes as Hive does, and names that file systems refuse. */
const escaped = (text: string): string =>
  text.replace(
    /[\p{Cc}"#%'*/:=?\\{[\]^<>|]|[. ]$/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
