import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'killed-server-'));
const storage = join(folder, 'storage');
const MAIN = join(import.meta.dirname, '../../../src/interfaces/cli/main.ts');
let server: RunningServer | undefined;
let child: ChildProcess | undefined;

afterAll(async () => {
  child?.kill('SIGKILL');
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('no output');
  for await (const line of createInterface(stdout)) return line;
  throw new Error('it ended without a word');
}

/** The first event of a type that a job tells. */
async function untilEvent(url: string, type: string): Promise<void> {
  const { body } = await fetch(url);
  let text = '';
  for await (const part of body ?? []) {
    text += Buffer.from(part).toString();
    if (text.includes(`event: ${type}\n`)) return;
  }
  throw new Error(`no ${type}: ${text}`);
}

test('a run goes on at the next start of a server that was killed, and ends whole', async () => {
  child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', '--storage', storage, '--token', 't'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = (await firstLine(child)).replace('Fieldfare listens on ', '');
  const body = JSON.stringify({ domains: ['book'], web: 'practice:sites=12', submit: false });
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  await fetch(`${url}/api/runs`, { method: 'POST', headers, body });
  await untilEvent(`${url}/api/jobs/1/events`, 'page');
  child.kill('SIGKILL');
  await new Promise((resolve) => child?.once('exit', resolve));
  server = await startServer({ storage, port: 0, host: '127.0.0.1' });
  await (await fetch(`${server.url}/api/jobs/1/events`)).text();
  const { items } = await (await fetch(`${server.url}/api/runs`)).json();
  expect(items).toMatchObject([{ id: 1, status: 'complete' }]);
  await server.close();
  server = await startServer({ storage, port: 0, host: '127.0.0.1' });
  expect(await (await fetch(`${server.url}/api/jobs`)).json()).toEqual({ items: [] });
}, 180_000);
