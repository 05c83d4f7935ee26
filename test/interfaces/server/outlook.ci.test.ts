/** How far a run is, how long it takes yet and why: told alike by REST and the command line, and true. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { runHere } from '../cli/run-cli.ts';

const storage = mkdtempSync(join(tmpdir(), 'outlook-'));
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ storage, port: 0, host: '127.0.0.1', token: 't' });
});
afterAll(async () => {
  await server.close();
  rmSync(storage, { recursive: true, force: true });
});

const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
const ask = async (path: string) => (await fetch(`${server.url}${path}`)).json();
const act = async (path: string, body: object) =>
  (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
const outlook = async () => (await ask('/api/runs/1').catch(() => ({}))).crawl?.outlook;
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
  expect([leastMs < 1.3 * took, took < 1.5 * mostMs + 1_000]).toEqual([true, true]);
  expect(told.slow.map(({ code }: { code: string }) => code)).toEqual(['delay', 'one-host']);
  expect(out).toMatch(
    /\d+ % of the known pages read \(\d+ of \d+\); \S+ s left\n {2}slow: requests to \S+ are 0\.2 s apart/,
  );
  expect(await outlook()).toBeNull();
}, 120_000);
