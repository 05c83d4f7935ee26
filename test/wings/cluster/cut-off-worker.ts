/** A worker whose way to the store is cut for a while, beside one that goes on. */

import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import type { PostgresStore } from '../../../src/drivers/postgres/store.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { exportLines } from '../../../src/reports/index.ts';
import type { Store } from '../../../src/storage/index.ts';
import type { PostgresServer } from '../../drivers/postgres/server.ts';
import { openStallingProxy } from '../../drivers/postgres/stalling-proxy.ts';
import { runCli, startCli } from '../../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const CRAWL = [
  ...['harvest', 'book', '--web', 'practice:sites=12', '--strategy', 'breadth-first', '--render', 'never'],
  ...['--max-depth', '1', '--no-submit', '--delay', '0.4', '--quiet'],
];

export interface CutOff {
  /** Exports of one process alone, and of the two workers. */
  readonly alone: string;
  readonly shared: string;
  /** Sites that the worker held when it was cut off, and how many of them others held or had done when it was back. */
  readonly held: number;
  readonly takenOver: number;
  /** Pages that it fetched meanwhile and kept: no lease that it had then lasted until it was back. */
  readonly keptLate: number;
  readonly codes: readonly (number | null)[];
}

export async function cutOffWorker(
  server: PostgresServer,
  { leaseSeconds, cutSeconds }: { readonly leaseSeconds: number; readonly cutSeconds: number },
): Promise<CutOff> {
  const folder = temporaryFolder('cut-off-');
  const url = await server.emptyStore();
  const proxy = await openStallingProxy(Number(new URL(url).port));
  const started: ReturnType<typeof startCli>[] = [];
  const [calm, storage] = [join(folder, 'calm'), join(folder, 'shared')];
  const start = (to: string) => {
    const args = ['worker', '--sites', '4', '--lease', String(leaseSeconds), '--storage', storage];
    const worker = startCli(args, { DATABASE_URL: to });
    started.push(worker);
    return worker;
  };
  try {
    await succeeded([...CRAWL, '--storage', calm], '');
    await succeeded([...CRAWL, '--workers-only', '--storage', storage], url);
    const store = await openPostgresStore(url, storage, { mode: 'read' });
    const proxied = new URL(url);
    proxied.port = String(proxy.port);
    const cut = start(String(proxied));
    const idOf = async () =>
      (await store.coordination?.workers.list())?.find(({ pid }) => pid === cut.pid)?.id ?? '';
    await until(async () => (await keptBy(store, await idOf())).length > 2, 60);
    const other = start(url);
    await other.said('is ready');
    const id = await idOf();
    proxy.stall();
    const held = await sitesOf(store, id);
    const from = Date.now();
    await later(1_000 * cutSeconds);
    await until(async () => (await sitesOf(store, id)).length === 0, 60).catch(() => undefined);
    const still = await sitesOf(store, id);
    const to = Date.now();
    proxy.mend();
    await until(async () => (await store.coordination?.runs.get(1))?.phase === 'ended', 180);
    const meanwhile = ({ at }: { readonly at: number }) => at > from && at < to;
    const keptLate = (await keptBy(store, id)).filter(meanwhile).length;
    for (const worker of started) worker.kill('SIGTERM');
    const ended = await Promise.all([cut.done, other.done]);
    const shared = await exportsOf(store);
    const single = await openStore(calm, { mode: 'read' });
    return {
      alone: await exportsOf(single).finally(() => single.close()),
      shared,
      held: held.length,
      takenOver: held.length - still.length,
      keptLate,
      codes: ended.map(({ code }) => code),
    };
  } finally {
    for (const worker of started) worker.kill('SIGKILL');
    await proxy.close();
  }
}

async function succeeded(args: readonly string[], url: string): Promise<void> {
  const { code, err } = await runCli(args, { DATABASE_URL: url });
  if (code !== 0) throw new Error(err);
}

async function until(holds: () => Promise<boolean>, seconds: number): Promise<void> {
  for (const began = Date.now(); !(await holds()); await later(50))
    if (Date.now() - began > seconds * 1_000) throw new Error(`not within ${seconds} s`);
}

const sitesOf = async (store: PostgresStore, worker: string) =>
  store.run<{ site: string }>(`select site from site_queue where state = 'leased' and worker = ?`, [worker]);

/** Pages that lie in the parts of the archive of a worker. */
const keptBy = async (store: PostgresStore, worker: string) =>
  store.run<{ at: number }>(
    `select fetched_at as at from page join archive_part as own using (run_id)
     where own.worker = ? and exchange_offset / ${2 ** 40} = own.part`,
    [worker],
  );

async function exportsOf(store: Store): Promise<string> {
  let all = '';
  for (const kind of ['forms', 'pages', 'sites'] as const)
    for await (const line of exportLines(store, 1, kind, 'jsonl')) all += line;
  return all;
}
