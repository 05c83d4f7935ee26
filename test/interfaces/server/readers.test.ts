/** Reads in threads: what takes long, hangs or stalls there holds up nothing else. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdsStore } from '../../../src/drivers/open/index.ts';
import { Readers } from '../../../src/interfaces/server/reading/readers.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { makeLargeStore } from './large-store.ts';

const folder = temporaryFolder('readers-');
const storage = join(folder, 'storage');
const readers = new Readers({ storage, holdsStore });
const all = { run: 1, kind: 'records', range: {} } as const;

beforeAll(() => makeLargeStore(storage, { forms: 200, records: 4_000, sites: 10 }), 60_000);
afterAll(() => readers.close());

test('an export that nobody goes on with holds up neither lists nor other exports', async () => {
  const stalled = await readers.stream({ ...all, format: 'csv' });
  const first = await stalled.next();
  expect(first.done).toBe(false);
  expect((await readers.read('page', { ...all, limit: 5 })).items).toHaveLength(5);
  const pieces = await Array.fromAsync(await readers.stream({ ...all, format: 'jsonl' }));
  expect(pieces.length).toBeGreaterThan(1);
  expect(Buffer.concat(pieces).toString().trim().split('\n')).toHaveLength(4_000);
  await stalled.return(undefined);
}, 60_000);

test('so many exports are under way at once, and one that ends makes room', async () => {
  const open = await Promise.all(Array.from({ length: 20 }, () => readers.stream({ ...all, format: 'csv' })));
  await expect(readers.stream({ ...all, format: 'csv' })).rejects.toMatchObject({ code: 'too-many-exports' });
  for (const pieces of open) {
    await pieces.next();
    await pieces.return(undefined);
  }
  const another = await readers.stream({ ...all, format: 'csv' });
  for await (const _ of another);
}, 60_000);

test('a read that takes too long is ended with its thread, and another thread takes the next one', async () => {
  const hasty = new Readers({ storage, holdsStore, longMs: 1 });
  const ended = { httpStatus: 503, code: 'read-ended', message: expect.stringContaining('longer than 1 ms') };
  for (let i = 0; i < 2; i++) await expect(hasty.read('report', 1)).rejects.toMatchObject(ended);
  expect((await hasty.read('page', { ...all, limit: 1 })).items).toHaveLength(1);
  await hasty.close();
}, 60_000);

test('a long list is kept once, however many ask for it, and a run without so many records needs none', async () => {
  const things = { run: 1, kind: 'things' } as const;
  await Promise.all([readers.keep(things), readers.keep(things)]);
  // Things are made of the kept list of records.
  expect(readdirSync(join(storage, 'lists')).sort()).toEqual(['1-records.sqlite', '1-things.sqlite']);
  const page = { ...things, range: {}, limit: 50 };
  expect((await readers.list(page)).items).toHaveLength(50);
  const few = join(folder, 'few');
  await makeLargeStore(few, { forms: 20, records: 100, sites: 10 });
  const other = new Readers({ storage: few, holdsStore });
  expect((await other.list(page, true)).total).toBe(100);
  expect(existsSync(join(few, 'lists'))).toBe(false);
  await other.close();
}, 120_000);

test('what a read refuses reaches the caller with its code', async () => {
  await expect(readers.read('changes', { run: 1, since: undefined })).rejects.toMatchObject({
    httpStatus: 400,
  });
}, 60_000);

test('reads behind too many others are told to come later', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 220 }, () => readers.read('page', { ...all, limit: 1 })),
  );
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(20);
  expect(refused[0]).toMatchObject({ reason: { code: 'too-many-reads', httpStatus: 503 } });
}, 60_000);

test('before the first run there is nothing to read', async () => {
  const empty = new Readers({ storage: join(folder, 'none'), holdsStore });
  await expect(empty.read('runs', null)).rejects.toMatchObject({ httpStatus: 404 });
});
