import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { asyncBufferFromFile } from 'hyparquet/src/node.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { EXPORT_COLUMNS } from '../../src/library/exports/export-columns.ts';
import { exportLines, exportToFile } from '../../src/reports/index.ts';
import { keepAll, page, sentences, shelfStore } from './shelf.ts';

let store: SqliteStore;
const DOCUMENTS = 5_300;

beforeAll(async () => {
  store = await shelfStore();
  const many = Array.from({ length: DOCUMENTS }, (_, i) =>
    page(`http://site${i % 40}.test/${i}`, sentences(i, 1), { title: `“Page” ${i}, ärgerlich` }),
  );
  await keepAll(store, many);
  // Judging so many takes longer than writing them; what is exported is what stands here.
  await sql`update document set state = 'novel', similarity = 0.25, sentences = 1, bytes = id, blocks = null`.execute(
    store.db,
  );
  await sql`insert into document_text select id, title, 'text of ' || key, url, site, '' from document`.execute(
    store.db,
  );
});
afterAll(() => store.close());

const rowsOf = async () => {
  const rows: Record<string, unknown>[] = [];
  for await (const line of exportLines(store, 1, 'documents', 'jsonl')) rows.push(JSON.parse(line));
  return rows;
};

test('a Parquet file has every row, typed, in row groups', async () => {
  const file = join(store.folder, 'documents.parquet');
  await exportToFile(store, 1, 'documents', 'parquet', file, undefined, { fields: 'json' });
  const source = await asyncBufferFromFile(file);
  const { row_groups: groups, schema } = await parquetMetadataAsync(source);
  expect(groups.map((group) => Number(group.num_rows))).toEqual([5_000, 300]);
  expect(schema.slice(1).map((column) => column.name)).toEqual(Object.keys(EXPORT_COLUMNS.documents));
  expect(schema.find((column) => column.name === 'similarity')).toMatchObject({ type: 'DOUBLE' });
  const rows = await parquetReadObjects({ file: source });
  const expected = await rowsOf();
  expect(rows).toHaveLength(DOCUMENTS);
  expect(expected).toHaveLength(DOCUMENTS);
  for (const i of [0, 1, 2_600, 5_299]) expect(rows[i]).toEqual(expected[i]);
  expect(existsSync(`${file}.part`)).toBe(false);
});

test('exports to one file at once leave one of them, whole', async () => {
  const file = join(store.folder, 'both.jsonl');
  await Promise.all(
    (['documents', 'sites', 'documents'] as const).map((kind) => exportToFile(store, 1, kind, 'jsonl', file)),
  );
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const keys = new Set(lines.map((line) => Object.keys(JSON.parse(line)).join()));
  expect(keys.size).toBe(1);
  expect(readdirSync(store.folder).filter((name) => name.includes('.part'))).toEqual([]);
});

test.each(['jsonl', 'csv', 'parquet'] as const)(
  'a file that cannot be written (%s) leaves what was there',
  async (format) => {
    const file = join(store.folder, `kept.${format}`);
    writeFileSync(file, 'what was there');
    await expect(
      exportToFile(store, 1, 'documents', format, join(store.folder, 'nowhere', 'x')),
    ).rejects.toThrow(/cannot write .+nowhere.+: there is no such folder; nothing was changed/);
    expect(readFileSync(file, 'utf8')).toBe('what was there');
    expect(readdirSync(store.folder).filter((name) => name.includes('.part'))).toEqual([]);
  },
);
