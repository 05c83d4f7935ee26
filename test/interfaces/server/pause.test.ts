/** A job that is paused: what REST, events, MCP and the command line say of it. */

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from '../cli/run-cli.ts';

const folder = temporaryFolder('pause-');
const storage = join(folder, 'storage');
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ storage, port: 0, host: '127.0.0.1', token: 't' });
});
afterAll(() => server.close());

const ask = async (path: string) => (await fetch(`${server.url}${path}`)).json();
const act = async (path: string, body?: object) => {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer t',
      accept: 'application/json, text/event-stream',
      ...(body && { 'content-type': 'application/json' }),
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
const SOON = { timeout: 30_000 };

test('a run is paused, said to be so everywhere, stopped, resumed, and goes on', async () => {
  const options = { domains: ['book'], web: 'practice:sites=12', maxPages: 60, submit: false };
  const [, { id }] = await act('/api/runs', options);
  await expect.poll(async () => (await ask(`/api/jobs/${id}`)).runId, SOON).toBe(1);
  expect(await act('/api/runs/1/pause')).toMatchObject([202, { id, state: 'paused', runId: 1 }]);
  await expect.poll(statusOfRun, SOON).toBe('paused');
  expect(await act('/api/runs/1/pause')).toMatchObject([202, { state: 'paused' }]);
  expect(await byMcp(id)).toMatchObject({ state: 'paused' });
  const { out } = await runHere(['runs', '--json', '--storage', storage]);
  expect(JSON.parse(out)).toMatchObject({ id: 1, status: 'paused' });
  const raised = await act('/api/runs/1/resume', { maxPages: 70 });
  expect(raised).toMatchObject([409, { type: 'urn:fieldfare:under-way' }]);
  expect(await act('/api/runs/1/resume')).toMatchObject([202, { id, state: 'running' }]);
  await expect.poll(statusOfRun, SOON).not.toBe('paused');
  await act('/api/runs/1/pause');
  expect(await act(`/api/jobs/${id}/stop`)).toMatchObject([202, { state: 'stopping' }]);
  const events = await (await fetch(`${server.url}/api/jobs/${id}/events`)).text();
  expect([...events.matchAll(/^event: pause\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data!))).toEqual([
    { type: 'pause', runId: 1, paused: true },
    { type: 'pause', runId: 1, paused: false },
    { type: 'pause', runId: 1, paused: true },
  ]);
  expect(await statusOfRun()).toBe('interrupted');
  expect(await act('/api/runs/1/pause')).toMatchObject([409, { type: 'urn:fieldfare:not-under-way' }]);
  const [status, again] = await act('/api/runs/1/resume', {});
  expect([status, again.id]).toEqual([202, id + 1]);
  await (await fetch(`${server.url}/api/jobs/${again.id}/events`)).text();
  expect((await ask('/api/runs/1')).run).toMatchObject({ status: 'budget', pages: 60 });
}, 120_000);

test('a body that is no JSON is told so', async () => {
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/runs`, { method: 'POST', headers, body: '{' });
  expect([answer.status, (await answer.json()).type]).toEqual([400, 'urn:fieldfare:bad-request']);
});
