import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStore } from '../../src/drivers/open/index.ts';
import { LOCK, OF_SCHEMA } from '../../src/drivers/postgres/lock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { serverOfTests } from './postgres/with-server.ts';
import { earlierStore } from './sqlite/earlier-store.ts';

const folder = temporaryFolder('older-stores-');
beforeEach(() => void vi.stubEnv('DATABASE_URL', ''));
afterEach(() => void vi.unstubAllEnvs());

async function olderStore(name: string): Promise<string> {
  const storage = join(folder, name);
  await mkdir(storage);
  earlierStore(storage, '0021').close();
  return storage;
}

test('a store that an older version made is brought up to date by whatever opens it', async () => {
  const storage = await olderStore('read');
  const store = await openStore(storage, { mode: 'read' });
  expect(await store.runs.all()).toEqual([]);
  await store.close();
});

test('a store that names what versions before had is opened', async () => {
  const storage = join(folder, 'former');
  await mkdir(storage);
  await (await openStore(storage, { mode: 'write' })).close();
  const db = new DatabaseSync(join(storage, 'fieldfare.sqlite'));
  db.exec(`alter table link add column tags text not null default '';
    insert into kysely_migration values ('link.tags', '2026-11-28T00:00:00.000Z')`);
  db.close();
  const store = await openStore(storage, { mode: 'write' });
  expect(await store.runs.all()).toEqual([]);
  await store.close();
});

test('one that another process writes to is left alone, and why is told', async () => {
  const storage = await olderStore('busy');
  const writing = await openStore(storage, { mode: 'write' });
  const db = new DatabaseSync(join(storage, 'fieldfare.sqlite'));
  db.exec("delete from kysely_migration where name = 'page.relevancy'");
  db.close();
  await expect(openStore(storage, { mode: 'read' })).rejects.toThrow(
    /was made by an older version and cannot be brought up to date: another fieldfare process is writing/,
  );
  await writing.close();
});

const server = await serverOfTests();
if (server !== undefined)
  test.each(['read', 'share'] as const)('so is one in PostgreSQL, opened to %s', async (mode) => {
    vi.stubEnv('DATABASE_URL', await server.emptyStore());
    await server.run(
      `alter table page drop column relevancy; drop index page_site;
       delete from fieldfare_migration where name in ('page.relevancy', 'page_site')`,
      'ready',
    );
    const store = await openStore(folder, { mode });
    expect(await store.runs.all()).toEqual([]);
    await store.close();
    expect(await server.run(`select relevancy from page`, 'ready')).toEqual([]);
    expect(await server.run(`select 1 from pg_indexes where indexname = 'page_site'`, 'ready')).toHaveLength(
      1,
    );
  });

if (server !== undefined)
  test('a worker that waits for another one to make the tables works beside it', async () => {
    vi.stubEnv('DATABASE_URL', await server.emptyStore());
    const first = await openStore(folder, { mode: 'share' });
    await first.coordination?.workers.join({ id: 'w1', host: 'here', pid: 1, version: '1.0.0', sites: 16 });
    const [step] = await server.run(
      `delete from fieldfare_migration where name = (select max(name) from fieldfare_migration) returning *`,
      'ready',
    );
    const making = new pg.Client(server.url('ready'));
    await making.connect();
    await making.query(`select pg_advisory_lock($1, ${OF_SCHEMA})`, [LOCK]);
    const second = openStore(folder, { mode: 'share' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await making.query(`insert into fieldfare_migration (name, timestamp) values ($1, $2)`, [
      step?.name,
      step?.timestamp,
    ]);
    await making.end();
    await (await second).close();
    await first.close();
  });
