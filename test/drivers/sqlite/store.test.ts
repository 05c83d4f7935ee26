import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBeingWritten, openStore, type SqliteStore } from '../../../src/drivers/sqlite/index.ts';
import { explained } from '../../../src/drivers/sqlite/store.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;
const open: SqliteStore[] = [];

beforeEach(async () => {
  folder = temporaryFolder('store-');
});

afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
  await chmod(folder, 0o755).catch(() => undefined);
});

async function opened(mode: 'read' | 'write', options = {}): Promise<SqliteStore> {
  const store = await openStore(folder, { mode, ...options });
  open.push(store);
  return store;
}

const RUN = {
  domains: '["book"]',
  web: 'practice',
  strategy: 'two-stage',
  options: '{}',
  status: 'running',
  started_at: 1,
  updated_at: 1,
} as const;

test('a second process that wants to write is told so, one that reads is served', async () => {
  const store = await opened('write');
  await store.db.insertInto('run').values(RUN).execute();
  await expect(opened('write')).rejects.toThrow(/another fieldfare process is writing/);
  const reader = await opened('read');
  expect(await reader.db.selectFrom('run').select('web').execute()).toEqual([{ web: 'practice' }]);
});

test('the lock is free again when the writer has closed', async () => {
  await (await openStore(folder, { mode: 'write' })).close();
  await expect(opened('write')).resolves.toBeDefined();
});

test('a store made by a newer version is refused with what to do', async () => {
  const store = await openStore(folder, { mode: 'write' });
  await store.db
    .insertInto('kysely_migration' as never)
    .values({ name: '9999-from-the-future', timestamp: '2030-01-01' } as never)
    .execute();
  await store.close();
  await expect(opened('write')).rejects.toThrow(
    /newer version of Fieldfare \(step 9999-from-the-future\); update/,
  );
  await expect(opened('read')).rejects.toThrow(/newer version/);
});

test('a file that is no database is named, not touched', async () => {
  await writeFile(
    join(folder, 'fieldfare.sqlite'),
    'this is a letter to my aunt, and it is long enough to be read as a header',
  );
  await expect(opened('write')).rejects.toThrow(/fieldfare\.sqlite is damaged or not a Fieldfare store/);
});

test('reading where there is no store says how to make one', async () => {
  await expect(opened('read')).rejects.toThrow(
    /there is no Fieldfare store .* run "fieldfare harvest" first/,
  );
});

test('a folder that is a file is refused in one line', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(openStore(file, { mode: 'write' })).rejects.toThrow(/cannot write to the storage folder/);
});

test('a full disk fails the transaction whole, in words, and what was committed stays', async () => {
  const store = await opened('write', { maxPageCount: 120 });
  await store.db.insertInto('run').values(RUN).execute();
  const fill = store.transaction(async (trx) => {
    for (let i = 0; i < 5_000; i++)
      await trx.db
        .insertInto('run')
        .values({ ...RUN, options: 'x'.repeat(500) })
        .execute();
  });
  const error = await fill.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(explained(error, 'the store').message).toMatch(/the disk is full .* --resume/);
  const { count } = await store.db
    .selectFrom('run')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
});

test('a store that could not be made whole is made when there is room', async () => {
  await expect(opened('write', { maxPageCount: 30 })).rejects.toThrow(/disk is full/);
  await expect(opened('read')).rejects.toThrow(/there is no Fieldfare store/);
  const store = await opened('write');
  await store.db.insertInto('run').values(RUN).execute();
});

test('whether somebody writes to a store can be seen beside it', async () => {
  const store = await openStore(folder, { mode: 'write' });
  expect(isBeingWritten(folder)).toBe(true);
  await store.close();
  expect(isBeingWritten(folder)).toBe(false);
});

test('transactions of one process follow one another', async () => {
  const store = await opened('write');
  const seen: string[] = [];
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      store.transaction(async (trx) => {
        seen.push(`${name}1`);
        await trx.db.insertInto('run').values(RUN).execute();
        seen.push(`${name}2`);
      }),
    ),
  );
  expect(seen).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
});

/** Commits in the write-ahead log: frames of its latest round that end one (the file format of SQLite, 4.1 and 4.2). */
async function commitsIn(log: string): Promise<number> {
  const bytes = await readFile(log);
  const frameBytes = 24 + bytes.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frameBytes <= bytes.length; at += frameBytes) {
    const isOfThisRound = bytes.compare(bytes, 16, 24, at + 8, at + 16) === 0;
    if (isOfThisRound && bytes.readUInt32BE(at + 4) !== 0) commits++;
  }
  return commits;
}

test('what comes close together is committed together', async () => {
  const store = await opened('write');
  const log = join(folder, 'fieldfare.sqlite-wal');
  const before = await commitsIn(log);
  await Promise.all(
    Array.from({ length: 20 }, () =>
      store.transaction(async (trx) => void (await trx.db.insertInto('run').values(RUN).execute())),
    ),
  );
  expect(await commitsIn(log)).toBe(before + 1);
});
