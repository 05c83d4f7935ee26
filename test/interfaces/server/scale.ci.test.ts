/** Lists of a large store: any page is quick, and memory stays flat. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type SqliteStore } from '../../../src/drivers/sqlite/index.ts';
import type { Form, FormControl, FormVerdict } from '../../../src/forms/index.ts';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { linkRow, pageRow, sightingRow, variantRow } from '../../storage/rows.ts';

const FORMS = 100_000;
const RECORDS = 1_000_000;
const SITES = 1_000;
const LONGEST_MS = 200;

const folder = mkdtempSync(join(tmpdir(), 'scale-'));
const storage = join(folder, 'storage');
let server: RunningServer;

const FORM: Omit<Form, 'controls'> = {
  ...{ id: '0123456789abcdef', where: { kind: 'document', hasFormTag: true }, index: 0 },
  ...{
    action: 'http://a.test/find',
    actionKind: 'address',
    method: 'get',
    enctype: '',
    name: '',
    htmlId: '',
  },
  ...{ classes: '', role: 'search', ariaLabel: '', container: '', submits: [], text: 'Find', heading: '' },
  ...{ links: 0, images: 0, captcha: false, visible: true },
};
const CONTROL: FormControl = {
  ...{ name: 'q', id: '', tag: 'input', type: 'text', label: 'Title', labelSource: 'none', options: [] },
  ...{ domain: 'open', value: '', checked: false, required: false, disabled: false, readOnly: false },
  ...{ multiple: false, pattern: '', min: '', max: '', step: '', placeholder: '', autocomplete: '' },
  ...{ classes: '', submitsOnChange: false, visible: true },
};
const VERDICT: FormVerdict = {
  ...{ kind: 'classified', searchable: true, type: 'search', score: 0.9, model: 'm', weightiest: [] },
};

/** Inserts rows that are alike but for the columns given as SQL over `i`. */
function multiply(
  store: SqliteStore,
  table: string,
  count: number,
  alike: object,
  differing: Readonly<Record<string, string>>,
): void {
  const columns = Object.keys({ ...alike, ...differing });
  const same = Object.entries(alike).filter(([column]) => differing[column] === undefined);
  const values = columns.map((column) => differing[column] ?? '?');
  void store.run(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})
      insert into ${table} (${columns.join()}) select ${values.join()} from n`,
    same.map(([, value]) => value),
  );
}

const SITE = `printf('s%04d.test', i % ${SITES})`;

function fillForms(store: SqliteStore): void {
  const { controls, ...variant } = variantRow('', '', 1, {
    form: JSON.stringify(FORM),
    verdict: JSON.stringify(VERDICT),
  });
  const url = `'http://' || ${SITE} || '/' || i`;
  const put = (table: string, alike: object, differing: Readonly<Record<string, string>>) =>
    multiply(store, table, FORMS, alike, differing);
  put('link', linkRow(0), { id: 'i + 1', site: SITE, host: SITE, url });
  put('page', pageRow(0), { id: 'i + 1', site: SITE, url });
  put('form', { run_id: 1 }, { form_id: "'form' || i", site: SITE });
  const domain = "iif(i % 100 = 0, 'job', 'book')";
  put('form_variant', variant, { form_id: "'form' || i", variant: "'v' || i", domain });
  put('control', { ...controls[0], control: JSON.stringify(CONTROL) }, { variant: "'v' || i" });
  put('sighting', sightingRow('', 0, ''), { form_id: "'form' || i", page_id: 'i + 1', variant: "'v' || i" });
}

function fillRecords(store: SqliteStore): void {
  const shown = { run_id: 1, submission: 'q #1' };
  const key = { site: SITE, key: "'k' || i", form_id: `'form' || (i % ${FORMS})` };
  const texts = { title: "'Record ' || i", text: "'Text ' || i" };
  const fields = '{"year":"1999"}';
  multiply(store, 'answer_record', RECORDS, { ...shown, url: null, fields }, { ...key, ...texts });
  multiply(store, 'record_occurrence', RECORDS, shown, key);
}

beforeAll(async () => {
  const store = await openStore(storage, { mode: 'write' });
  const begun = { started_at: 1, updated_at: 2, options: '{}', status: 'complete' } as const;
  await store.transaction((trx) =>
    trx.runs.insert({ ...begun, domains: '["book"]', web: 'live', strategy: 'two-stage' }),
  );
  fillForms(store);
  fillRecords(store);
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
