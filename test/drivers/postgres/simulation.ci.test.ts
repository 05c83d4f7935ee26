import { expect, test } from 'vitest';
import { type SimulationResult, simulateCluster } from './simulated-cluster.ts';
import { serverOfTests } from './with-server.ts';

const server = await serverOfTests();

if (server !== undefined)
  test('workers that are killed and paused double, lose and hurry nothing', async () => {
    const results: SimulationResult[] = [];
    const options = { sites: 400, workers: 12, minutes: 2, minutesBetweenFaults: 1, seeds: [1, 2, 3] };
    await simulateCluster(server, options, (result) => void results.push(result));
    for (const result of results) {
      expect(result).toMatchObject({ doubledLeases: 0, doubledCommits: 0, lostSites: 0, impolite: 0 });
      expect(result.smallestGapMs).toBeGreaterThanOrEqual(1_000);
      expect(result.shareOfFirstRun).toBeGreaterThan(0.4);
      expect(result.shareOfFirstRun).toBeLessThan(0.6);
      expect(result.kills).toBeGreaterThan(0);
      expect(result.pauses).toBeGreaterThan(0);
    }
    // What would be wrong did happen, and was kept from doing harm.
    expect(results.reduce((sum, { refusedCommits }) => sum + refusedCommits, 0)).toBeGreaterThan(0);
  }, 240_000);
