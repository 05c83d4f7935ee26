/** A client that is generated from /openapi.json compiles under strict rules, starts a run, waits for it and reads its records. */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import openapiTypes, { type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const STRICT = [
  ...['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2024', '--module'],
  ...['nodenext', '--allowImportingTsExtensions'],
];
const run = promisify(execFile);

// Beside the packages of the project, which the client imports.
mkdirSync(join(ROOT, 'storage'), { recursive: true });
const folder = mkdtempSync(join(ROOT, 'storage', 'client-'));
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ storage: join(folder, 'store'), port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const CLIENT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

const [, , baseUrl, token] = process.argv;
const client = createClient<paths>({ baseUrl: baseUrl!, headers: { authorization: \`Bearer \${token}\` } });

const refused = await client.POST('/api/runs', { body: { maxPages: -1 } });
const wrong: string | undefined = refused.error?.wrong?.[0]?.field;

const begun = await client.POST('/api/runs', {
  body: { domains: ['book'], web: 'practice:sites=12', maxPages: 6, maxSubmissions: 4 },
});
let job: components['schemas']['Job'] | undefined = begun.data;
while (job !== undefined && job.state !== 'done' && job.state !== 'failed') {
  await new Promise((resolve) => setTimeout(resolve, 200));
  job = (await client.GET('/api/jobs/{id}', { params: { path: { id: job.id } } })).data;
}
const id = job?.runId ?? 0;
const kind = 'records' as const;
const { data: page } = await client.GET('/api/runs/{id}/{kind}', { params: { path: { id, kind }, query: { limit: 3 } } });
if (typeof page !== 'object') throw new Error('no list');
const next: string | null = page.next;
// @ts-expect-error There is no such route.
const none = client.GET('/api/nothing').catch(() => undefined);
// @ts-expect-error A job has a number.
const text = () => client.GET('/api/jobs/{id}', { params: { path: { id: 'one' } } });
process.stdout.write(JSON.stringify({ wrong, state: job?.state, records: page.items.length, next: typeof next }));
`;

test('types of the document compile, and the client that they make harvests', async () => {
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenAPI3;
  writeFileSync(join(folder, 'api.d.ts'), await openapiTypes(document));
  writeFileSync(join(folder, 'client.ts'), CLIENT);
  const compiled = await run(
    process.execPath,
    [TSC, ...STRICT, '--types', 'node', join(folder, 'client.ts')],
    {
      cwd: ROOT,
    },
  ).catch((error: { stdout: string }) => error);
  expect(compiled.stdout).toBe('');
  const { stdout } = await run(process.execPath, [join(folder, 'client.ts'), server.url, server.token]);
  expect(JSON.parse(stdout)).toEqual({ wrong: 'maxPages', state: 'done', records: 3, next: 'string' });
}, 180_000);
