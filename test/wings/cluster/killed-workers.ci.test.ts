import { expect, test } from 'vitest';
import { serverOfTests } from '../../drivers/postgres/with-server.ts';
import { killWorkers } from './killed-workers.ts';

const server = await serverOfTests();
const LEASE_SECONDS = 4;
const DELAY_MS = 200;
/** What two cores that others use, too, may hold a request up by. */
const LATE_MS = 100;
/** Time in which a leader sees a lease that has ended, a worker joins, and the job of a site comes again. */
const RETURN_MS = 20_000;

if (server !== undefined)
  test('workers, their leader and the server of the store are killed, and nothing is lost, doubled or impolite', async () => {
    const outcome = await killWorkers({
      server,
      kills: 4,
      seed: 1,
      sites: 12,
      workers: 4,
      sitesOfWorker: 4,
      leaseSeconds: LEASE_SECONDS,
      delayMs: DELAY_MS,
    });
    expect(outcome.kills).toBe(4);
    expect(outcome).toMatchObject({
      ...{ differences: [], beyondKills: [], givenUp: [], lost: [], repeatedPosts: [] },
      ...{ codes: [0, 0, 0, 0], endedAlone: [], status: 'complete' },
    });
    expect(outcome.smallestGapMs).toBeGreaterThanOrEqual(DELAY_MS - LATE_MS);
    expect(outcome.longestReturnMs).toBeLessThan(1_000 * LEASE_SECONDS + RETURN_MS);
  }, 900_000);
