import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { collectProvenance } from '../../src/reports/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder('provenance-');

test('a run is cited by version, seeds, settings without secrets, and the hash of its archive', async () => {
  const store = await openStore(folder, { mode: 'write' });
  const runId = await store.transaction((trx) =>
    trx.runs.insert({
      domains: '["book"]',
      web: 'live',
      strategy: 'two-stage',
      options: JSON.stringify({
        seeds: ['https://shop.example/'],
        maxPages: 250,
        deny: ['a.example', 'b.example'],
        search: [],
        spotlight: 'http://me:secret@proxy.example:3128',
        headers: { Authorization: 'Bearer secret' },
        cookies: '/home/me/cookies.txt',
      }),
      status: 'complete',
      started_at: 1,
      updated_at: 2,
    }),
  );
  await mkdir(store.runFolder(runId), { recursive: true });
  await writeFile(join(store.runFolder(runId), 'exchanges.warc.gz'), 'abc');
  const provenance = await collectProvenance(store, runId);
  expect(provenance).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    seeds: ['https://shop.example/'],
    settings: [
      { name: 'maxPages', value: '250' },
      { name: 'deny', value: 'a.example, b.example' },
      { name: 'search', value: '–' },
      { name: 'spotlight', value: 'http://proxy.example:3128' },
    ],
    // The hash of "abc" that FIPS 180-4 publishes.
    archive: [
      {
        file: 'exchanges.warc.gz',
        bytes: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    ],
  });
  expect(JSON.stringify(provenance)).not.toMatch(/secret|cookies/);
  await store.close();
});
