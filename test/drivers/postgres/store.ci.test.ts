import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { holdsStore, isBeingWritten, openStore } from '../../../src/drivers/open/index.ts';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import type { Executor } from '../../../src/drivers/sql/index.ts';
import { runProgram } from '../../../src/interfaces/cli/program.ts';
import { DiskError, StoreBusyError, StoreError } from '../../../src/storage/index.ts';
import { openPort } from '../../open-port.ts';
import { variantRow } from '../../storage/rows.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { serverOfTests } from './with-server.ts';

const server = await serverOfTests();
const folder = temporaryFolder('fieldfare-postgres-store-');

const failure = async (work: Promise<unknown>): Promise<Error & { readonly hint?: string }> => {
  const error = await work.then(
    () => undefined,
    (why: unknown) => why,
  );
  if (error instanceof Error) return error;
  throw new Error('it did not fail');
};
const opening = (url: string, mode: 'read' | 'write' = 'write') =>
  failure(openPostgresStore(url, folder, { mode }));

if (server !== undefined) {
  const open = async () => {
    const store = await openPostgresStore(await server.emptyStore(), folder, { mode: 'write' });
    onTestFinished(() => store.close());
    return store;
  };
  const link = (url: string) => ({
    ...{ site: 'a.test', host: 'a.test', url, anchor: '', around: '', parent: 0, kind: 'link' as const },
    ...{ depth: 1, hops: 0, score: 0 },
  });

  test('a batch of records reads the rows of its records, however many the site has, before statistics are there', async () => {
    const store = await open();
    await server.run(
      `insert into answer_record (run_id, site, key, form_id, submission, title, url, fields, text)
         select 1, 'a.test', 'http://a.test/' || i, 'f', 's', 't', null, '{}', '' from generate_series(1, 4000) i;
       insert into record_occurrence (run_id, site, key, form_id, submission)
         select 1, 'a.test', 'http://a.test/' || i, 'f', 's' from generate_series(1, 4000) i`,
      'ready',
    );
    // What a process has read is told about a second after its transaction, or later: until nothing more is told.
    const read = async (before = -1): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const text = `select idx_tup_fetch as rows from pg_stat_user_tables where relname = 'record_occurrence'`;
      const rows = Number((await server.run(text, 'ready'))[0]?.rows);
      return rows === before ? rows : read(rows);
    };
    const before = await read();
    let records = 0;
    for await (const { forms } of store.records.each(1)) {
      expect(forms).toEqual(['f']);
      if (++records === 1_000) break;
    }
    expect((await read()) - before).toBeLessThan(5_000);
  });

  test.each([
    ['mysql://me:secret@127.0.0.1/x'],
    ['postgres://me:secret@127.0.0.1:notaport/x'],
    ['postgres:// :secret'],
  ])('a wrong address (%s) is told without its password', async (url) => {
    const error = await opening(url);
    expect(error).toBeInstanceOf(StoreError);
    expect(error.hint).toContain('postgres://USER:PASSWORD@HOST:PORT/DATABASE');
    expect(`${error.message} ${JSON.stringify(error)}`).not.toContain('secret');
  });

  test('a server that is not there is told, with its host', async () => {
    const taken = createServer();
    const port = await openPort(taken);
    await new Promise((done) => taken.close(done));
    const error = await opening(`postgres://me:secret@127.0.0.1:${port}/x`);
    expect(error).toBeInstanceOf(StoreError);
    expect(error.message).toContain(`ECONNREFUSED (postgres://me@127.0.0.1:${port}/x)`);
    expect(error.message).not.toContain('secret');
  });

  test('a wrong password, a missing one and a missing database are told apart', async () => {
    await server.run(`create role locked login password 'right'`);
    const locked = server.url('postgres', 'locked');
    const wrong = await opening(locked.replace('locked@', 'locked:secret@'));
    expect(wrong.message).toContain('refuses user or password');
    expect(`${wrong.message} ${wrong.stack}`).not.toContain('secret');
    expect((await opening(locked)).message).toContain('cannot log in to PostgreSQL');
    expect((await opening(server.url('nowhere'))).message).toContain('has no such database');
  });

  test('a user that may not make tables is told, and what to grant', async () => {
    await server.run('create role reader login');
    await server.run('create database closed');
    await server.run('revoke create on schema public from public', 'closed');
    const error = await opening(server.url('closed', 'reader'));
    expect(error).toBeInstanceOf(StoreError);
    expect(error.message).toContain('lacks a right');
    expect(error.hint).toContain('GRANT CREATE');
  });

  test('a database of another encoding is refused', async () => {
    await server.run(`create database latin encoding 'LATIN1' locale 'C' template template0`);
    expect((await opening(server.url('latin'))).message).toContain('has the encoding LATIN1');
  });

  test('nothing is read where nothing was written, nor what a newer version wrote', async () => {
    await server.run('create database fresh');
    expect((await opening(server.url('fresh'), 'read')).message).toContain('there is no Fieldfare store');
    await (await openPostgresStore(server.url('fresh'), folder, { mode: 'write' })).close();
    await server.run(`insert into fieldfare_migration values ('9999-later', '')`, 'fresh');
    for (const mode of ['read', 'write'] as const)
      expect((await opening(server.url('fresh'), mode)).message).toContain('by a newer version');
  });

  test('one process writes; others read meanwhile', async () => {
    const store = await open();
    const url = await server.url('ready');
    expect(await opening(url)).toBeInstanceOf(StoreBusyError);
    // Another role sees no start of the process.
    const other = await opening(server.url('ready', 'reader'));
    expect(other).toBeInstanceOf(StoreBusyError);
    expect(other.message).toContain(`this store: process ${process.pid} (`);
    const reading = await openPostgresStore(url, folder, { mode: 'read' });
    await store.transaction((trx) => trx.links.insert(1, [link('http://a.test/1')]));
    expect(await reading.links.known({ runId: 1, urls: ['http://a.test/1'] })).toHaveLength(1);
    expect(await failure(reading.transaction(async () => undefined))).toBeInstanceOf(StoreError);
    await reading.close();
  });

  test('a holder on another machine is called so', async () => {
    const url = await server.emptyStore();
    const named = `${url}?application_name=${encodeURIComponent('fieldfare 7 harvest on elsewhere')}`;
    const store = await openPostgresStore(named, folder, { mode: 'write' });
    onTestFinished(() => store.close());
    expect((await opening(url)).message).toMatch(
      /: process 7 of another machine, "fieldfare harvest", since 2\S+Z \(/,
    );
  });

  test('a work that met another transaction is done anew, and not for ever', async () => {
    const store = await open();
    const colliding = (times: number) => {
      let tries = 0;
      const done = store.transaction(async (trx) => {
        await trx.links.insert(1, [link(`http://a.test/${times}`)]);
        if (tries++ < times)
          await (trx as unknown as Executor).run(
            `do $$ begin raise exception using errcode = '40P01'; end $$`,
            [],
          );
        return tries;
      });
      return done;
    };
    expect(await colliding(2)).toBe(3);
    expect(await store.links.known({ runId: 1, urls: ['http://a.test/2'] })).toHaveLength(1);
    expect(await failure(colliding(99))).toMatchObject({ code: '40P01' });
    expect(await store.links.known({ runId: 1, urls: ['http://a.test/99'] })).toEqual([]);
  });

  test('a failed statement that is caught does not commit the rest in silence', async () => {
    const store = await open();
    const work = store.transaction(async (trx) => {
      await trx.links.insert(1, [link('http://a.test/1')]);
      await failure(trx.elements.replace([], [{ element_id: 1 } as never]));
    });
    await expect(work).rejects.toThrow();
    expect(await store.links.known({ runId: 1, urls: ['http://a.test/1'] })).toEqual([]);
  });

  test('a full disk of the server is told as such', async () => {
    const store = await open();
    const error = await failure(
      store.transaction((trx) =>
        Promise.resolve(
          (trx as unknown as Executor).run(`do $$ begin raise exception using errcode = '53100'; end $$`, []),
        ),
      ),
    );
    expect(store.explain(error)).toBeInstanceOf(DiskError);
    expect(store.explain(error).message).toContain('PostgreSQL server is full');
  });

  test('what lost its connection writes no more, says so, and what was acknowledged is there', async () => {
    const store = await open();
    await store.transaction((trx) => trx.links.insert(1, [link('http://a.test/1')]));
    await server.restart();
    const error = await failure(store.transaction((trx) => trx.links.insert(1, [link('http://a.test/2')])));
    expect(store.explain(error)).toBeInstanceOf(StoreError);
    expect(store.explain(error).message).toContain('the connection to PostgreSQL was lost');
    await failure(store.transaction((trx) => trx.links.insert(1, [link('http://a.test/3')])));
    const again = await openPostgresStore(server.url('ready'), folder, { mode: 'read' });
    expect(
      await again.links.known({ runId: 1, urls: [1, 2, 3].map((i) => `http://a.test/${i}`) }),
    ).toHaveLength(1);
    await again.close();
  });

  test('rows that name their site by a form carry its key, too', async () => {
    const store = await open();
    await store.transaction(async ({ forms }) => {
      await forms.insert([{ run_id: 1, form_id: 'f', site: 'a.test' }]);
      await forms.insertVariants('a.test', [variantRow('f', 'v', 2)]);
      await forms.insertSightings('a.test', [{ run_id: 1, form_id: 'f', page_id: 1, variant: 'v' }]);
    });
    for (const table of ['form_variant', 'control', 'sighting'])
      expect(await server.run(`select distinct site_key from ${table}`, 'ready')).toEqual([
        { site_key: 'a.test' },
      ]);
    expect(Object.keys((await store.forms.variants(1, ['v']))[0] ?? {})).not.toContain('site_key');
  });

  test('the environment names the store, and --store does', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('DATABASE_URL', undefined);
    expect(await holdsStore(folder)).toBe(false);
    expect(
      await runProgram(['runs', '--storage', folder, '--store', await server.emptyStore()]),
    ).toBeUndefined();
    expect(await holdsStore(folder)).toBe(true);
    expect(await isBeingWritten(folder)).toBe(false);
    const store = await openStore(folder, { mode: 'write' });
    expect(await isBeingWritten(folder)).toBe(true);
    expect(store.runFolder(1)).toMatch(/postgres-[0-9a-f]{8}\/runs\/1$/);
    await store.close();
  });
}
