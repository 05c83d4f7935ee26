import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/drivers/open/index.ts';
import type { ExportKind } from '../../src/library/index.ts';
import { exportLines } from '../../src/reports/index.ts';
import type { Store } from '../../src/storage/index.ts';
import { serverOfTests } from '../drivers/postgres/with-server.ts';
import { type RunningCli, runCli, startCli } from '../interfaces/cli/run-cli.ts';

const server = await serverOfTests();
const folder = await mkdtemp(join(tmpdir(), 'workers-'));
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

const WEB = ['--web', 'practice:sites=12', '--strategy', 'breadth-first', '--render', 'never'];
const CRAWL = [...WEB, '--max-depth', '1', '--no-submit'];
/** A page is under way for longer than that, or a worker holds its sites no more. */
const LEASE = '4';
const LONG = 400_000;

async function exportsOf(store: Store, kinds: readonly ExportKind[]): Promise<string> {
  let all = '';
  for (const kind of kinds) for await (const line of exportLines(store, 1, kind, 'jsonl')) all += line;
  return all;
}

if (server !== undefined) {
  let alone = '';
  const before = process.env.DATABASE_URL;
  beforeAll(async () => {
    delete process.env.DATABASE_URL;
    const storage = join(folder, 'alone');
    const { code, err } = await runCli(['harvest', 'book', ...CRAWL, '--storage', storage, '--quiet']);
    if (code !== 0) throw new Error(err);
    const store = await openStore(storage, { mode: 'read' });
    alone = await exportsOf(store, ['forms', 'pages', 'sites']);
    await store.close();
    process.env.DATABASE_URL = server.url('ready');
  }, LONG);
  afterAll(() => {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  });

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

  test(
    'three workers explore what one process does, byte for byte, and end when they are told to',
    async () => {
      const { storage, store } = await begun();
      const workers = await Promise.all([started(storage), started(storage), started(storage)]);
      await until(() => isOver(store), 240);
      expect(await Promise.all(workers.map(drained))).toEqual([0, 0, 0]);
      expect(await exportsOf(store, ['forms', 'pages', 'sites'])).toBe(alone);
      expect(await store.runs.get(1)).toMatchObject({ status: 'complete', status_code: null });
      const parts = (await store.coordination?.parts.list(1)) ?? [];
      expect(parts.filter(({ bytes }) => bytes > 0).length).toBeGreaterThan(1);
    },
    LONG,
  );

  test(
    'workers that are killed or suspended for long, the leader among them, leave nothing out and nothing twice',
    async () => {
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
      expect(await exportsOf(store, ['forms', 'pages', 'sites'])).toBe(alone);
    },
    LONG,
  );
}
