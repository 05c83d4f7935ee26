import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, readFileSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import { startServer } from '../../../src/interfaces/server/index.ts';
import { type CliResult, runCli, startCli } from '../../interfaces/cli/run-cli.ts';
import { hangUp, openPort } from '../../open-port.ts';
import { BUCKET, startS3Server, whyNoS3Server } from '../../s3-server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { serverOfTests } from './with-server.ts';

const server = await serverOfTests();
const folder = temporaryFolder('bad-input-');

const LONG = 180_000;
const CRAWL = [
  ...['--web', 'practice:sites=12', '--strategy', 'breadth-first', '--render', 'never', '--no-submit'],
];
const HARVEST = ['harvest', 'book', ...CRAWL, '--max-depth', '1', '--storage', folder, '--quiet'];
const WORKER = ['worker', '--storage', folder, '--quiet'];

/** What is left on the disk of the server when the harvest begins. */
const ROOM = 1_500_000;

/** One line, that says what is wrong and what to do. */
function told({ code, err }: CliResult, ...words: readonly RegExp[]): number | null {
  const lines = err.trim().split('\n');
  expect(lines).toHaveLength(1);
  for (const word of words) expect(lines[0]).toMatch(word);
  return code;
}

/** A server that lets everybody in, and answers every question with the version and the encoding of an old one. */
async function oldServer(): Promise<number> {
  const message = (letter: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(5);
    head.write(letter, 0, 'latin1');
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
  const int32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 255]);
  const text = (value: string) => Buffer.from(`${value}\0`);
  const ready = message('Z', Buffer.from('I'));
  const row = { version: '130014', encoding: 'UTF8', schema: 'public' };
  const column = (name: string) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(65_535), int32(0), int16(0)]);
  const value = (of: string) => Buffer.concat([int32(of.length), Buffer.from(of)]);
  const answer = Buffer.concat([
    message('T', int16(3), ...Object.keys(row).map(column)),
    message('D', int16(3), ...Object.values(row).map(value)),
    message('C', text('SELECT 1')),
    ready,
  ]);
  const sockets = new Set<Socket>();
  const listening = createServer((socket) => {
    sockets.add(socket);
    let isIn = false;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (!isIn) socket.write(Buffer.concat([message('R', int32(0)), ready]));
      else if (data[0] === 'Q'.charCodeAt(0)) socket.write(answer);
      isIn = true;
    });
  });
  const port = await openPort(listening);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listening.close();
  });
  return port;
}

/** The way to an S3 server for a key that may list and read. @returns its address */
async function readOnly(endpoint: string): Promise<string> {
  const listening = createHttpServer((request, response) => {
    request.resume();
    const names = ['authorization', 'range', 'x-amz-content-sha256', 'x-amz-date'];
    const headers = names.map((name): [string, string] => [name, String(request.headers[name] ?? '')]);
    const forwarded = () =>
      fetch(`${endpoint}${request.url}`, { headers: headers.filter(([, value]) => value !== '') });
    const refused = new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 });
    void (request.method === 'GET' ? forwarded() : Promise.resolve(refused)).then(async (answer) => {
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  const port = await openPort(listening);
  onTestFinished(() => hangUp(listening));
  return `http://127.0.0.1:${port}`;
}

async function until(holds: () => Promise<boolean>, seconds: number): Promise<void> {
  for (const began = Date.now(); !(await holds()); await later(100))
    if (Date.now() - began > 1_000 * seconds) throw new Error(`not within ${seconds} s`);
}

test('an old server and a host that is not there are told by harvests and workers', async () => {
  const port = await oldServer();
  const old = { DATABASE_URL: `postgres://me@127.0.0.1:${port}/x` };
  expect(told(await runCli(HARVEST, old), /PostgreSQL 13 is too old/, /version 14 or newer/)).toBe(2);
  const nowhere = { DATABASE_URL: 'postgres://me@nowhere.invalid/x' };
  expect(told(await runCli(WORKER, nowhere), /no PostgreSQL server answers/, /check host and port/)).toBe(2);
}, 60_000);

if (server !== undefined) {
  test('a database that is read-only is told, with nothing written', async () => {
    await server.run('create database standby');
    await (await openPostgresStore(server.url('standby'), folder, { mode: 'write' })).close();
    await server.run('alter database standby set default_transaction_read_only = on');
    const env = { DATABASE_URL: server.url('standby') };
    const words = [/PostgreSQL writes nothing/, /primary server/];
    expect(told(await runCli(HARVEST, env), ...words)).toBe(2);
    expect(told(await runCli(WORKER, env), ...words)).toBe(2);
  }, 60_000);

  test('a server without a connection left is told', async () => {
    await server.run('create role narrow login superuser');
    await server.run('create database crowded owner narrow connection limit 0');
    await server.run('alter role narrow nosuperuser');
    const env = { DATABASE_URL: server.url('crowded', 'narrow') };
    expect(told(await runCli(WORKER, env), /no connection left/, /max_connections/)).toBe(2);
  }, 60_000);

  test('two servers on one store are told, whatever their folders', async () => {
    vi.stubEnv('DATABASE_URL', await server.emptyStore());
    onTestFinished(() => void vi.unstubAllEnvs());
    const at = (name: string) => startServer({ storage: join(folder, name), port: 0, host: '127.0.0.1' });
    const first = await at('first');
    const second = runCli(['serve', '--port', '0', '--storage', join(folder, 'second')]);
    expect(
      told(
        await second,
        /two servers on one store: another one is there: process \d+, since 2/,
        /another database/,
      ),
    ).toBe(2);
    await first.close();
    await (await at('second')).close();
  }, 60_000);

  test.skipIf(whyNoS3Server() !== undefined)(
    'a bucket that is not there is told before a run begins',
    async () => {
      const s3 = await startS3Server(await mkdtemp(join(folder, 's3-')));
      onTestFinished(() => s3.stop());
      const env = { ...s3.env, DATABASE_URL: await server.emptyStore() };
      const harvest = [...HARVEST, '--workers-only', '--archive', 's3://nowhere/harvests'];
      expect(told(await runCli(harvest, env), /nowhere/)).toBe(1);
      expect(await server.run('select id from run', 'ready')).toEqual([]);
    },
    60_000,
  );

  test.runIf(process.env.FIELDFARE_TEST_FULL && whyNoS3Server() === undefined)(
    'a worker that may not use the bucket of a run ends with one line, and another one loses nothing of it',
    async () => {
      const s3 = await startS3Server(await mkdtemp(join(folder, 's3-')));
      onTestFinished(() => s3.stop());
      const storage = await mkdtemp(join(folder, 'refused-'));
      const env = { ...s3.env, DATABASE_URL: await server.emptyStore() };
      // Longer than a segment lasts.
      const harvest = [...HARVEST.slice(0, -2), storage, '--quiet', '--delay', '2'];
      const begun = await runCli([...harvest, '--workers-only', '--archive', `s3://${BUCKET}/harvests`], env);
      expect(begun).toMatchObject({ code: 0, err: '' });
      const rows = async (sql: string) => server.run(sql, 'ready');
      const held = `select (select count(*)::int from site_queue where state = 'leased') as sites,
        (select leader from shared_run) as leader, (select count(*)::int from worker) as workers`;
      const worker = ['worker', '--storage', storage, '--quiet'];

      const keyless = { ...env, AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };
      expect(told(await runCli(worker, keyless), /AWS_ACCESS_KEY_ID/, /in the environment/)).toBe(1);
      // At once, and not when its leases end.
      expect(await rows(held)).toEqual([{ sites: 0, leader: null, workers: 0 }]);

      const unable = { ...env, AWS_ENDPOINT_URL: await readOnly(s3.env.AWS_ENDPOINT_URL ?? '') };
      const words = [/the key has no right to do that/, /segments wait on this disk, nothing is lost/];
      expect(told(await runCli(worker, unable), ...words)).toBe(1);
      expect(await rows(held)).toEqual([{ sites: 0, leader: null, workers: 0 }]);
      const spooled = () => globSync(join(storage, '**/spool/*'));
      expect(spooled().length).toBeGreaterThan(0);
      const kept = (await rows('select id from page')).length;
      expect(kept).toBeGreaterThan(0);

      const able = startCli(worker, env);
      await until(async () => (await rows('select phase from shared_run'))[0]?.phase === 'ended', 120);
      await until(async () => spooled().length === 0, 60);
      able.kill('SIGTERM');
      expect((await able.done).code).toBe(0);
      expect((await rows('select id from page')).length).toBeGreaterThanOrEqual(kept);
      expect(await rows('select status from run')).toEqual([{ status: 'complete' }]);
    },
    2 * LONG,
  );

  // A worker waits for its store for a minute.
  test.runIf(process.env.FIELDFARE_TEST_FULL)(
    'a database that is dropped ends its workers with one line, and the archive stays on their disks',
    async () => {
      await server.run('create database gone');
      const storage = await mkdtemp(join(folder, 'gone-'));
      const env = { DATABASE_URL: server.url('gone') };
      const harvest = ['harvest', 'book', ...CRAWL, '--delay', '0.2', '--storage', storage, '--quiet'];
      expect(await runCli([...harvest, '--workers-only'], env)).toMatchObject({ code: 0, err: '' });
      const worker = startCli(['worker', '--storage', storage, '--quiet'], env);
      onTestFinished(() => void worker.kill('SIGKILL'));
      let kept = 0;
      await until(async () => {
        kept = (await server.run('select id from page', 'gone')).length;
        return kept > 5;
      }, 60);
      await server.run('drop database gone with (force)');
      const ended = await worker.done;
      expect(told(ended, /PostgreSQL has no such database/, /make it with createdb/)).toBe(2);
      const archives = globSync(join(storage, '**/exchanges*.warc.gz')).map((path) =>
        gunzipSync(readFileSync(path)).toString('latin1'),
      );
      const responses = archives.join('').match(/^WARC-Type: (?:response|revisit)/gm) ?? [];
      expect(responses.length).toBeGreaterThanOrEqual(kept);
    },
    LONG,
  );

  // Fills a disk by harvesting, which takes its time.
  test.runIf(process.env.FIELDFARE_TEST_FULL)(
    'a disk of the server that is full ends a harvest, and --resume goes on when there is room',
    async (context) => {
      const space = temporaryFolder('bad-input-space-');
      const mount = (...how: readonly string[]) =>
        execFileSync('mount', [...how, space], { stdio: 'ignore' });
      try {
        mount('-t', 'tmpfs', '-o', 'size=100m,mode=777', 'tmpfs');
      } catch {
        context.skip('a file system of its own cannot be mounted here');
      }
      chmodSync(space, 0o777);
      onTestFinished(() => void execFileSync('umount', ['--lazy', space]));
      await server.giveFolder(space);
      await server.run(`create tablespace small location '${space}'`);
      await server.run('create database full_one tablespace small');
      const env = { DATABASE_URL: server.url('full_one') };
      const storage = join(folder, 'full');
      await (await openPostgresStore(env.DATABASE_URL, storage, { mode: 'share' })).close();
      await server.run('checkpoint');
      const { blocks, bavail, bsize } = statfsSync(space);
      mount('-o', `remount,size=${(blocks - bavail) * bsize + ROOM}`);
      const harvest = ['harvest', 'book', ...CRAWL, '--storage', storage, '--quiet'];
      const words = [/the disk of the PostgreSQL server is full/, /free some space/, /--resume/];
      expect(told(await runCli(harvest, env), ...words)).toBe(1);
      mount('-o', 'remount,size=200m');
      const resumed = await runCli(['harvest', '--resume', '1', '--storage', storage, '--quiet'], env);
      expect(resumed).toMatchObject({ code: 0, err: '' });
      const [run] = await server.run('select status from run', 'full_one');
      expect(run).toEqual({ status: 'complete' });
      await server.run('drop database full_one with (force)');
      await server.run('drop tablespace small');
    },
    LONG,
  );
}
