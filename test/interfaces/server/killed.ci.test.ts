import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runCli } from '../cli/run-cli.ts';

const folder = temporaryFolder('killed-server-');
const MAIN = join(import.meta.dirname, '../../../src/interfaces/cli/main.ts');
let server: RunningServer | undefined;
let child: ChildProcess | undefined;

afterAll(async () => {
  child?.kill('SIGKILL');
  await server?.close();
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

const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };

/** Serves in a process of its own, which has a run under way when this resolves. */
async function serving(storage: string): Promise<{ readonly url: string; kill(): Promise<void> }> {
  const serve = spawn(
    process.execPath,
    [MAIN, 'serve', '--port', '0', '--storage', storage, '--token', 't'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  child = serve;
  const url = (await firstLine(serve)).replace('Fieldfare listens on ', '');
  const body = JSON.stringify({ domains: ['book'], web: 'practice:sites=12', submit: false });
  await fetch(`${url}/api/runs`, { method: 'POST', headers, body });
  await untilEvent(`${url}/api/jobs/1/events`, 'page');
  const kill = async () => {
    serve.kill('SIGKILL');
    await new Promise((resolve) => serve.once('exit', resolve));
  };
  return { url, kill };
}

test('a run goes on at the next start of a server that was killed, and ends whole', async () => {
  const storage = join(folder, 'running');
  await (await serving(storage)).kill();
  server = await startServer({ storage, port: 0, host: '127.0.0.1' });
  expect(server.resumedRun).toBe(1);
  await (await fetch(`${server.url}/api/jobs/1/events`)).text();
  const { items } = await (await fetch(`${server.url}/api/runs`)).json();
  expect(items).toMatchObject([{ id: 1, status: 'complete' }]);
  await server.close();
  server = await startServer({ storage, port: 0, host: '127.0.0.1' });
  expect(await (await fetch(`${server.url}/api/jobs`)).json()).toEqual({ items: [] });
  expect(server.resumedRun).toBeUndefined();
}, 180_000);

test('a run that was paused when its server was killed is interrupted, and resumed by hand alone', async () => {
  const storage = join(folder, 'paused');
  const { url, kill } = await serving(storage);
  expect((await fetch(`${url}/api/runs/1/pause`, { method: 'POST', headers })).status).toBe(202);
  const statusAt = async (at: string) => (await (await fetch(`${at}/api/runs/1`)).json()).run.status;
  await expect.poll(() => statusAt(url), { timeout: 30_000 }).toBe('paused');
  await kill();
  const { out } = await runCli(['runs', '--json', '--storage', storage]);
  expect(JSON.parse(out)).toMatchObject({ id: 1, status: 'interrupted' });
  server = await startServer({ storage, port: 0, host: '127.0.0.1' });
  expect(await (await fetch(`${server.url}/api/jobs`)).json()).toEqual({ items: [] });
  expect(await statusAt(server.url)).toBe('interrupted');
  await server.close();
  server = undefined;
  const resumed = await runCli(['harvest', '--resume', '1', '--quiet', '--storage', storage]);
  expect(resumed.code).toBe(0);
  const { out: after } = await runCli(['runs', '--json', '--storage', storage]);
  expect(JSON.parse(after)).toMatchObject({ id: 1, status: 'complete' });
}, 180_000);
