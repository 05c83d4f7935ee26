/** A job that is paused: what REST, events, MCP and the command line say of it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { runHere } from '../cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'pause-'));
const storage = join(folder, 'storage');
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ storage, port: 0, host: '127.0.0.1', token: 't' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string) => (await fetch(`${server.url}${path}`)).json();
const act = async (path: string, body?: object) => {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer t',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return [answer.status, await answer.json()] as const;
};
const statusOfRun = async () => (await ask('/api/runs/1')).run.status;
const byMcp = async (job: number) => {
  const params = { name: 'harvest_status', arguments: { job } };
  const [, { result }] = await act('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return result.structuredContent;
};

test('a run is paused, said to be so everywhere, and goes on', async () => {
  const options = { domains: ['book'], web: 'practice:sites=12', maxPages: 60, submit: false };
  const [, { id }] = await act('/api/runs', options);
  await expect.poll(async () => (await ask(`/api/jobs/${id}`)).runId, { timeout: 30_000 }).toBe(1);
  expect(await act('/api/runs/1/pause')).toMatchObject([202, { id, state: 'paused', runId: 1 }]);
  await expect.poll(statusOfRun, { timeout: 20_000 }).toBe('paused');
  expect(await act('/api/runs/1/pause')).toMatchObject([202, { state: 'paused' }]);
  expect(await byMcp(id)).toMatchObject({ state: 'paused' });
  const { out } = await runHere(['runs', '--json', '--storage', storage]);
  expect(JSON.parse(out)).toMatchObject({ id: 1, status: 'paused' });
  expect(await act('/api/runs/1/resume', { maxPages: 70 })).toMatchObject([
    409,
    { type: 'urn:fieldfare:under-way' },
  ]);
  expect(await act('/api/runs/1/resume')).toMatchObject([202, { id, state: 'running' }]);
  const events = await (await fetch(`${server.url}/api/jobs/${id}/events`)).text();
  expect([...events.matchAll(/^event: pause\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data!))).toEqual([
    { type: 'pause', runId: 1, paused: true },
    { type: 'pause', runId: 1, paused: false },
  ]);
  expect(await ask('/api/runs')).toMatchObject({ items: [{ status: 'budget', pages: 60 }] });
  expect(await act('/api/runs/1/pause')).toMatchObject([409, { type: 'urn:fieldfare:not-under-way' }]);
}, 60_000);

test('a paused run is stopped, and resumed by a job of its own', async () => {
  const [, { id }] = await act('/api/runs', {
    ...{ domains: ['book'], web: 'practice:sites=12', maxPages: 30, submit: false },
  });
  await expect.poll(async () => (await ask(`/api/jobs/${id}`)).runId, { timeout: 30_000 }).toBe(2);
  await act('/api/runs/2/pause');
  expect(await act(`/api/jobs/${id}/stop`)).toMatchObject([202, { state: 'stopping' }]);
  await expect
    .poll(async () => (await ask('/api/runs/2')).run.status, { timeout: 20_000 })
    .toBe('interrupted');
  const [status, again] = await act('/api/runs/2/resume', {});
  expect(status).toBe(202);
  await (await fetch(`${server.url}/api/jobs/${again.id}/events`)).text();
  expect((await ask('/api/runs/2')).run).toMatchObject({ status: 'budget', pages: 30 });
}, 60_000);
