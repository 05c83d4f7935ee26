/** A harvest in a store that several processes share: it begins the run, works on it and leads it. */

import { publishTopicModels, readTopicModels } from '../../app/index.ts';
import type { HarvestEvent, Progress } from '../../crawl/events/index.ts';
import {
  beginRun,
  type Pause,
  type PlannedRun,
  requeueLinks,
  requeueLost,
  requeueUnreachable,
  webName,
} from '../../crawl/run/index.ts';
import type { Budget, ResolvedOptions } from '../../crawl/settings/index.ts';
import { OptionsError } from '../../foundation/options/index.ts';
import { forgetRun } from '../../library/index.ts';
import { coordinationOf, type RunRow, reasonOf, type Store, type TokenKind } from '../../storage/index.ts';
import { NOT_CUT } from './run-budgets.ts';
import { publishFiles } from './run-files.ts';
import { Worker } from './worker.ts';

interface SharedHarvest {
  readonly store: Store;
  readonly plan: PlannedRun;
  readonly stop: AbortSignal;
  readonly pause: Pause;
  /** Leaves the work to others. */
  readonly workersOnly: boolean;
  emit(event: HarvestEvent): void;
}

/** Sites that a harvest works on at once, and how long they stay with one that says nothing. */
const SITES_AT_ONCE = 16;
const LEASE_SECONDS = 30;

const LIMITS: readonly (readonly [TokenKind, Budget])[] = [
  ['pages', 'maxPages'],
  ['requests', 'maxRequests'],
];

/** @returns the run as it is left */
export async function harvestShared({
  store,
  plan,
  stop,
  pause,
  workersOnly,
  emit,
}: SharedHarvest): Promise<RunRow | undefined> {
  const { options, raised, again, previous } = plan;
  const { runs, contents, workers } = coordinationOf(store);
  const before = previous && (JSON.parse((await store.runs.get(previous.id))?.options ?? '{}') as object);
  const warn = (message: string) => emit({ type: 'warning', message });
  // A run that goes on keeps those that it was begun with: they may be on another machine.
  const topics =
    previous === undefined ? await publishTopicModels(contents, await readTopicModels(options, warn)) : {};
  const { runId, resumed } = await beginRun(store, plan);
  if (resumed) await requeueLinks(store, runId, raised);
  if (resumed) await requeueLost(store, runId);
  if (again) await requeueUnreachable(store, runId);
  const known = (await runs.get(runId)) !== undefined;
  const limits = limitsOf(options, known ? before : undefined, raised);
  const files = await publishFiles(contents, options);
  await runs.begin(runId, limits, { ...files, ...topics, ...NOT_CUT, keptOut: '' });
  const worker = new Worker({
    store,
    storage: options.storage,
    sites: SITES_AT_ONCE,
    leaseMs: 1_000 * LEASE_SECONDS,
    own: { runId, plan, pause },
    emit: ({ ofRun, ...event }) => {
      if (ofRun === runId) emit(event as HarvestEvent);
    },
  });
  await worker.join();
  const run = await runs.get(runId);
  const seeds =
    run &&
    (await worker.begin(run, resumed).catch(async (error: unknown) => {
      await worker.run(AbortSignal.abort());
      if (!resumed && error instanceof OptionsError) await forgetRun(store, runId);
      throw error;
    }));
  emit({ type: 'start', runId, resumed, seeds: seeds ?? 0, web: webName(options) });
  const unfollow = pause.follow({ store, runId }, emit, (signal) => runs.signal(runId, signal));
  await worker.run(workersOnly ? AbortSignal.abort() : stop).finally(unfollow);
  const isOver = (await runs.get(runId))?.phase === 'ended';
  const others = (await workers.list()).filter(({ isAlive }) => isAlive).length;
  if (!isOver && !workersOnly && others > 0) {
    const who = others === 1 ? 'a worker goes' : `${others} workers go`;
    emit({ type: 'warning', message: `${who} on with run ${runId}; end them to interrupt it` });
  }
  if (!isOver && !workersOnly && others === 0)
    await store.transaction((trx) =>
      trx.runs.update(runId, { status: 'interrupted', status_code: 'stopped' }),
    );
  const row = await store.runs.get(runId);
  if (row === undefined || workersOnly || row.status_code === 'seeds-unreachable') return row;
  const progress = await progressOf(store, row);
  const reason = row.status_code && reasonOf(row.status_code, row.status_detail);
  if (!isOver) emit({ type: 'end', runId, status: 'interrupted', reason: { code: 'stopped' }, progress });
  else if (row.status === 'complete' || row.status === 'partial' || row.status === 'budget')
    emit({ type: 'end', runId, status: row.status, reason, progress });
  return row;
}

/** Returns what a run may use up; of one that goes on, what its budgets were raised by. */
function limitsOf(
  options: ResolvedOptions,
  before: Partial<Record<Budget, number>> | undefined,
  raised: readonly Budget[],
): Partial<Record<TokenKind, number>> {
  const limits: Partial<Record<TokenKind, number>> = {};
  for (const [kind, budget] of LIMITS) {
    const limit = options[budget];
    if (limit === undefined) continue;
    if (before === undefined) limits[kind] = limit;
    else if (raised.includes(budget)) limits[kind] = limit - (before[budget] ?? 0);
  }
  return limits;
}

async function progressOf(store: Store, row: RunRow): Promise<Progress> {
  const { http, browser, failed, forms } = await store.runs.counts(row.id);
  const sum = (counts: typeof forms) => counts.reduce((all, { forms: some }) => all + some, 0);
  const searchable = forms.filter((form) => form.searchable);
  const wanted = new Set(JSON.parse(row.domains) as string[]);
  return {
    pages: http + browser,
    rendered: browser,
    failed,
    waiting: 0,
    sites: (await store.sites.all(row.id)).length,
    forms: sum(forms),
    searchable: sum(searchable),
    relevant: sum(searchable.filter(({ domain }) => wanted.has(domain ?? ''))),
    requests: row.requests,
    bytes: row.bytes_in,
    activeMs: row.active_ms,
  };
}
