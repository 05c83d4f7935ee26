/** Schedules of a server: begun when they are due, kept over restarts, gone when deleted. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('schedules-');
const storage = join(folder, 'storage');
let server: RunningServer;

const start = async () => {
  server = await startServer({ storage, port: 0, host: '127.0.0.1', token: 't' });
};
beforeEach(start);
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string) => (await fetch(`${server.url}${path}`)).json();
const act = (path: string, method: string, body?: object) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
const options = { domains: ['book'], web: 'practice:sites=12', maxPages: 3, submit: false };

test('a schedule begins its harvest, and a restart neither begins it again nor forgets it', async () => {
  const added = await act('/api/schedules', 'POST', { everySeconds: 3_600, options });
  expect(added.status).toBe(201);
  await expect.poll(async () => (await ask('/api/jobs')).items, { timeout: 30_000 }).toHaveLength(1);
  await (await fetch(`${server.url}/api/jobs/1/events`)).text();
  await expect
    .poll(async () => (await ask('/api/schedules')).items, { timeout: 10_000 })
    .toMatchObject([
      { id: 1, everySeconds: 3_600, cron: null, options, job: null, dueAt: expect.any(String) },
    ]);
  const [{ dueAt }] = (await ask('/api/schedules')).items;
  expect(Date.parse(dueAt) - Date.now()).toBeGreaterThan(3_000_000);
  await server.close();
  await start();
  await expect.poll(async () => (await ask('/api/schedules')).items[0]?.dueAt).toBe(dueAt);
  expect(await ask('/api/jobs')).toEqual({ items: [] });
  expect(await ask('/api/runs')).toMatchObject({ items: [{ id: 1, pages: 3 }] });
  expect((await act('/api/schedules/1', 'DELETE')).status).toBe(204);
  expect((await act('/api/schedules', 'POST', { cron: '0 3 * * 1', options })).status).toBe(201);
  expect((await ask('/api/schedules')).items).toMatchObject([{ id: 2, cron: '0 3 * * 1' }]);
}, 120_000);

test('what is no time, or no harvest that a client may begin, is no schedule', async () => {
  for (const body of [
    { options },
    { everySeconds: 3_600, cron: '0 3 * * 1', options },
    { everySeconds: 5, options },
    { cron: 'every night', options },
    { everySeconds: 3_600, options: { ...options, maxPages: -1 } },
  ])
    expect((await act('/api/schedules', 'POST', body)).status).toBe(400);
  const files = { everySeconds: 3_600, options: { ...options, model: '/etc/passwd' } };
  expect((await act('/api/schedules', 'POST', files)).status).toBe(403);
  expect(await ask('/api/schedules')).toEqual({ items: [] });
});
