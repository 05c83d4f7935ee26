import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { faultOf } from '../../../src/drivers/sqlite/fault.ts';
import { explained } from '../../../src/drivers/sqlite/store.ts';
import { WarcError } from '../../../src/foundation/warc/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

async function inFolder<T>(work: (folder: string) => T): Promise<Awaited<T>> {
  const folder = temporaryFolder('fault-');
  return await work(folder);
}

function errorOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

test('faults of SQLite are told by their codes', async () => {
  const faults = await inFolder(async (folder) => {
    const file = join(folder, 'a.sqlite');
    const writer = new DatabaseSync(file);
    writer.exec('create table t (x); pragma locking_mode = exclusive; begin exclusive');
    const other = new DatabaseSync(file, { timeout: 0 });
    const busy = errorOf(() => other.exec('select * from t'));
    other.close();
    writer.exec('commit');
    writer.close();
    const reader = new DatabaseSync(file, { readOnly: true });
    const readOnly = errorOf(() => reader.exec('insert into t values (1)'));
    reader.close();
    const small = new DatabaseSync(file);
    small.exec('pragma max_page_count = 3');
    const full = errorOf(() => small.exec('insert into t values (zeroblob(100000))'));
    const other2 = errorOf(() => small.exec('select full from t'));
    small.close();
    await writeFile(join(folder, 'b.sqlite'), 'no database at all '.repeat(100));
    const broken = new DatabaseSync(join(folder, 'b.sqlite'));
    const damaged = errorOf(() => broken.exec('select * from sqlite_master'));
    broken.close();
    const nowhere = errorOf(() => new DatabaseSync(join(folder, 'nowhere', 'x')));
    return [busy, readOnly, full, damaged, nowhere, other2].map(faultOf);
  });
  expect(faults).toEqual(['busy', 'read-only', 'full', 'damaged', 'read-only', undefined]);
});

test('words in a message make no fault', () => {
  const error = new Error('http://a.test/full/locked is malformed: permission denied');
  expect(explained(error, 'the store')).toBe(error);
});

test('an archive on a full disk is told as a full disk', () => {
  const cause = Object.assign(new Error('write'), { code: 'ENOSPC' });
  expect(explained(new WarcError('Cannot write x', { cause }), 'the store').message).toMatch(
    /^the disk is full \(the store\)/,
  );
});
