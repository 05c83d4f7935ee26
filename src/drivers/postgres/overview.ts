import type { ClusterOverview, Coordination } from '../../storage/index.ts';
import { statement } from '../sql/index.ts';
import type { PostgresExecutor } from './executor.ts';
import { countJobs } from './site-jobs.ts';

const MOST_DEAD = 100;
const DEAD = `select run_id as "runId", site, deaths from site_queue
  where state = 'failed' and deaths > 0 order by run_id desc, site limit ${MOST_DEAD}`;

export async function overviewOf(
  executor: PostgresExecutor,
  { workers, runs, sites, budgets }: Pick<Coordination, 'workers' | 'runs' | 'sites' | 'budgets'>,
): Promise<ClusterOverview> {
  const [place] = await statement<{ schema: string }>(
    executor,
    'select current_schema()::text as schema',
    [],
  );
  const open = await runs.open();
  return {
    workers: await workers.list(),
    runs: await Promise.all(
      open.map(async (run) => ({
        ...run,
        sites: await sites.counts(run.runId),
        left: await budgets.left(run.runId),
      })),
    ),
    jobs: await countJobs(executor, place?.schema ?? 'public'),
    deadSites: await statement(executor, DEAD, []),
  };
}
