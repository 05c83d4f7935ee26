/** What holds of every route of /openapi.json, and of an export of hostile records in the terminal. */

import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from '../cli/run-cli.ts';

const folder = temporaryFolder('every-route-');
const storage = join(folder, 'storage');
let server: RunningServer;

interface Operation {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly acts: boolean;
}

/** Another method than GET, and yet nothing is changed or sent to other sites. */
const READING = ['post /api/domains/validate', 'post /api/knowledge/sparql', 'post /api/ui/token'];

beforeAll(async () => {
  server = await startServer({ storage, port: 0, host: '127.0.0.1', token: 't' });
});
afterAll(() => server.close());

async function operations(): Promise<Operation[]> {
  type Item = Readonly<Record<string, { readonly security?: readonly object[] }>>;
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Item>;
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { security }]) => ({
      ...{ what: `${method} ${path}`, method: method.toUpperCase(), acts: security !== undefined },
      path: path.replace(/\{\w+\}/g, '1'),
    })),
  );
}

/** The status of an answer; `fetch` would set some of these headers itself. */
const statusOf = ({ method, path }: Operation, headers: Readonly<Record<string, string>>, body = '') =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end(body);
  });

test.each([
  ['a host name that was bound anew', { host: 'evil.test', authorization: 'Bearer t' }],
  ['the origin of another site', { origin: 'https://evil.test', authorization: 'Bearer t' }],
  ['the origin of a sandboxed page', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
])('every route refuses %s, with the token too', async (_, headers) => {
  const wrong: string[] = [];
  for (const operation of await operations()) {
    const status = await statusOf(operation, headers);
    if (status !== 403) wrong.push(`${operation.what}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

test('every route that acts refuses what other sites, and programs without the token, can send', async () => {
  const wrong: string[] = [];
  for (const operation of (await operations()).filter(({ acts }) => acts))
    for (const site of ['cross-site', 'same-site', 'same-origin', 'none', ''])
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/json']) {
        const headers = { 'content-type': type, ...(site !== '' && { 'sec-fetch-site': site }) };
        const status = await statusOf(
          operation,
          headers,
          operation.method === 'POST' || operation.method === 'PUT' ? '{}' : '',
        );
        if (status !== 401) wrong.push(`${operation.what} from ${site} as ${type}: ${status}`);
      }
  expect(wrong).toEqual([]);
});

test('whatever is no question acts, and needs the token', async () => {
  const open = (await operations()).filter(({ method, acts }) => method !== 'GET' && !acts);
  expect(open.map(({ what }) => what).sort()).toEqual(READING);
});

test('no more harvests wait than the server lets, and those that were stopped make room', async () => {
  const body = JSON.stringify({ domains: ['book'], web: 'practice:sites=12', maxPages: 3, submit: false });
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  const post = (path: string) => fetch(`${server.url}${path}`, { method: 'POST', headers, body });
  const statuses: number[] = [];
  for (let i = 0; i < 22; i++) statuses.push((await post('/api/runs')).status);
  expect(statuses.filter((status) => status === 202).length).toBeGreaterThanOrEqual(20);
  expect(statuses.at(-1)).toBe(429);
  const { items } = (await (await fetch(`${server.url}/api/jobs`)).json()) as { items: { id: number }[] };
  for (const { id } of items.toReversed()) expect((await post(`/api/jobs/${id}/stop`)).status).toBe(202);
  expect((await post('/api/runs')).status).toBe(202);
}, 60_000);

test('an export in the terminal holds no cell that a spreadsheet would run', async () => {
  const own = join(folder, 'own');
  const formulas = ['=HYPERLINK("http://evil.test","x")', '+1', '-1+1|cmd', '@SUM(1)', '\t=1', '\r=1'];
  const store = await openStore(own, { mode: 'write' });
  const run = {
    started_at: 1,
    updated_at: 2,
    options: '{}',
    status: 'complete',
    domains: '["book"]',
  } as const;
  await store.transaction(async ({ runs, records }) => {
    await runs.insert({ ...run, web: 'live', strategy: 'two-stage' });
    await records.add(
      formulas.map((title, i) => ({
        ...{ run_id: 1, site: 'a.test', key: String(i), form_id: 'f', submission: 'q', title, url: null },
        ...{ fields: JSON.stringify({ [title]: title }), text: title },
      })),
    );
  });
  await store.close();
  const out = join(folder, 'records.csv');
  const { code, err } = await runHere([
    ...['export', 'records', '--format', 'csv', '--out', out, '--storage', own],
  ]);
  expect([code, err.includes('Error')]).toEqual([0, false]);
  const rows = parse(readFileSync(out, 'utf8')) as string[][];
  expect(rows).toHaveLength(1 + formulas.length);
  expect(rows.flat().filter((cell) => /^[=+@\t\r-]/.test(cell))).toEqual([]);
  expect(rows.flat()).toContain(`'${formulas[0]}`);
});
