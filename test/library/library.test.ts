import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../src/foundation/errors/index.ts';
import { replayTransport } from '../../src/foundation/http/index.ts';
import { archiveFiles } from '../../src/foundation/warc/index.ts';
import { readExchange } from '../../src/foundation/warc/read-exchange.ts';
import { forgetRun, forgetSite, listRuns } from '../../src/library/index.ts';
import { exportLines } from '../../src/reports/index.ts';
import { harvestWith } from '../crawl/run/faulty-store.ts';
import { links, page, SEARCH, type SmallWeb, smallWeb } from '../crawl/run/small-web.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let storage: string;
let small: SmallWeb;

const HOSTILE =
  '<form action="/search"><label>=HYPERLINK("http://evil.test"), "now"<input name="q"></label><button>Search</button></form>';

beforeEach(async () => {
  storage = temporaryFolder('library-');
  small = await smallWeb(
    {
      'a.test/': page(SEARCH + links('/x', 'http://b.test/')),
      'a.test/x': page(HOSTILE),
      'b.test/': page(SEARCH),
    },
    ['http://a.test/'],
  );
  await harvestWith(small.web, storage, {});
});

afterEach(() => small.close());

async function lines(
  kind: 'forms' | 'pages' | 'sites',
  format: 'jsonl' | 'csv',
  runId = 1,
): Promise<string[]> {
  return whileOpen(openStore(storage, { mode: 'read' }), (store) =>
    Array.fromAsync(exportLines(store, runId, kind, format)),
  );
}

test('a line of the forms export has the documented fields', async () => {
  const [line] = await lines('forms', 'jsonl');
  const row = JSON.parse(line!);
  for (const field of [
    ...['formId', 'site', 'page', 'depth', 'action', 'method', 'controls', 'searchable', 'type', 'score'],
    ...['rule', 'evidence', 'renderedBy', 'domain', 'sightings'],
  ]) {
    expect(row).toHaveProperty(field);
  }
  expect(row.controls[0]).toMatchObject({
    name: 'q',
    type: expect.any(String),
    label: expect.any(String),
    options: [],
  });
});

test('forms come in the order of site and id', async () => {
  const rows = (await lines('forms', 'jsonl')).map((line) => JSON.parse(line));
  const keys = rows.map((row) => `${row.site} ${row.formId}`);
  expect(keys).toEqual([...keys].sort());
  expect(new Set(rows.map((row) => row.formId)).size).toBe(rows.length);
});

test('CSV has a head, as many columns in every row, and nothing a spreadsheet would run', async () => {
  const [head, ...rows] = await lines('pages', 'csv');
  expect(head).toMatch(/^url,site,depth,state,/);
  expect(rows).toHaveLength(3);
  const forms = await lines('forms', 'csv');
  expect(forms.join('')).toContain('=HYPERLINK');
  for (const line of forms) expect(line).not.toMatch(/(?:^|,)"?[=+@]/);
});

test('forgetting a run deletes its rows and its files, and nothing of the others', async () => {
  await harvestWith(small.web, storage, {});
  const store = await openStore(storage, { mode: 'write' });
  expect(await forgetRun(store, 1)).toEqual({ pages: 3, forms: 3 });
  expect((await listRuns(store)).map((run) => run.id)).toEqual([2]);
  await expect(forgetRun(store, 1)).rejects.toThrow(/there is no run 1; known runs: 2/);
  await store.close();
  expect(existsSync(join(storage, 'runs', '1'))).toBe(false);
  expect(await lines('forms', 'jsonl', 2)).toHaveLength(3);
});

test('forgetting a site deletes it from rows and archive, and what is left can still be read', async () => {
  const archive = join(storage, 'runs', '1', 'exchanges.warc.gz');
  const quoting = ['report.html', 'forms.csv'].map((file) => join(storage, 'runs', '1', file));
  for (const file of quoting) await writeFile(file, 'a.test');
  const store = await openStore(storage, { mode: 'write' });
  expect(await forgetSite(store, 'a.test')).toEqual({ pages: 2, forms: 2 });
  expect(quoting.filter((file) => existsSync(file))).toEqual([]);
  await expect(forgetSite(store, 'a.test')).rejects.toThrow(/no run in this store knows the site a.test/);
  const rest = await store.db.selectFrom('page').selectAll().execute();
  await store.close();
  expect(rest.map((row) => row.url)).toEqual(['http://b.test/']);
  const exchange = await readExchange(archive, rest[0]!.exchange_offset!, rest[0]!.exchange_length!);
  expect(exchange.url).toBe('http://b.test/');
  const web = await replayTransport(archive);
  expect(web.holds('http://a.test/')).toBe(false);
  expect(web.holds('http://b.test/')).toBe(true);
  await web.close();
  const bytes = await readFile(join(storage, 'fieldfare.sqlite'));
  expect(bytes.includes('http://a.test/x')).toBe(false);
  expect((await lines('forms', 'jsonl')).map((line) => JSON.parse(line).site)).toEqual(['b.test']);
});

test('what is left after forgetting can be read where the archive has several files, too', async () => {
  await harvestWith(small.web, storage, { warcSize: 800 });
  const archive = join(storage, 'runs', '2', 'exchanges.warc.gz');
  const before = archiveFiles(archive).length;
  expect(before).toBeGreaterThan(2);
  const store = await openStore(storage, { mode: 'write' });
  await forgetSite(store, 'a.test');
  const [row] = await store.db.selectFrom('page').selectAll().where('run_id', '=', 2).execute();
  await store.close();
  expect(archiveFiles(archive)).toHaveLength(before);
  const { url, body } = await readExchange(archive, row!.exchange_offset!, row!.exchange_length!);
  expect([url, body.toString()]).toEqual(['http://b.test/', page(SEARCH)]);
  const web = await replayTransport(archive);
  expect([web.holds('http://a.test/'), web.holds('http://b.test/')]).toEqual([false, true]);
  await web.close();
});

test('a reader is served while a crawl writes', async () => {
  const writer = await openStore(storage, { mode: 'write' });
  await writer.transaction(async (trx) => {
    await trx.db.updateTable('run').set({ requests: 99 }).execute();
    expect(await lines('forms', 'jsonl')).toHaveLength(3);
  });
  await writer.close();
});
