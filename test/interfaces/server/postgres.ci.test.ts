/** A server whose store is kept in PostgreSQL: whether another process writes is asked of that store, not of the folder. */

import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import { startServer } from '../../../src/interfaces/server/index.ts';
import { serverOfTests } from '../../drivers/postgres/with-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const postgres = await serverOfTests();

if (postgres !== undefined)
  test('a harvest beside another writer of the database is told so, whatever folder that has', async () => {
    const folder = temporaryFolder('postgres-server-');
    const database = await postgres.emptyStore();
    vi.stubEnv('DATABASE_URL', database);
    const server = await startServer({
      storage: join(folder, 'one'),
      port: 0,
      host: '127.0.0.1',
      token: 't',
    });
    onTestFinished(async () => {
      await server.close();
      vi.unstubAllEnvs();
    });
    const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
    const start = async () => {
      const answer = await fetch(`${server.url}/api/runs`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ domains: ['book'], web: 'practice:sites=12', maxPages: 10, submit: false }),
      });
      return [answer.status, await answer.json()] as const;
    };
    const writer = await openPostgresStore(database, join(folder, 'other'), { mode: 'write' });
    const title = expect.stringMatching(new RegExp(`store: process ${process.pid}, since 2\\S+Z$`));
    expect(await start()).toMatchObject([409, { type: 'urn:fieldfare:store-busy', title }]);
    await writer.close();
    await expect.poll(async () => (await start())[0], { timeout: 10_000 }).toBe(202);
    await (await fetch(`${server.url}/api/jobs/1/events`)).text();
    const { items } = await (await fetch(`${server.url}/api/runs`)).json();
    expect(items).toMatchObject([{ id: 1, pages: 10 }]);

    // A correction is kept in the folder, and read with the rows of the database.
    const read = async (path: string) => (await fetch(`${server.url}/api/runs/1/forms${path}`)).json();
    const { formId, controls } = (await read('?is=type:search')).items[0];
    const { name: field, meaning: judged } = controls.find(({ type }: { type: string }) => type !== 'hidden');
    const kept = async (meaning: string | null) => {
      const body = JSON.stringify({ run: 1, field, meaning });
      const { ok } = await fetch(`${server.url}/api/labels/${formId}/fields`, {
        method: 'PUT',
        headers,
        body,
      });
      expect(ok).toBe(true);
      return (await read(`/${formId}`)).form.controls.find(({ name }: { name: string }) => name === field);
    };
    expect(await kept('none')).toMatchObject({ meaning: 'none', judged });
    expect(await kept(null)).toMatchObject({ meaning: judged });
  }, 180_000);
