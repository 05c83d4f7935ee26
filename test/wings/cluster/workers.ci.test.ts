import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../src/drivers/open/index.ts';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import { openStore as openSqliteStore } from '../../../src/drivers/sqlite/index.ts';
import type { ExportKind } from '../../../src/library/index.ts';
import { exportLines } from '../../../src/reports/index.ts';
import type { Store } from '../../../src/storage/index.ts';
import { Worker } from '../../../src/wings/cluster/worker.ts';
import { links, page, SEARCH } from '../../crawl/run/small-web.ts';
import { serverOfTests } from '../../drivers/postgres/with-server.ts';
import { type RunningCli, runCli, startCli } from '../../interfaces/cli/run-cli.ts';
import { hangUp, openPort } from '../../open-port.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const server = await serverOfTests();
const folder = temporaryFolder('workers-');

const WEB = ['--web', 'practice:sites=12', '--strategy', 'breadth-first', '--render', 'never'];
const CRAWL = [...WEB, '--max-depth', '1', '--no-submit'];
const CRAWLED = ['forms', 'pages', 'sites'] as const;
/** A page is under way for longer than that, or a worker holds its sites no more. */
const LEASE = '4';
const LONG = 400_000;

async function exportsOf(store: Store, kinds: readonly ExportKind[]): Promise<string> {
  let all = '';
  for (const kind of kinds) for await (const line of exportLines(store, 1, kind, 'jsonl')) all += line;
  return all;
}

interface Shop {
  readonly url: string;
  /** Addresses of shops that its forms and pages point to. */
  readonly others: string[];
  /** When requests came, in milliseconds. */
  readonly times: readonly number[];
  close(): Promise<void>;
}

/** A host with pages that point to other hosts, and a form that is answered by another one. */
async function shop(pages: number): Promise<Shop> {
  const others: string[] = [];
  const times: number[] = [];
  const listening = createServer((request, response) => {
    times.push(performance.now());
    const [other = '/'] = others;
    const own = Array.from({ length: pages }, (_, i) => `/books/${i}`);
    const to = [...own, ...others.flatMap((url) => [url, `${url}books/1`])];
    const form = SEARCH.replace('action="/search"', `action="${other}search"`);
    const found = `<ul>${own.map((path) => `<li class="hit"><a href="${path}">A book of ${path}</a></li>`).join('')}</ul>`;
    const isKnown = request.url !== '/robots.txt';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page(request.url?.startsWith('/search') ? found : form + links(...to)));
  });
  const port = await openPort(listening);
  return {
    url: `http://127.0.0.1:${port}/`,
    others,
    times,
    close: () => hangUp(listening),
  };
}

if (server !== undefined) {
  beforeAll(() => {
    vi.stubEnv('DATABASE_URL', server.url('ready'));
  });
  afterAll(() => void vi.unstubAllEnvs());

  let crawledAlone: Promise<string> | undefined;
  /** What one process finds with a store of its own. */
  const whatOneCrawls = () => {
    const crawl = async (): Promise<string> => {
      const storage = await mkdtemp(join(folder, 'alone-'));
      const harvest = ['harvest', 'book', ...CRAWL, '--storage', storage, '--quiet'];
      const { code, err } = await runCli(harvest, { DATABASE_URL: '' });
      if (code !== 0) throw new Error(err);
      const store = await openSqliteStore(storage, { mode: 'read' });
      return exportsOf(store, CRAWLED).finally(() => store.close());
    };
    crawledAlone ??= crawl();
    return crawledAlone;
  };

  /** A run that is begun and worked on by nobody yet, in a store of its own. */
  const begun = async (args: readonly string[] = CRAWL): Promise<{ storage: string; store: Store }> => {
    await server.emptyStore();
    const storage = await mkdtemp(join(folder, 'run-'));
    const begin = ['harvest', 'book', ...args, '--workers-only', '--storage', storage];
    const { code, err } = await runCli(begin);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err).toContain('run 1');
    const store = await openStore(storage, { mode: 'read' });
    onTestFinished(() => store.close());
    return { storage, store };
  };
  const started = async (storage: string, sites = 4): Promise<RunningCli> => {
    const worker = startCli(['worker', '--sites', String(sites), '--lease', LEASE, '--storage', storage]);
    onTestFinished(() => void worker.kill('SIGKILL'));
    expect(await worker.said('is ready')).toBe(true);
    return worker;
  };
  const pagesOf = async (store: Store): Promise<number> => {
    const { http, browser } = await store.runs.counts(1);
    return http + browser;
  };
  const until = async (holds: () => Promise<boolean>, seconds: number): Promise<void> => {
    for (const began = Date.now(); !(await holds()); await later(100))
      if (Date.now() - began > seconds * 1_000) throw new Error(`not within ${seconds} s`);
  };
  const isOver = async (store: Store) => (await store.coordination?.runs.get(1))?.phase === 'ended';
  const drained = async (worker: RunningCli) => {
    worker.kill('SIGTERM');
    return (await worker.done).code;
  };

  test('a worker that has nothing to do asks once a second', async () => {
    await server.emptyStore();
    const store = await openPostgresStore(server.url('ready'), folder, { mode: 'share' });
    onTestFinished(() => store.close());
    const coordination = store.coordination!;
    let asked = 0;
    const open = () => {
      asked++;
      return coordination.runs.open();
    };
    const counting = { ...store, coordination: { ...coordination, runs: { ...coordination.runs, open } } };
    const emit = () => undefined;
    const worker = new Worker({ store: counting, storage: folder, sites: 16, leaseMs: 30_000, emit });
    await worker.join();
    const stop = new AbortController();
    const began = performance.now();
    const running = worker.run(stop.signal);
    await until(async () => asked > 8, 60);
    const lastedMs = performance.now() - began;
    stop.abort();
    await running;
    expect(lastedMs).toBeGreaterThan(5_000);
  });

  test(
    'workers explore what one process does, byte for byte, though some are killed or suspended for long, the leader among them',
    async () => {
      const expected = await whatOneCrawls();
      const { storage, store } = await begun();
      const [first, second] = await Promise.all([started(storage), started(storage)]);
      await until(async () => (await pagesOf(store)) > 15, 120);
      const led = await store.coordination?.runs.get(1);
      const leader = (await store.coordination?.workers.list())?.find(({ id }) => id === led?.leader);
      const [leading, other] = leader?.pid === first.pid ? [first, second] : [second, first];
      other.kill('SIGSTOP');
      leading.kill('SIGKILL');
      const third = await started(storage);
      await later(2_000 * Number(LEASE));
      other.kill('SIGCONT');
      await until(() => isOver(store), 240);
      expect(await Promise.all([other, third].map(drained))).toEqual([0, 0]);
      expect(await exportsOf(store, CRAWLED)).toBe(expected);
      expect(await store.runs.get(1)).toMatchObject({ status: 'complete', status_code: null });
      const parts = (await store.coordination?.parts.list(1)) ?? [];
      expect(parts.filter(({ bytes }) => bytes > 0).length).toBeGreaterThan(1);
    },
    LONG,
  );

  test(
    'workers wait for a server that is started again, and go on',
    async () => {
      const expected = await whatOneCrawls();
      const { storage, store } = await begun();
      const workers = await Promise.all([started(storage), started(storage)]);
      await until(async () => (await pagesOf(store)) > 15, 120);
      await server.restart();
      await until(() => isOver(store), 240);
      expect(await Promise.all(workers.map(drained))).toEqual([0, 0]);
      expect(await exportsOf(store, CRAWLED)).toBe(expected);
    },
    LONG,
  );

  test(
    'hosts are asked no faster by several workers than by one, robots.txt and forms on other hosts included',
    async () => {
      const delayMs = 300;
      const hosts = await Promise.all(Array.from({ length: 4 }, () => shop(4)));
      onTestFinished(async () => void (await Promise.all(hosts.map(({ close }) => close()))));
      for (const host of hosts)
        host.others.push(...hosts.map(({ url }) => url).filter((url) => url !== host.url));
      const seeds = join(folder, 'seeds.txt');
      await writeFile(seeds, hosts.map(({ url }) => `${url}\n`).join(''));
      const { storage, store } = await begun([
        ...['--seeds', seeds, '--strategy', 'breadth-first', '--render', 'never', '--allow-private'],
        ...['--delay', String(delayMs / 1_000), '--max-submissions', '3', '--detail-pages', '2'],
      ]);
      const workers = await Promise.all([started(storage, 2), started(storage, 2), started(storage, 2)]);
      await until(() => isOver(store), 240);
      expect(await Promise.all(workers.map(drained))).toEqual([0, 0, 0]);
      // A busy machine sees a request late, and the next one in time: what the gap before was too long counts.
      const gaps = hosts.flatMap(({ times }) =>
        times.slice(1).map((time, i) => {
          const [before = 0, at = 0] = [times[i - 1] ?? times[i], times[i]];
          return time - at + Math.max(0, at - before - delayMs);
        }),
      );
      expect(gaps.length).toBeGreaterThan(30);
      // What a timer and the loopback may be off by.
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs - 5);
    },
    LONG,
  );

  test(
    'a budget of pages holds, but for what is begun at the same moment, and a raised one goes on from there',
    async () => {
      await server.emptyStore();
      const storage = await mkdtemp(join(folder, 'run-'));
      const harvests = [
        ['harvest', 'book', ...CRAWL, '--max-pages', '15', '--storage', storage, '--quiet'],
        ['harvest', '--resume', '1', '--max-pages', '25', '--storage', storage, '--quiet'],
      ];
      for (const [i, args] of harvests.entries()) {
        expect(await runCli(args)).toMatchObject({ code: 0, err: '' });
        const store = await openStore(storage, { mode: 'read' });
        const most = [15, 25][i] ?? 0;
        expect(await pagesOf(store)).toBeGreaterThanOrEqual(most);
        expect(await pagesOf(store)).toBeLessThanOrEqual(most + 3);
        expect(await store.runs.get(1)).toMatchObject({ status: 'budget', status_code: 'max-pages' });
        await store.close();
      }
    },
    LONG,
  );
}
