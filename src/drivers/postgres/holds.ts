import type { Hold } from '../../storage/index.ts';
import { type Executor, statement } from '../sql/index.ts';

/** Locks what is held until the end of the transaction, in the order of its keys. */
const SITES = `select 1 from site_queue join unnest(?::bigint[], ?::text[], ?::text[], ?::bigint[])
    as held (run_id, site, worker, epoch) using (run_id, site, worker, epoch)
  where site_queue.state = 'leased' and site_queue.until > store_clock()
  order by run_id, site for share of site_queue`;
const RUN = `select 1 from shared_run
  where run_id = ? and leader = ? and epoch = ? and until > store_clock() for share`;

/** @returns whether all of it is held still: then nobody else has it before the transaction ends */
export async function checkHolds(executor: Executor, holds: readonly Hold[]): Promise<boolean> {
  const leases = holds.flatMap((hold) => ('site' in hold ? [hold] : []));
  if (leases.length > 0) {
    const values = [
      leases.map(({ runId }) => runId),
      leases.map(({ site }) => site),
      leases.map(({ worker }) => worker),
      leases.map(({ epoch }) => epoch),
    ];
    if ((await statement(executor, SITES, values)).length < leases.length) return false;
  }
  for (const hold of holds)
    if (!('site' in hold)) {
      const led = await statement(executor, RUN, [hold.runId, hold.worker, hold.epoch]);
      if (led.length === 0) return false;
    }
  return true;
}
