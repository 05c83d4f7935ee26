import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../src/drivers/open/index.ts';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import type { Store } from '../../../src/storage/index.ts';
import { Worker } from '../../../src/wings/cluster/worker.ts';
import { links, page, SEARCH } from '../../crawl/run/small-web.ts';
import { serverOfTests } from '../../drivers/postgres/with-server.ts';
import { type RunningCli, runCli } from '../../interfaces/cli/run-cli.ts';
import { hangUp, openPort } from '../../open-port.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import {
  alone,
  begun,
  drained,
  exportsOf,
  pagesOf,
  phaseOf,
  startedWorker,
  until,
} from './shared-harvest.ts';

const server = await serverOfTests();
const folder = temporaryFolder('workers-');

const WEB = ['--web', 'practice:sites=12', '--strategy', 'breadth-first', '--render', 'never'];
const CRAWL = [...WEB, '--max-depth', '1', '--no-submit'];
const CRAWLED = ['forms', 'pages', 'sites'] as const;
const LEASE_SECONDS = 4;
vi.setConfig({ testTimeout: 400_000 });

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
  const whatOneCrawls = () => {
    crawledAlone ??= alone(folder, ['harvest', 'book', ...CRAWL], CRAWLED);
    return crawledAlone;
  };
  const isOver = async (store: Store) => (await phaseOf(store)) === 'ended';

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

  test('workers explore what one process does, byte for byte, though some are killed or suspended for long, the leader among them', async () => {
    const expected = await whatOneCrawls();
    const { storage, store } = await begun(server, folder, CRAWL);
    // Two sites each, so that two workers leave some for the third.
    const three = await Promise.all(Array.from({ length: 3 }, () => startedWorker(storage, 2)));
    await until(async () => (await pagesOf(store)) > 15, 120);
    expect(await store.coordination?.workers.list()).toHaveLength(3);
    const led = await store.coordination?.runs.get(1);
    const leader = (await store.coordination?.workers.list())?.find(({ id }) => id === led?.leader);
    const leading = three.find(({ pid }) => pid === leader?.pid) ?? (three[0] as RunningCli);
    const [suspended, steady] = three.filter((worker) => worker !== leading) as [RunningCli, RunningCli];
    suspended.kill('SIGSTOP');
    leading.kill('SIGKILL');
    const late = await startedWorker(storage);
    await later(2_000 * LEASE_SECONDS);
    suspended.kill('SIGCONT');
    await until(() => isOver(store), 240);
    expect(await drained(suspended, steady, late)).toEqual([0, 0, 0]);
    expect(await exportsOf(store, CRAWLED)).toBe(expected);
    expect(await store.runs.get(1)).toMatchObject({ status: 'complete', status_code: null });
    const parts = (await store.coordination?.parts.list(1)) ?? [];
    expect(parts.filter(({ bytes }) => bytes > 0).length).toBeGreaterThan(1);
  });

  test('workers wait for a server that is started again, and go on', async () => {
    const expected = await whatOneCrawls();
    const { storage, store } = await begun(server, folder, CRAWL);
    const workers = await Promise.all([startedWorker(storage), startedWorker(storage)]);
    await until(async () => (await pagesOf(store)) > 15, 120);
    await server.restart();
    await until(() => isOver(store), 240);
    expect(await drained(...workers)).toEqual([0, 0]);
    expect(await exportsOf(store, CRAWLED)).toBe(expected);
  });

  test('hosts are asked no faster by several workers than by one, robots.txt and forms on other hosts included', async () => {
    const delayMs = 300;
    const hosts = await Promise.all(Array.from({ length: 4 }, () => shop(4)));
    onTestFinished(async () => void (await Promise.all(hosts.map(({ close }) => close()))));
    for (const host of hosts)
      host.others.push(...hosts.map(({ url }) => url).filter((url) => url !== host.url));
    const seeds = join(folder, 'seeds.txt');
    await writeFile(seeds, hosts.map(({ url }) => `${url}\n`).join(''));
    const { storage, store } = await begun(server, folder, [
      ...['--seeds', seeds, '--strategy', 'breadth-first', '--render', 'never', '--allow-private'],
      ...['--delay', String(delayMs / 1_000), '--max-submissions', '3', '--detail-pages', '2'],
    ]);
    const workers = await Promise.all([
      startedWorker(storage, 2),
      startedWorker(storage, 2),
      startedWorker(storage, 2),
    ]);
    await until(() => isOver(store), 240);
    expect(await drained(...workers)).toEqual([0, 0, 0]);
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
  });

  test('a budget of pages holds, but for what is begun at the same moment, and a raised one goes on from there', async () => {
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
  });
}
