import { expect, test } from 'vitest';
import { serverOfTests } from '../drivers/postgres/with-server.ts';
import { killWorkers } from '../wings/cluster/killed-workers.ts';

const server = await serverOfTests();
const LEASE_SECONDS = 4;
const DELAY_MS = 200;
/** Time in which a leader sees a lease that has ended, a worker joins, and the job of a site comes again. */
const RETURN_MS = 20_000;

if (server !== undefined)
  test.each((process.env.SEED ?? '1').split(',').map(Number))(
    'thirty kills of workers, leaders and the server of the store change nothing (seed %i)',
    async (seed) => {
      const outcome = await killWorkers({
        server,
        kills: 30,
        seed,
        sites: 72,
        workers: 4,
        // A site that comes back does not wait for others to be done.
        sitesOfWorker: 18,
        leaseSeconds: LEASE_SECONDS,
        delayMs: DELAY_MS,
      });
      expect(outcome.kills).toBeGreaterThanOrEqual(20);
      expect(outcome).toMatchObject({
        ...{ differences: [], beyondKills: [], givenUp: [], lost: [], repeatedPosts: [] },
        ...{ codes: [0, 0, 0, 0], endedAlone: [], status: 'complete' },
      });
      expect(outcome.smallestGapMs).toBeGreaterThanOrEqual(DELAY_MS);
      expect(outcome.longestReturnMs).toBeLessThan(1_000 * LEASE_SECONDS + RETURN_MS);
    },
    3_600_000,
  );
