/** Lists of a large store: any page is quick, and memory stays flat. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertRow, openStore, type SqliteStore } from '../../../src/drivers/sqlite/index.ts';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { linkRow, pageRow, sightingRow, variantRow } from '../../storage/rows.ts';

const FORMS = 100_000;
const RECORDS = 1_000_000;
const SITES = 1_000;
const BATCH = 10_000;
const LONGEST_MS = 200;

const folder = mkdtempSync(join(tmpdir(), 'scale-'));
const storage = join(folder, 'storage');
let server: RunningServer;

const siteOf = (i: number) => `s${String(i % SITES).padStart(4, '0')}.test`;
const FORM = JSON.stringify({
  id: 'f',
  action: 'http://a.test/find',
  method: 'GET',
  submits: [],
  where: 'main',
});
const CONTROL = { name: 'q', type: 'text', label: 'Title', options: [], visible: true, required: false };
const VERDICT = JSON.stringify({
  kind: 'classified',
  searchable: true,
  type: 'search',
  score: 0.9,
  weightiest: [],
});

async function inBatches(store: SqliteStore, count: number, put: (trx: Transaction, i: number) => void) {
  for (let from = 0; from < count; from += BATCH)
    await store.transaction(async (trx) => {
      for (let i = from; i < Math.min(count, from + BATCH); i++) put(trx, i);
    });
}
type Transaction = Parameters<Parameters<SqliteStore['transaction']>[0]>[0];

function putForm(trx: Transaction, i: number): void {
  const [site, formId] = [siteOf(i), `form${i}`];
  const domain = i % 100 === 0 ? 'job' : 'book';
  const { controls, ...variant } = variantRow(formId, `v${i}`, 1, { form: FORM, verdict: VERDICT, domain });
  const url = `http://${site}/${i}`;
  insertRow(trx, 'link', linkRow(i + 1, { site, host: site, url }));
  insertRow(trx, 'page', pageRow(i + 1, { site, url }));
  insertRow(trx, 'form', { run_id: 1, form_id: formId, site });
  insertRow(trx, 'form_variant', variant);
  for (const control of controls) insertRow(trx, 'control', { ...control, control: JSON.stringify(CONTROL) });
  insertRow(trx, 'sighting', sightingRow(formId, i + 1, `v${i}`));
}

function putRecord(trx: Transaction, i: number): void {
  const shown = { run_id: 1, site: siteOf(i), key: `k${i}`, form_id: `form${i % FORMS}`, submission: 'q #1' };
  insertRow(trx, 'answer_record', {
    ...shown,
    title: `Record ${i}`,
    url: null,
    fields: '{"year":"1999"}',
    text: `Text ${i}`,
  });
  insertRow(trx, 'record_occurrence', shown);
}

beforeAll(async () => {
  const store = await openStore(storage, { mode: 'write' });
  const begun = { started_at: 1, updated_at: 2, options: '{}', status: 'complete' } as const;
  await store.transaction((trx) =>
    trx.runs.insert({ ...begun, domains: '["book"]', web: 'live', strategy: 'two-stage' }),
  );
  await inBatches(store, FORMS, putForm);
  await inBatches(store, RECORDS, putRecord);
  await store.close();
  server = await startServer({ storage, port: 0, host: '127.0.0.1' });
}, 600_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (...key: readonly string[]) => Buffer.from(JSON.stringify(key)).toString('base64url');

test.each([
  '/forms?limit=50',
  `/forms?limit=50&after=${at('s0900.test', 'form5')}`,
  '/forms?limit=50&domain=job',
  '/forms?limit=50&site=s0500.test&searchable=true',
  '/forms?limit=50&outcome=verified',
  '/records?limit=50',
  `/records?limit=50&after=${at('s0999.test', 'k5')}`,
  '/records?limit=50&site=s0500.test',
  '/records?limit=50&form=form77',
  '/records?limit=50&text=nothing-has-it',
  '/pages?limit=50&site=s0500.test',
  '/forms/form99999',
])('the list %s comes within 200 ms', async (path) => {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const begun = performance.now();
    const answer = await fetch(`${server.url}/api/runs/1${path}`);
    await answer.text();
    expect(answer.status).toBe(200);
    times.push(performance.now() - begun);
  }
  const [, , median = 0] = times.sort((a, b) => a - b);
  process.stdout.write(`${path}: ${Math.round(median)} ms\n`);
  expect(median).toBeLessThanOrEqual(LONGEST_MS);
});

test('reading all records as a stream holds few of them in memory', async () => {
  const before = process.memoryUsage().heapUsed;
  let [most, lines] = [0, 0];
  const { body } = await fetch(`${server.url}/api/runs/1/records`, {
    headers: { accept: 'application/x-ndjson' },
  });
  for await (const part of body ?? []) {
    for (const byte of part) if (byte === 10) lines++;
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  expect(lines).toBe(RECORDS);
  expect(most).toBeLessThan(200_000_000);
}, 300_000);
