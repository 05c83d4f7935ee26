import { expect, test } from 'vitest';
import { simulateCluster } from '../../bench/cluster-web.ts';
import { serverOfTests } from './with-server.ts';

const server = await serverOfTests();

if (server !== undefined)
  test.each([1, 2])(
    'workers that are killed and paused double, lose and hurry nothing (seed %i)',
    async (seed) => {
      const result = await simulateCluster(server, {
        ...{ sites: 400, workers: 12, minutes: 3, seed },
        minutesBetweenFaults: 1,
      });
      expect(result).toMatchObject({ doubledLeases: 0, doubledCommits: 0, lostSites: 0, impolite: 0 });
      expect(result.smallestGapMs).toBeGreaterThanOrEqual(1_000);
      // What would be wrong did happen, and was kept from doing harm.
      expect(result.kills).toBeGreaterThan(0);
      expect(result.pauses).toBeGreaterThan(0);
      expect(result.refusedCommits).toBeGreaterThan(0);
      expect(result.shareOfFirstRun).toBeGreaterThan(0.4);
      expect(result.shareOfFirstRun).toBeLessThan(0.6);
    },
  );
