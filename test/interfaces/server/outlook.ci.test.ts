/** How far a run is, how long it takes yet and why: told alike by REST and the command line, and true. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from '../cli/run-cli.ts';

const storage = temporaryFolder('outlook-');
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ storage, port: 0, host: '127.0.0.1', token: 't' });
});
afterAll(() => server.close());

const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
const ask = async (path: string) => (await fetch(`${server.url}${path}`)).json();
const act = async (path: string, body: object) =>
  (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
const outlook = async (run = 1) => (await ask(`/api/runs/${run}`).catch(() => ({}))).crawl?.outlook;
const SOON = { timeout: 60_000, interval: 100 };

test('a slow run says how much of it is done, when it ends, and that it waits for one host', async () => {
  const options = { domains: ['book'], web: 'practice:sites=12', strategy: 'breadth-first' };
  const more = { delayMs: 200, maxSites: 1, maxPages: 40, submit: false, render: 'never', robots: false };
  const { id } = await act('/api/runs', { ...options, ...more });
  await expect.poll(async () => (await outlook())?.done ?? 0, SOON).toBeGreaterThan(12);
  const asked = performance.now();
  const told = await outlook();
  const { out } = await runHere(['status', '--storage', storage]);
  await (await fetch(`${server.url}/api/jobs/${id}/events`)).text();
  const took = performance.now() - asked;
  expect(told).toMatchObject({ stage: 'exploring' });
  expect(told.done + told.left).toBeLessThanOrEqual(40);
  expect(told.share).toBeCloseTo(told.done / (told.done + told.left), 6);
  const { leastMs, mostMs } = told.timeLeft;
  expect(leastMs).toBeGreaterThanOrEqual(told.left * 100);
  // Wide, for a machine that is busy for a while.
  expect([leastMs < 3 * took, took < 3 * mostMs + 5_000]).toEqual([true, true]);
  expect(told.slow.map(({ code }: { code: string }) => code)).toEqual(['delay', 'one-host']);
  expect(out).toMatch(
    /\d+ % of the known pages read \(\d+ of \d+\); .+ left\n {2}slow: requests to \S+ are \d\.\d s apart/,
  );
  expect(await outlook()).toBeNull();
}, 120_000);

test('querying is counted by forms, and its records each once', async () => {
  const options = { domains: ['book'], web: 'practice:sites=12', strategy: 'breadth-first', delayMs: 20 };
  const { id } = await act('/api/runs', { ...options, maxPages: 60, render: 'never', robots: false });
  await expect.poll(async () => (await outlook(2))?.stage, SOON).toBe('querying');
  await expect.poll(async () => (await outlook(2))?.timeLeft?.mostMs, SOON).toBeGreaterThan(0);
  const { done, left, share } = await outlook(2);
  expect(done + left).toBeGreaterThan(0);
  expect(share).toBeCloseTo(done / (done + left), 6);
  const events = await (await fetch(`${server.url}/api/jobs/${id}/events`)).text();
  const counts = [...events.matchAll(/^event: asking\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data!));
  const { run } = await ask('/api/runs/2');
  expect(run.records).toBeGreaterThan(50);
  // What came within the last half second is not counted any more.
  const last = counts.at(-1).records;
  expect([last <= run.records, last > 0.8 * run.records]).toEqual([true, true]);
}, 180_000);
