import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { openFolder } from '../../../src/foundation/object-storage/index.ts';
import { BUCKET, type S3Server, startS3Server, whyNoS3Server } from '../../s3-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from './run-cli.ts';

const missing = whyNoS3Server();
if (missing !== undefined) console.warn(`S3 tests are skipped: ${missing}`);

let dir: string;
let server: S3Server | undefined;
beforeEach(async () => {
  dir = temporaryFolder('export-');
  const store = await openStore(join(dir, 'storage'), { mode: 'write' });
  await store.transaction(async ({ runs, sites }) => {
    const run = { domains: '["book"]', web: 'practice', strategy: 'two-stage', options: '{}' };
    const run_id = await runs.insert({ ...run, status: 'complete', started_at: 0, updated_at: 0 });
    const site = { run_id, site: 'a.test', home_url: 'http://a.test/', seed: 1, state: 'exploring' as const };
    await sites.add([{ ...site, domain: 'book', similarity: null, reason_code: null, reason_detail: null }]);
  });
  await store.close();
});
afterEach(async () => {
  await server?.stop();
  for (const name of Object.keys(server?.env ?? {})) delete process.env[name];
  server = undefined;
});

const exported = (...more: string[]) =>
  runHere(['export', 'sites', '--runs', 'all', '--storage', join(dir, 'storage'), ...more]);
const namesIn = async (address: string) => {
  const names: string[] = [];
  for await (const { name } of openFolder(address).list()) names.push(name.replace(/[0-9a-f]{16}/, '…'));
  return names;
};
const NAMES = ['_manifest.json', 'domain=book/date=1970-01-01/part-00000-….parquet'];

test('a path that ends as a folder takes partitions', async () => {
  const out = `${join(dir, 'results')}/`;
  const { code, err } = await exported('--out', out);
  expect({ code, err }).toEqual({ code: 0, err: '1 rows in 1 parts: 1 written, 0 old ones deleted\n' });
  expect(await namesIn(out)).toEqual(NAMES);
});

test('a folder takes no other format, and nothing that is not an export', async () => {
  expect((await exported('--format', 'csv', '--out', dir)).err).toMatch(
    /is a folder, which takes partitioned Parquet/,
  );
  await writeFile(join(dir, 'mine'), '');
  expect((await exported('--out', dir)).err).toMatch(/nothing was changed, choose an empty folder/);
});

test.skipIf(missing !== undefined)(
  'a prefix of a bucket takes partitions, and its errors are one line',
  async () => {
    server = await startS3Server(join(dir, 's3'));
    Object.assign(process.env, server.env);
    const out = `s3://${BUCKET}/results`;
    expect(await exported('--out', out)).toMatchObject({ code: 0 });
    expect(await namesIn(out)).toEqual(NAMES);
    expect((await exported('--out', out)).err).toMatch(/: 0 written, 0 old/);
    const { code, err } = await exported('--out', 's3://nowhere/results');
    expect(code).not.toBe(0);
    expect(err.trim()).toMatch(/^[^\n]*no such bucket[^\n]*$/);
  },
);
