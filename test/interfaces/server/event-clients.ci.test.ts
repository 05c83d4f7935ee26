/** Many clients listen to a harvest, half of them without reading: memory is bounded, and who reads misses nothing. */

import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('event-clients-');
const CLIENTS = 40;
const stalled: Socket[] = [];
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ storage: join(folder, 'storage'), port: 0, host: '127.0.0.1', token: 't' });
});
afterAll(async () => {
  for (const socket of stalled) socket.destroy();
  await server.close();
});

/** Asks for the events and never reads what comes. */
function stall(): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  stalled.push(socket);
  socket.pause();
  return new Promise((resolve) => {
    socket.write(`GET /api/jobs/1/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`, () => resolve());
  });
}

interface Told {
  readonly id: number;
  readonly type: string;
}

async function allEvents(): Promise<Told[]> {
  const text = await (await fetch(`${server.url}/api/jobs/1/events`)).text();
  return [...text.matchAll(/^event: (.*)\n.*\nid: (\d+)$/gm)].map(([, type = '', id]) => ({
    id: Number(id),
    type,
  }));
}

test('a request whose headers do not come is given up after ten seconds', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /health HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Slow: `);
  const begun = performance.now();
  let answer = '';
  socket.on('data', (data) => {
    answer += String(data);
  });
  await new Promise((resolve) => socket.once('close', resolve));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - begun).toBeLessThan(40_000);
}, 60_000);

test('clients that read get every event once and in order, whatever the others do', async () => {
  await fetch(`${server.url}/api/runs`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: JSON.stringify({ domains: ['book'], web: 'practice:sites=12', maxPages: 60, submit: false }),
  });
  const before = process.memoryUsage().rss;
  await Promise.all(Array.from({ length: CLIENTS / 2 }, stall));
  const heard = await Promise.all(Array.from({ length: CLIENTS / 2 }, allEvents));
  const kept = (events: readonly Told[]) =>
    events.filter(({ type }) => type !== 'progress' && type !== 'asking');
  const [first = []] = heard.map(kept);
  expect(first.filter(({ type }) => type === 'page')).toHaveLength(60);
  expect(first.at(-1)?.type).toBe('end');
  for (const events of heard) {
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(kept(events)).toEqual(first);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
}, 180_000);
