import { startPostgres } from '../drivers/postgres/server.ts';
import { measureLeases } from './cluster-leases.ts';
import { type SimulationResult, simulateCluster } from './cluster-web.ts';

/**
 * `npm run bench -- cluster-simulation --sites 20000 --workers 100 --minutes 5 --seeds 2`: the real queue with simulated
 * workers that are killed and paused; then how long a lease takes.
 */
export async function clusterSimulationBench(json: boolean, given: readonly string[]): Promise<void> {
  const option = (name: string, or: number): number => {
    const at = given.indexOf(`--${name}`);
    return at < 0 ? or : Number(given[at + 1]);
  };
  const server = await startPostgres();
  if (typeof server === 'string') throw new Error(server);
  try {
    const [sites, workers, minutes] = [option('sites', 20_000), option('workers', 100), option('minutes', 5)];
    const first = option('first-seed', 1);
    const runs: SimulationResult[] = [];
    for (let seed = first; seed < first + option('seeds', 2); seed++) {
      const result = await simulateCluster(server, {
        ...{ sites, workers, minutes, seed },
        minutesBetweenFaults: option('minutes-between-faults', 10),
      });
      runs.push(result);
      if (!json) process.stdout.write(`${told(result)}\n`);
    }
    const [clients, seconds] = [option('clients', 8), option('seconds', 10)];
    const leases = await measureLeases(server, { sites, clients, seconds });
    if (json)
      return void process.stdout.write(`${JSON.stringify({ clusterSimulation: { runs, leases } })}\n`);
    process.stdout.write(
      `${leases.sites.toLocaleString('en')} sites queued, ${leases.clients} clients: a lease takes ${leases.p50.toFixed(1)} ms (95 %: ${leases.p95.toFixed(1)}; ${leases.leasesPerSecond.toFixed(0)} a second), an offer ${leases.offerP95.toFixed(0)} ms (95 %); all get a new score in ${leases.rerankSeconds.toFixed(1)} s, while a lease takes ${leases.p95WhileReranking.toFixed(1)} ms (95 % of ${leases.leasesWhileReranking})\n`,
    );
  } finally {
    await server.stop();
  }
}

const told = (result: SimulationResult): string =>
  [
    `seed ${result.seed}: ${result.leases} leases, ${result.pages} pages, ${result.kills} kills, ${result.pauses} pauses`,
    `doubled leases ${result.doubledLeases}, doubled commits ${result.doubledCommits}, lost sites ${result.lostSites}`,
    `${result.refusedCommits} late commits refused`,
    `impolite requests ${result.impolite}, smallest gap ${result.smallestGapMs} ms`,
    `a site came back ${(result.longestReturnMs / 1_000).toFixed(1)} s after its lease at the latest`,
    `first run ${(result.shareOfFirstRun * 100).toFixed(1)} % of leases, pages of a worker ${result.pagesOfWorkers.join(' to ')}`,
  ].join('; ');
