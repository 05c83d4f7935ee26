/** How many relevant forms workers find within a budget of pages, beside what one process finds. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../../src/drivers/open/index.ts';
import type { Store } from '../../../src/storage/index.ts';
import type { PostgresServer } from '../../drivers/postgres/server.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

export interface FocusOrder {
  readonly sites: number;
  readonly seed: number;
  readonly pages: number;
  readonly strategy: string;
  /** Seconds between two requests to a host. */
  readonly delay: number;
  /** 0 for one process with SQLite. */
  readonly workers: number;
  /** Sites that each worker holds. */
  readonly held: number;
}

export interface FocusOfWorkers {
  readonly pages: number;
  readonly relevant: number;
  readonly seconds: number;
  /** Versions of the ranker that were published. */
  readonly rankers: number;
}

const DOMAIN = 'book';
const MAIN = fileURLToPath(new URL('../../../src/interfaces/cli/main.ts', import.meta.url));

const started = (args: readonly string[]) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** @param server whose store `ready` is emptied */
export async function focusOf(server: PostgresServer, order: FocusOrder): Promise<FocusOfWorkers> {
  const storage = temporaryFolder('cluster-focus-');
  const before = process.env.DATABASE_URL;
  if (order.workers === 0) delete process.env.DATABASE_URL;
  else process.env.DATABASE_URL = await server.emptyStore();
  const began = performance.now();
  try {
    const web = `practice:sites=${order.sites},seed=${order.seed}`;
    const harvest = [
      ...['harvest', DOMAIN, '--web', web, '--strategy', order.strategy, '--render', 'never', '--no-submit'],
      ...[
        ...['--novelty', 'off', '--delay', String(order.delay), '--max-pages', String(order.pages)],
        ...['--storage', storage, '--quiet'],
      ],
    ];
    const harvesting = started(order.workers === 0 ? harvest : [...harvest, '--workers-only']);
    const [code] = (await once(harvesting, 'close')) as [number | null];
    if (code !== 0) throw new Error(`the harvest ended with ${code}`);
    if (order.workers > 0) await work(order, storage);
    const store = await openStore(storage, { mode: 'read' });
    const found = await countsOf(store);
    await store.close();
    return { ...found, seconds: (performance.now() - began) / 1_000 };
  } finally {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  }
}

async function work({ workers, held }: FocusOrder, storage: string): Promise<void> {
  const args = ['worker', '--sites', String(held), '--storage', storage];
  const running = Array.from({ length: workers }, () => started(args));
  const store = await openStore(storage, { mode: 'read' });
  try {
    while ((await store.coordination?.runs.get(1))?.phase !== 'ended') {
      if (running.some(({ exitCode }) => exitCode !== null)) throw new Error('a worker has ended');
      await later(200);
    }
  } finally {
    await store.close();
    const ended = running.map((worker) => once(worker, 'close'));
    for (const worker of running) worker.kill('SIGTERM');
    await Promise.all(ended);
  }
}

async function countsOf(store: Store) {
  const { http, browser, forms } = await store.runs.counts(1);
  const relevant = forms.filter(({ searchable, domain }) => searchable && domain === DOMAIN);
  const contents = (await store.coordination?.runs.get(1))?.contents ?? {};
  return {
    pages: http + browser,
    relevant: relevant.reduce((sum, { forms: some }) => sum + some, 0),
    rankers: Object.keys(contents).filter((name) => name.startsWith('ranker:')).length,
  };
}
