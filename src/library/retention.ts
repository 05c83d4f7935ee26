/**
 * Limits the stored runs of a domain by number, age and bytes: harvests, and runs of one page apart from them. The oldest runs
 * are deleted first, the latest never.
 */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../storage/index.ts';
import { forgetRun } from './forget.ts';
import { listRuns, type RunInfo } from './runs.ts';

export interface Retention {
  readonly runs?: number | undefined;
  /** Greatest age in days. */
  readonly days?: number | undefined;
  /** Bytes that the files of the domain's runs may take together. */
  readonly disk?: number | undefined;
}

interface ExpiredRun {
  readonly run: RunInfo;
  /** Says it in words, such as `older than 90 days`. */
  readonly why: string;
}

const DAY_MS = 86_400_000;

/**
 * Finds the expired runs, oldest first. A run of several domains expires when it has expired for all of them.
 * @param rules by domain; a domain without a rule keeps its runs
 * @param now milliseconds since 1970
 */
export async function expiredRuns(
  store: Store,
  rules: ReadonlyMap<string, Retention>,
  now: number,
): Promise<ExpiredRun[]> {
  const runs = (await listRuns(store)).filter((run) => run.status !== 'running');
  const expired = new Map<string, ReadonlyMap<number, string>>();
  for (const [domain, rule] of rules) {
    const found = new Map<number, string>();
    const newestFirst = runs.filter((run) => run.domains.includes(domain)).reverse();
    // A page that was queried for all domains takes the place of no harvest.
    for (const kinds of [newestFirst.filter(isHarvest), newestFirst.filter((run) => !isHarvest(run))])
      for (const [id, why] of expiredOf(kinds, rule, now, (run) => folderBytes(store.runFolder(run.id))))
        found.set(id, why);
    expired.set(domain, found);
  }
  return runs.flatMap((run) => {
    const reasons = run.domains.map((domain) => expired.get(domain)?.get(run.id));
    const [why] = reasons;
    return why === undefined || reasons.includes(undefined) ? [] : [{ run, why }];
  });
}

const isHarvest = ({ kind }: RunInfo): boolean => kind === 'harvest';

function expiredOf(
  [latest, ...older]: readonly RunInfo[],
  { runs, days, disk }: Retention,
  now: number,
  bytesOf: (run: RunInfo) => number,
): Map<number, string> {
  const found = new Map<number, string>();
  let bytes = latest === undefined || disk === undefined ? 0 : bytesOf(latest);
  for (const [i, run] of older.entries()) {
    if (disk !== undefined) bytes += bytesOf(run);
    if (runs !== undefined && i + 2 > runs) found.set(run.id, `more than ${runs} runs`);
    else if (days !== undefined && now - run.updatedAt > days * DAY_MS)
      found.set(run.id, `older than ${days} days`);
    else if (disk !== undefined && bytes > disk) found.set(run.id, `more than ${disk} bytes on disk`);
  }
  return found;
}

/** Deletes the expired runs. @returns them */
export async function forgetExpired(
  store: Store,
  rules: ReadonlyMap<string, Retention>,
  now: number,
): Promise<ExpiredRun[]> {
  const expired = await expiredRuns(store, rules, now);
  for (const { run } of expired) await forgetRun(store, run.id);
  return expired;
}

function folderBytes(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  } catch {
    return 0;
  }
}
