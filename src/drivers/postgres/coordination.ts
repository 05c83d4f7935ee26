import type { Coordination } from '../../storage/index.ts';
import type { PostgresExecutor } from './executor.ts';
import { overviewOf } from './overview.ts';
import { SiteQueueRows } from './queued-sites.ts';
import { archivePartsOn, budgetsOn, contentsOn, hostTurnsOn, inboxOn } from './shared-rows.ts';
import { sharedRunsOn } from './shared-runs.ts';
import type { SiteJobs } from './site-jobs.ts';
import { workersOn } from './workers.ts';

export interface Shared {
  /** For single statements. */
  readonly executor: PostgresExecutor;
  /** Undefined where the store is open for reading only. */
  readonly jobs?: SiteJobs;
  /** Runs statements all or nothing. */
  together<T>(work: (executor: PostgresExecutor) => Promise<T>): Promise<T>;
}

/** Without jobs it can be read alone. */
export function coordinationOn({
  executor,
  jobs,
  together,
}: Partial<Shared> & Pick<Shared, 'executor'>): Coordination {
  const shared: Shared = {
    executor,
    ...(jobs && { jobs }),
    together: together ?? ((work) => work(executor)),
  };
  const runs = sharedRunsOn(shared);
  const workers = workersOn(shared);
  const sites = new SiteQueueRows(shared);
  const budgets = budgetsOn(executor);
  return {
    workers,
    runs,
    sites,
    budgets,
    inbox: inboxOn(executor),
    hosts: hostTurnsOn(executor),
    contents: contentsOn(executor),
    parts: archivePartsOn(shared),
    overview: () => overviewOf(executor, { workers, runs, sites, budgets }),
  };
}
