/**
 * A harvest of the practice web by a server with 200 clients that listen to its events, half of them without reading, and with
 * none, in turns: pages a second of each, the ratio, and memory.
 *
 *     npm run bench -- server-events                         three rounds of 200 clients
 *     npm run bench -- server-events --rounds 1 --pages 60
 */

import { Worker } from 'node:worker_threads';
import { type RunningServer, startServer } from '../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const CLIENTS = 200;

interface Turn {
  readonly pagesPerSecond: number;
  readonly residentMb: number;
}

interface Size {
  readonly clients: number;
  readonly pages: number;
}

/** Clients stand in a thread of their own: on machines of a user they are other processes. */
const LISTENERS = `
const { connect } = require('node:net');
const { parentPort, workerData: { hostname, port, clients } } = require('node:worker_threads');
for (let i = 0; i < clients; i++) {
  const socket = connect(port, hostname);
  socket.on('error', () => undefined);
  if (i % 2 === 0) socket.pause(); else socket.resume();
  socket.write('GET /api/jobs/1/events HTTP/1.1\\r\\nHost: ' + hostname + ':' + port + '\\r\\n\\r\\n');
}
parentPort.postMessage('listening');
`;

async function listen({ url }: RunningServer, clients: number): Promise<Worker> {
  const { hostname, port } = new URL(url);
  const worker = new Worker(LISTENERS, { eval: true, workerData: { hostname, port: Number(port), clients } });
  await new Promise((resolve) => worker.once('message', resolve));
  return worker;
}

async function turn({ clients, pages }: Size): Promise<Turn> {
  const folder = temporaryFolder('server-events-');
  const server = await startServer({ storage: folder, port: 0, host: '127.0.0.1', token: 't' });
  let listeners: Worker | undefined;
  try {
    const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
    const body = JSON.stringify({
      domains: ['book'],
      web: 'practice',
      maxPages: pages,
      submit: false,
      render: 'never',
    });
    await fetch(`${server.url}/api/runs`, { method: 'POST', headers, body });
    if (clients > 0) listeners = await listen(server, clients);
    // The server's own clock of the run: set-up and clients that connect do not count.
    const text = await (await fetch(`${server.url}/api/jobs/1/events`)).text();
    const [, data = '{}'] = /^event: end\ndata: (.*)$/m.exec(text) ?? [];
    const { progress } = JSON.parse(data) as { progress: { pages: number; activeMs: number } };
    const residentMb = Math.round(process.memoryUsage.rss() / 1e6);
    return { pagesPerSecond: (progress.pages * 1_000) / progress.activeMs, residentMb };
  } finally {
    await listeners?.terminate();
    await server.close();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export async function serverEventsBench(json: boolean, rounds = 3, pages = 400): Promise<void> {
  // The first harvest of a process loads what all share.
  await turn({ clients: 0, pages: 10 });
  const [alone, watched]: [Turn[], Turn[]] = [[], []];
  for (let i = 0; i < rounds; i++) {
    const first = i % 2 === 0;
    for (const clients of first ? [0, CLIENTS] : [CLIENTS, 0])
      (clients === 0 ? alone : watched).push(await turn({ clients, pages }));
  }
  const speed = (turns: readonly Turn[]) =>
    Math.round(median(turns.map((one) => one.pagesPerSecond)) * 10) / 10;
  const [without, withClients] = [speed(alone), speed(watched)];
  const ratio = Math.round((100 * withClients) / without) / 100;
  const residentMb = Math.max(...watched.map((one) => one.residentMb));
  const result = {
    bench: 'server-events',
    clients: CLIENTS,
    rounds,
    pages,
    without,
    with: withClients,
    ratio,
    residentMb,
  };
  process.stdout.write(`${JSON.stringify(result, null, json ? 0 : 2)}\n`);
}
