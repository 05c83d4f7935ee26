/** Exports as a folder of CSV files that describes itself, by Frictionless Data Package 1.0 and by Croissant 1.0. */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { csvOf } from '../../foundation/csv/index.ts';
import { type Store, StoreError } from '../../storage/index.ts';
import { findRun, listRuns, type RunInfo } from '../runs.ts';
import type { CellType } from './column.ts';
import { type ExportedRuns, exportRows, type ReasonWords } from './export.ts';
import { columnsOf, type ExportKind, type FlatColumn } from './export-columns.ts';
import { tableColumns } from './table-columns.ts';

const DESCRIPTOR = 'datapackage.json';

interface Table {
  readonly kind: ExportKind;
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly columns: readonly (Pick<FlatColumn, 'name' | 'type'> & { readonly about: string | undefined })[];
}

/**
 * Writes a table for each kind that has rows, `datapackage.json` and `croissant.json`. The folder takes its name when it is
 * whole, and replaces an earlier package.
 * @returns rows of each kind
 * @throws {StoreError} where the folder holds anything but a package, or cannot be written
 */
export async function exportPackage(
  words: ReasonWords,
  store: Store,
  runs: ExportedRuns,
  kinds: readonly ExportKind[],
  target: string,
): Promise<ReadonlyMap<ExportKind, number>> {
  const folder = resolve(target);
  const there = await readdir(folder).catch(() => undefined);
  if (there !== undefined && there.length > 0 && !there.includes(DESCRIPTOR))
    throw new StoreError(`${target} holds other files; nothing was changed, choose an empty or new folder`);
  const part = `${folder}.part`;
  try {
    await rm(part, { recursive: true, force: true });
    await mkdir(part, { recursive: true });
    const tables: Table[] = [];
    for (const kind of kinds) {
      const table = await writeTable(store, runs, kind, part, words);
      if (table.rows > 0) tables.push(table);
      else await rm(join(part, table.file));
    }
    const about = await described(store, runs);
    await writeFile(join(part, DESCRIPTOR), asJson(dataPackage(about, tables)), { flush: true });
    await writeFile(join(part, 'croissant.json'), asJson(croissant(about, tables)), { flush: true });
    if (there !== undefined) await rename(folder, `${folder}.old`);
    await rename(part, folder);
    await rm(`${folder}.old`, { recursive: true, force: true });
    return new Map(tables.map(({ kind, rows }) => [kind, rows]));
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof StoreError || code === undefined) throw error;
    throw new StoreError(`cannot write ${target}: ${code}; nothing was changed`, { cause: error });
  }
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function writeTable(
  store: Store,
  runs: ExportedRuns,
  kind: ExportKind,
  folder: string,
  words: ReasonWords,
): Promise<Table> {
  const overRuns = typeof runs !== 'number';
  const read = () => exportRows(words, store, runs, kind);
  const columns = await tableColumns(kind, overRuns, read());
  const file = `${kind}.csv`;
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    yield csvOf([columns.map(({ name }) => name)]);
    for await (const row of read()) {
      rows++;
      yield csvOf([columns.map(({ of }) => of(row as Readonly<Record<string, unknown>>))]);
    }
  }
  const path = join(folder, file);
  await pipeline(lines(), createWriteStream(path, { flush: true }));
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const about = columnsOf(kind, overRuns);
  return {
    ...{ kind, file, rows, bytes: (await stat(path)).size, sha256: hash.digest('hex') },
    columns: columns.map(({ name, type }) => ({ name, type, about: about[name]?.about })),
  };
}

/** Holds what a package says of itself. */
interface About {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** ISO day of the latest of its runs. */
  readonly day: string;
}

async function described(store: Store, runs: ExportedRuns): Promise<About> {
  const chosen = typeof runs === 'number' ? [await findRun(store, runs)] : await runsOf(store, runs);
  const numbers = chosen.map(({ id }) => id);
  const domains = [...new Set(chosen.flatMap((run) => run.domains))].join(', ');
  const title = `${numbers.length === 1 ? 'Harvest' : 'Harvests'} ${numbers.join(', ')}${domains === '' ? '' : ` of ${domains}`}`;
  return {
    name: `fieldfare-${numbers.join('-')}`,
    title,
    description: `${title}: what Fieldfare found behind search forms of the web. Columns: docs/export.md of Fieldfare.`,
    day: new Date(Math.max(...chosen.map(({ startedAt }) => startedAt))).toISOString().slice(0, 10),
  };
}

const runsOf = async (store: Store, ids: readonly number[]): Promise<readonly RunInfo[]> =>
  (await listRuns(store)).filter(({ id }) => ids.includes(id));

const FRICTIONLESS_TYPES = {
  text: 'string',
  json: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
} as const satisfies Readonly<Record<CellType, string>>;

/** Describes tables as https://specs.frictionlessdata.io/tabular-data-package does. */
const dataPackage = ({ name, title, description, day }: About, tables: readonly Table[]): object => ({
  ...{ profile: 'tabular-data-package', name, title, description },
  created: `${day}T00:00:00Z`,
  resources: tables.map(({ kind, file, bytes, sha256, columns }) => ({
    ...{ profile: 'tabular-data-resource', name: kind, path: file, format: 'csv', mediatype: 'text/csv' },
    ...{ encoding: 'utf-8', bytes, hash: `sha256:${sha256}` },
    schema: {
      fields: columns.map(({ name, type, about }) => ({
        ...{ name, type: FRICTIONLESS_TYPES[type] },
        ...(about !== undefined && { description: about }),
      })),
    },
  })),
});

const CROISSANT_TYPES = {
  text: 'sc:Text',
  json: 'sc:Text',
  integer: 'sc:Integer',
  number: 'sc:Float',
  boolean: 'sc:Boolean',
} as const satisfies Readonly<Record<CellType, string>>;

const CROISSANT_CONTEXT = {
  ...{ '@language': 'en', '@vocab': 'https://schema.org/' },
  ...{ citeAs: 'cr:citeAs', column: 'cr:column', conformsTo: 'dct:conformsTo' },
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  ...{
    extract: 'cr:extract',
    field: 'cr:field',
    fileObject: 'cr:fileObject',
    fileProperty: 'cr:fileProperty',
  },
  ...{
    fileSet: 'cr:fileSet',
    format: 'cr:format',
    includes: 'cr:includes',
    isLiveDataset: 'cr:isLiveDataset',
  },
  ...{
    jsonPath: 'cr:jsonPath',
    key: 'cr:key',
    md5: 'cr:md5',
    parentField: 'cr:parentField',
    path: 'cr:path',
  },
  ...{ rai: 'http://mlcommons.org/croissant/RAI/', recordSet: 'cr:recordSet', references: 'cr:references' },
  ...{ regex: 'cr:regex', repeated: 'cr:repeated', replace: 'cr:replace', samplingRate: 'cr:samplingRate' },
  ...{ sc: 'https://schema.org/', separator: 'cr:separator', source: 'cr:source' },
  ...{ subField: 'cr:subField', transform: 'cr:transform' },
};

/** Describes tables as https://docs.mlcommons.org/croissant does. */
const croissant = ({ name, title, description, day }: About, tables: readonly Table[]): object => ({
  '@context': CROISSANT_CONTEXT,
  '@type': 'sc:Dataset',
  conformsTo: 'http://mlcommons.org/croissant/1.0',
  ...{ name, alternateName: title, description, datePublished: day, version: '1.0.0' },
  distribution: tables.map(({ file, bytes, sha256 }) => ({
    ...{ '@type': 'cr:FileObject', '@id': file, name: file, contentUrl: file, encodingFormat: 'text/csv' },
    ...{ contentSize: `${bytes} B`, sha256 },
  })),
  recordSet: tables.map(({ kind, file, columns }) => ({
    ...{ '@type': 'cr:RecordSet', '@id': kind, name: kind },
    field: columns.map(({ name, type, about }, i) => ({
      ...{ '@type': 'cr:Field', '@id': `${kind}/column-${i + 1}`, name, dataType: CROISSANT_TYPES[type] },
      ...(about !== undefined && { description: about }),
      source: { fileObject: { '@id': file }, extract: { column: name } },
    })),
  })),
});
