import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetMetadataAsync } from 'hyparquet';
import { asyncBufferFromFile } from 'hyparquet/src/node.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { writeParquet } from '../../src/library/exports/export-parquet.ts';
import { PartitionSpill } from '../../src/library/exports/partition-spill.ts';
import { exportPartitioned } from '../../src/reports/index.ts';
import type { Store } from '../../src/storage/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = temporaryFolder('partitioned-');
  store = await openStore(dir, { mode: 'write' });
});
afterEach(() => store.close());

const beginRun = (day: number) =>
  store.transaction(({ runs }) =>
    runs.insert({
      domains: '["book"]',
      web: 'practice',
      strategy: 'two-stage',
      options: '{}',
      status: 'complete',
      started_at: Date.UTC(2026, 10, day),
      updated_at: 0,
    }),
  );
const addSite = (run_id: number, site: string, domain: string | null) =>
  store.transaction(({ sites }) =>
    sites.add([
      {
        run_id,
        site,
        home_url: `http://${site}/`,
        seed: 1,
        state: 'exploring',
        domain,
        similarity: null,
        reason_code: null,
        reason_detail: null,
      },
    ]),
  );
const addRecord = (run_id: number, site: string, key: string, title = key) =>
  store.transaction(async ({ records, submissions }) => {
    await submissions.begin({
      run_id,
      form_id: `f-${site}`,
      key: 'q1 #1',
      site,
      position: 1,
      page: 1,
      purpose: 'words',
      binding: '[]',
      controls: JSON.stringify([
        { position: 0, name: 'title', label: 'Title', values: ['long ship & co'], source: 'text' },
        { position: 1, name: 'lang', label: '', values: [], source: 'text' },
      ]),
      why: '',
      sent_by: 'http',
      method: 'GET',
      url: `http://${site}/search`,
      digest: `${site}${run_id}`,
      request: '{}',
      sent_at: 0,
    });
    await records.add([
      {
        run_id,
        site,
        key,
        form_id: `f-${site}`,
        submission: 'q1 #1',
        title,
        url: null,
        fields: '{}',
        text: '',
      },
    ]);
  });

/** Two runs: one record in both, one in each; and a site about nothing. */
const twoRuns = async () => {
  for (const day of [3, 7]) await beginRun(day);
  for (const run of [1, 2]) {
    await addSite(run, 'a.test', 'book');
    await addRecord(run, 'a.test', 'kept', `title of run ${run}`);
  }
  await addRecord(1, 'a.test', 'gone');
  await addSite(2, 'b.test', null);
  await addRecord(2, 'b.test', 'new\u2028line');
};
const target = () => join(dir, 'out');
const exported = (runs = [1, 2]) => exportPartitioned(store, runs, 'records', target());
const files = async () =>
  (await readdir(target(), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target().length + 1))
    .sort();
const folders = async () => (await files()).map((file) => file.replace(/part-.*/, 'part'));

async function queried(sql: string): Promise<unknown[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
  }
}
const parts = () => `read_parquet('${target()}/*/*/*.parquet', hive_partitioning = true)`;

test('DuckDB reads the partitions with where each row comes from', async () => {
  await twoRuns();
  expect(await exported()).toEqual({ rows: 3, parts: 3, written: 3, deleted: 0 });
  expect(await folders()).toEqual([
    '_manifest.json',
    'domain=__HIVE_DEFAULT_PARTITION__/date=2026-11-07/part',
    'domain=book/date=2026-11-03/part',
    'domain=book/date=2026-11-07/part',
  ]);
  const columns =
    'domain, date::varchar as date, site, key, title, formId, run, query, firstSeen, lastSeen, runs';
  const [first, seventh] = ['2026-11-03T00:00:00.000Z', '2026-11-07T00:00:00.000Z'];
  const query = 'title=long+ship+%26+co';
  expect(await queried(`select ${columns} from ${parts()} order by site, key`)).toEqual([
    {
      ...{
        domain: 'book',
        date: '2026-11-03',
        site: 'a.test',
        key: 'gone',
        title: 'gone',
        formId: 'f-a.test',
        run: 1,
      },
      ...{ query, firstSeen: first, lastSeen: first, runs: '[1]' },
    },
    {
      ...{
        domain: 'book',
        date: '2026-11-07',
        site: 'a.test',
        key: 'kept',
        title: 'title of run 2',
        formId: 'f-a.test',
      },
      ...{ run: 2, query, firstSeen: first, lastSeen: seventh, runs: '[1,2]' },
    },
    {
      ...{ domain: null, date: '2026-11-07', site: 'b.test', key: 'new\u2028line', title: 'new\u2028line' },
      ...{ formId: 'f-b.test', run: 2, query, firstSeen: seventh, lastSeen: seventh, runs: '[2]' },
    },
  ]);
});

test('a second export writes what changed, and deletes what has no rows any more', async () => {
  await twoRuns();
  await exported();
  const before = await files();
  expect(await exported()).toEqual({ rows: 3, parts: 3, written: 0, deleted: 0 });
  expect(await files()).toEqual(before);
  await beginRun(9);
  await addSite(3, 'a.test', 'book');
  await addRecord(3, 'a.test', 'gone');
  // "gone" moves from the 3rd to the 9th of November.
  expect(await exported([1, 2, 3])).toEqual({ rows: 3, parts: 3, written: 1, deleted: 1 });
  expect(await queried(`select key from ${parts()} where date = '2026-11-09'`)).toEqual([{ key: 'gone' }]);
  const manifest = JSON.parse(await readFile(join(target(), '_manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ kind: 'records', runs: [1, 2, 3], rows: 3 });
  const listed = manifest.parts.map(({ path }: { path: string }) => path);
  expect([...listed, '_manifest.json'].sort()).toEqual(await files());
  for (const { path, bytes } of manifest.parts) expect((await stat(join(target(), path))).size).toBe(bytes);
});

test('a folder that holds anything else stays as it is', async () => {
  await twoRuns();
  await exported();
  await expect(exportPartitioned(store, [1], 'sites', target())).rejects.toThrow(
    /holds an export of records; nothing was changed/,
  );
  await writeFile(join(target(), 'mine.txt'), '');
  const before = await files();
  await expect(exported()).rejects.toThrow(/holds mine\.txt; nothing was changed/);
  expect(await files()).toEqual(before);
});

test('what a killed export left is taken up', async () => {
  await twoRuns();
  await exported();
  await rm(join(target(), '_manifest.json'));
  expect(await exported([1])).toEqual({ rows: 2, parts: 1, written: 1, deleted: 3 });
});

test('a domain with signs of paths keeps its name', async () => {
  await beginRun(3);
  const name = "../a=b %2F 'ü' 书?.";
  await addSite(1, 'a.test', name);
  await addRecord(1, 'a.test', 'k');
  await exported([1]);
  expect((await folders())[1]).toBe('domain=..%2Fa%3Db %252F %27ü%27 书%3F%2E/date=2026-11-03/part');
  expect(await queried(`select domain from ${parts()}`)).toEqual([{ domain: name }]);
});

describe.each(['forms', 'pages', 'sites', 'submissions', 'things', 'details', 'documents'] as const)(
  '%s',
  (kind) => {
    test('can be exported of several runs', async () => {
      await twoRuns();
      const { rows } = await exportPartitioned(store, [1, 2], kind, target());
      // Sites of two runs are one row each; what a run asked is its own.
      expect(rows).toBe({ sites: 2, submissions: 3, things: 3 }[kind as string] ?? 0);
      if (rows > 0)
        expect(await queried(`select count(*)::int as n, max(run) as run from ${parts()}`)).toEqual([
          { n: rows, run: 2 },
        ]);
    });
  },
);

test('row groups and parts end at a size, whatever the rows hold', async () => {
  const spill = new PartitionSpill(dir, { partBytes: 1_000, groupBytes: 350 });
  // 13 bytes of JSON around each text, so 113 a row: three rows a group, nine a part.
  for (let i = 0; i < 20; i++) await spill.add('p', ['x'.repeat(100), i % 10, null]);
  await spill.flush();
  const all = spill.parts();
  expect(all.map(({ groups }) => groups)).toEqual([[3, 3, 3], [3, 3, 3], [2]]);
  const [first] = all;
  const file = join(dir, 'first.parquet');
  const rows = async function* () {
    for await (const [text, number] of first!.lines()) yield { text, number };
  };
  const columns = [
    { name: 'text', type: 'text' },
    { name: 'number', type: 'integer' },
  ] as const;
  await writeParquet(file, columns, rows(), first!.groups);
  const { row_groups: groups } = await parquetMetadataAsync(await asyncBufferFromFile(file));
  expect(groups.map((group) => Number(group.num_rows))).toEqual([3, 3, 3]);
});
