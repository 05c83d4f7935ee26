import pg from 'pg';
import type { Leadership, SiteLease } from '../../storage/index.ts';
import { type Executor, statement } from '../sql/index.ts';

const RUN = `select 1 from shared_run
  where run_id = ? and leader = ? and epoch = ? and until > store_clock() for share`;

/** @returns whether it is held still: then nobody else leads the run before the transaction ends */
export const isLed = async (executor: Executor, { runId, worker, epoch }: Leadership): Promise<boolean> =>
  (await statement(executor, RUN, [runId, worker, epoch])).length > 0;

/**
 * The statement that locks leases until the end of the transaction, in the order of their keys, and gives those that are
 * held still. It has no parameters, so that it goes together with what begins the transaction.
 */
export function lockLeases(leases: readonly SiteLease[]): string {
  const each = leases.map(
    ({ runId, site, worker, epoch }) =>
      `(run_id = ${Number(runId)} and site = ${pg.escapeLiteral(site)} and worker = ${pg.escapeLiteral(worker)} and epoch = ${Number(epoch)})`,
  );
  return `select run_id as "runId", site, epoch from site_queue where (${each.join(' or ')})
    and state = 'leased' and until > store_clock() order by run_id, site for share`;
}

/** Names a lease of a site among all that there ever are. */
export const keyOf = ({ runId, site, epoch }: Pick<SiteLease, 'runId' | 'site' | 'epoch'>): string =>
  `${runId} ${epoch} ${site}`;
