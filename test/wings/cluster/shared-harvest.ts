/** Runs of harvests by worker processes on a server of PostgreSQL, beside what one process alone finds. */

import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { openStore } from '../../../src/drivers/open/index.ts';
import type { ExportKind } from '../../../src/library/index.ts';
import { exportLines } from '../../../src/reports/index.ts';
import type { Store } from '../../../src/storage/index.ts';
import type { PostgresServer } from '../../drivers/postgres/server.ts';
import { type RunningCli, runCli, startCli } from '../../interfaces/cli/run-cli.ts';

export async function exportsOf(store: Store, kinds: readonly ExportKind[]): Promise<string> {
  let all = '';
  for (const kind of kinds) for await (const line of exportLines(store, 1, kind, 'jsonl')) all += line;
  return all;
}

export async function pagesOf(store: Store): Promise<number> {
  const { http, browser } = await store.runs.counts(1);
  return http + browser;
}

export const phaseOf = async (store: Store) => (await store.coordination?.runs.get(1))?.phase;

export async function until(holds: () => Promise<boolean> | boolean, seconds = 120): Promise<void> {
  for (const began = Date.now(); !(await holds()); await later(100))
    if (Date.now() - began > seconds * 1_000) throw new Error(`not within ${seconds} s`);
}

/** What one process finds with a store of its own. */
export async function alone(
  folder: string,
  harvest: readonly string[],
  kinds: readonly ExportKind[],
): Promise<string> {
  const url = process.env.DATABASE_URL;
  vi.stubEnv('DATABASE_URL', undefined);
  try {
    const storage = await mkdtemp(join(folder, 'alone-'));
    expect(await runCli([...harvest, '--storage', storage, '--quiet'])).toMatchObject({ code: 0 });
    const store = await openStore(storage, { mode: 'read' });
    return await exportsOf(store, kinds).finally(() => store.close());
  } finally {
    vi.stubEnv('DATABASE_URL', url);
  }
}

/** A run that is begun and worked on by nobody yet, in an emptied store. */
export async function begun(
  server: PostgresServer,
  folder: string,
  args: readonly string[],
  before?: () => Promise<unknown>,
): Promise<{ storage: string; store: Store }> {
  await server.emptyStore();
  await before?.();
  const storage = await mkdtemp(join(folder, 'run-'));
  const { code, err } = await runCli(['harvest', 'book', ...args, '--workers-only', '--storage', storage]);
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('run 1') });
  const store = await openStore(storage, { mode: 'read' });
  onTestFinished(() => store.close());
  return { storage, store };
}

/** A worker with a lease of four seconds: a page that is under way for longer is no longer its own. */
export async function startedWorker(storage: string, sites = 4): Promise<RunningCli> {
  const worker = startCli(['worker', '--sites', String(sites), '--lease', '4', '--storage', storage]);
  onTestFinished(() => void worker.kill('SIGKILL'));
  expect(await worker.said('is ready')).toBe(true);
  return worker;
}

/** @returns exit codes of workers that were told to end */
export async function drained(...workers: readonly RunningCli[]): Promise<readonly (number | null)[]> {
  for (const worker of workers) worker.kill('SIGTERM');
  return (await Promise.all(workers.map(({ done }) => done))).map(({ code }) => code);
}
