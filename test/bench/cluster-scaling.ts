import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../drivers/postgres/server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { postmasterOf } from './cluster-costs.ts';
import { optionsOf } from './cluster-options.ts';
import { familyCpuMs } from './tree-cpu.ts';

/** What a crawl did between two moments. */
interface Lap {
  readonly pages: number;
  readonly pagesPerSecond: number;
  /** CPU a page: of our processes, and of the server. */
  readonly oursMs: number;
  readonly serverMs: number;
  /** Of the machine, over the last minute. */
  readonly load: number;
}

interface PoliteLap extends Lap {
  readonly workers: number;
  /** Pages a second, divided by those of the first arm times the number of workers. */
  readonly ofLinear: number;
}

interface Waiting {
  readonly workers: number;
  readonly oursMs: number;
  readonly serverMs: number;
}

interface Scaling {
  readonly waiting: Waiting | undefined;
  readonly polite: readonly PoliteLap[];
  readonly politeSqlite: Lap | undefined;
  readonly staticPages: Lap | undefined;
  readonly staticSqlite: Lap | undefined;
}

/** Where a crawl is looked at from outside. */
interface Watched {
  pages(): number | Promise<number>;
  cpuMs(): number;
  serverCpuMs(): number;
}

interface Place {
  readonly server: PostgresServer;
  readonly postmaster: number;
  readonly folder: string;
  readonly port: number;
}

/** Of a worker at its defaults. */
const SITES = 16;
const PAGES = 3_000;
/** A worker that is alone takes more sites than its share: it has to have heard of the others. */
const HEARD_MS = 6_000;
const MAIN = fileURLToPath(new URL('../../src/interfaces/cli/main.ts', import.meta.url));
const CRAWL = [
  ...['--strategy', 'breadth-first', '--render', 'never', '--no-submit', '--allow-private', '--no-robots'],
];
const DEEP = ['--max-depth', '20', '--max-pages-per-site', String(PAGES + 1)];
const STATIC = ['--delay', '0', '--per-host', '16', '--max-pages', String(PAGES)];

/**
 * `npm run bench -- cluster-scaling --workers 1,2,4,8 --seconds 60 --rounds 3`: workers at their defaults (16 sites each, a request a
 * second each) and one SQLite process at the same pace; then pages of one site as fast as they come, by one worker and by SQLite.
 * Before, `--waiting` workers have nothing to do.
 */
export async function clusterScalingBench(json: boolean, given: readonly string[]): Promise<void> {
  const { text, number } = optionsOf(given);
  const seconds = number('seconds', 60);
  const numbers = text('workers', '1,2,4,8')
    .split(',')
    .filter((text) => text !== '')
    .map(Number);
  const rounds = number('rounds', 3);
  const server = await startPostgres();
  if (typeof server === 'string') throw new Error(server);
  const folder = temporaryFolder('cluster-scaling-');
  const web = fork(new URL('./pages-server.ts', import.meta.url), [String(PAGES), '0', '0.0.0.0'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const [{ port }] = (await once(web, 'message')) as [{ port: number }];
    const place = { server, postmaster: await postmasterOf(server), folder, port };
    const idle = number('waiting', 8);
    const waited = idle === 0 ? undefined : await waiting(place, idle, number('waiting-seconds', 30));
    if (waited !== undefined && !json)
      process.stdout.write(
        `${idle} workers wait: CPU of each in a second ${waited.oursMs.toFixed(2)} ms ours and ${waited.serverMs.toFixed(2)} ms of the server\n`,
      );
    const polite: PoliteLap[] = [];
    for (const workers of numbers) {
      const lap = await byWorkers(place, workers, SITES * workers, CRAWL, seconds);
      const [first = { ...lap, workers }] = polite;
      const ofLinear = lap.pagesPerSecond / ((first.pagesPerSecond * workers) / first.workers);
      polite.push({ ...lap, workers, ofLinear });
      if (!json) tell(`${workers} workers`, lap, `; ${ofLinear.toFixed(3)} of linear`);
    }
    const show = (name: string, lap: Lap) => {
      if (!json) tell(name, lap);
      return lap;
    };
    const politeSqlite =
      polite.length === 0
        ? undefined
        : show('SQLite at the same pace', await bySqlite(place, SITES, CRAWL, seconds));
    const fast = [...CRAWL, ...STATIC];
    const laps: (readonly [Lap, Lap])[] = [];
    for (let round = 0; round < rounds; round++)
      laps.push([
        show('one worker, one site, no delay', await byWorkers(place, 1, 1, fast)),
        show('SQLite, one site, no delay', await bySqlite(place, 1, fast)),
      ]);
    const result: Scaling = {
      waiting: waited,
      polite,
      politeSqlite,
      staticPages: median(laps.map(([worker]) => worker)),
      staticSqlite: median(laps.map(([, sqlite]) => sqlite)),
    };
    if (json) process.stdout.write(`${JSON.stringify({ clusterScaling: result })}\n`);
    else {
      tellRatio('static pages', result.staticPages, result.staticSqlite);
      tellRatio('a request a second and site', polite[0], politeSqlite);
    }
  } finally {
    web.disconnect();
    await server.stop();
  }
}

/** Workers that wait for runs. @returns CPU of each in a second, in milliseconds: of our process, and of the server for it */
async function waiting(place: Place, workers: number, seconds: number): Promise<Waiting> {
  return withWorkers(place, workers, async ({ running }) => {
    await later(HEARD_MS);
    const look = () => ({
      ours: running.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
      server: cpuOf(place.postmaster),
    });
    const before = look();
    await later(seconds * 1_000);
    const after = look();
    const each = workers * seconds;
    return {
      workers,
      oursMs: (after.ours - before.ours) / each,
      serverMs: (after.server - before.server) / each,
    };
  });
}

/** By workers that know of each other before there is anything to do. @param seconds none: the middle of the crawl */
function byWorkers(
  place: Place,
  workers: number,
  sites: number,
  crawl: readonly string[],
  seconds?: number,
): Promise<Lap> {
  const { folder, port, postmaster } = place;
  return withWorkers(place, workers, async ({ running, numberOf, env, storage }) => {
    if (workers > 1) await later(HEARD_MS);
    const seeds = await seedsFile(folder, port, sites);
    const begin = start(
      ['harvest', 'product', '--seeds', seeds, ...crawl, ...DEEP, '--workers-only', '--storage', storage],
      env,
    );
    await said(begin, 'run 1');
    await once(begin, 'exit');
    const watched: Watched = {
      pages: () => numberOf('page'),
      cpuMs: () => running.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
      serverCpuMs: () => cpuOf(postmaster),
    };
    if (seconds === undefined) return middle(watched);
    while ((await numberOf(`site_queue where state = 'leased'`)) < sites) await later(200);
    return steady(watched, seconds, sites);
  });
}

interface Workers {
  readonly running: readonly ChildProcess[];
  readonly env: NodeJS.ProcessEnv;
  readonly storage: string;
  /** Rows of a table in their database. */
  numberOf(table: string): Promise<number>;
}

/** Starts workers on a database of their own, and ends them. */
async function withWorkers<T>(
  { server, folder }: Place,
  workers: number,
  work: (of: Workers) => Promise<T>,
): Promise<T> {
  const database = `scaling_${Date.now()}`;
  await server.run(`create database ${database}`);
  const env = { ...process.env, DATABASE_URL: server.url(database) };
  const storage = await mkdtemp(join(folder, 'storage-'));
  const running = Array.from({ length: workers }, () => start(['worker', '--storage', storage], env));
  const client = new pg.Client(server.url(database));
  const numberOf = async (text: string): Promise<number> =>
    Number((await client.query<{ n: string }>(`select count(*) as n from ${text}`)).rows[0]?.n);
  try {
    await Promise.all(running.map((worker) => said(worker, 'is ready')));
    await client.connect();
    return await work({ running, env, storage, numberOf });
  } finally {
    const ended = running.map(({ pid, exitCode, signalCode }, i) => {
      if (pid === undefined || exitCode !== null || signalCode !== null) return undefined;
      running[i]?.kill('SIGKILL');
      return once(running[i] as ChildProcess, 'exit');
    });
    await Promise.all(ended);
    await client.end();
    await server.run(`drop database ${database} with (force)`);
  }
}

/** By one process with a store in a folder. @param seconds none: the middle of the crawl */
async function bySqlite(
  { folder, port }: Place,
  sites: number,
  crawl: readonly string[],
  seconds?: number,
): Promise<Lap> {
  const storage = await mkdtemp(join(folder, 'storage-'));
  const env = { ...process.env };
  delete env.DATABASE_URL;
  const seeds = await seedsFile(folder, port, sites);
  const harvest = start(
    ['harvest', 'product', '--seeds', seeds, ...crawl, ...DEEP, '--storage', storage, '--quiet'],
    env,
  );
  const pages = () => {
    try {
      const db = new DatabaseSync(join(storage, 'fieldfare.sqlite'), { readOnly: true });
      const row = db.prepare('select count(*) as n from page').get() as { readonly n: number };
      db.close();
      return row.n;
    } catch {
      // There is no table yet.
      return 0;
    }
  };
  const watched: Watched = { pages, cpuMs: () => cpuOf(harvest.pid), serverCpuMs: () => 0 };
  try {
    return await (seconds === undefined ? middle(watched) : steady(watched, seconds, sites));
  } finally {
    harvest.kill('SIGKILL');
    if (harvest.exitCode === null && harvest.signalCode === null) await once(harvest, 'exit');
  }
}

/** A window of so many seconds, once each site has given some pages. */
async function steady(watched: Watched, seconds: number, sites: number): Promise<Lap> {
  while ((await watched.pages()) < 4 * sites) await later(200);
  return lapOf(watched, () => later(seconds * 1_000));
}

/** From the first tenth of the pages to nine tenths: neither loading nor ending is measured. */
async function middle(watched: Watched): Promise<Lap> {
  while ((await watched.pages()) < PAGES / 10) await later(50);
  return lapOf(watched, async () => {
    while ((await watched.pages()) < (PAGES * 9) / 10) await later(100);
  });
}

async function lapOf(watched: Watched, until: () => Promise<unknown>): Promise<Lap> {
  const look = async () => ({
    at: performance.now(),
    cpuMs: watched.cpuMs(),
    serverCpuMs: watched.serverCpuMs(),
    pages: await watched.pages(),
  });
  const before = await look();
  await until();
  const after = await look();
  const pages = after.pages - before.pages;
  return {
    pages,
    pagesPerSecond: (pages * 1_000) / (after.at - before.at),
    oursMs: (after.cpuMs - before.cpuMs) / pages,
    serverMs: (after.serverCpuMs - before.serverCpuMs) / pages,
    load: loadavg()[0] ?? Number.NaN,
  };
}

const cpuOf = (pid: number | undefined): number => (pid && familyCpuMs(pid)) ?? Number.NaN;

async function seedsFile(folder: string, port: number, sites: number): Promise<string> {
  const file = join(folder, `seeds-${sites}.txt`);
  const urls = Array.from({ length: sites }, (_, i) => `http://127.1.${i >> 7}.${(i & 127) + 1}:${port}/\n`);
  await writeFile(file, urls.join(''));
  return file;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const node = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [];
  const all = ['--disable-warning=ExperimentalWarning', ...node, MAIN, ...args];
  return spawn(process.execPath, all, { env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Resolves when a process has said something on its error output. @throws what it said, where it has ended before */
async function said(child: ChildProcess, text: string): Promise<void> {
  let err = '';
  await new Promise<void>((done, fail) => {
    child.stderr?.on('data', (chunk) => {
      err += chunk;
      if (err.includes(text)) done();
    });
    child.once('exit', () => fail(new Error(err)));
  });
}

function median(laps: readonly Lap[]): Lap | undefined {
  return laps.toSorted((a, b) => cpuMs(a) - cpuMs(b))[laps.length >> 1];
}

const cpuMs = ({ oursMs, serverMs }: Lap): number => oursMs + serverMs;

function tellRatio(what: string, worker: Lap | undefined, sqlite: Lap | undefined): void {
  if (worker === undefined || sqlite === undefined) return;
  const ratio = (cpuMs(worker) / cpuMs(sqlite)).toFixed(2);
  process.stdout.write(`CPU a page of one worker, server included, is ${ratio} × SQLite's (${what})\n`);
}

function tell(name: string, lap: Lap, more = ''): void {
  const { pages, pagesPerSecond, oursMs, serverMs, load } = lap;
  process.stdout.write(
    `${name}: ${pagesPerSecond.toFixed(1)} pages/s of ${pages} pages, CPU a page ${oursMs.toFixed(2)} ms ours and ${serverMs.toFixed(2)} ms of the server${more} (load ${load.toFixed(1)})\n`,
  );
}
