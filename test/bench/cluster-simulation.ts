import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { startPostgres } from '../drivers/postgres/server.ts';
import { optionsOf } from './cluster-options.ts';
import { type SimulationOptions, type SimulationResult, simulateCluster } from './cluster-web.ts';

/**
 * `npm run bench -- cluster-simulation --seeds 1-1000 --sites 300 --workers 8 --minutes 1 --results FILE`: the real queue with
 * simulated workers that are killed and paused. Seeds whose results are in the file are not simulated again.
 */
export async function clusterSimulationBench(json: boolean, given: readonly string[]): Promise<void> {
  const { number, text } = optionsOf(given);
  const options: SimulationOptions = {
    sites: number('sites', 300),
    workers: number('workers', 8),
    minutes: number('minutes', 1),
    minutesBetweenFaults: number('minutes-between-faults', 1),
  };
  const [first = 1, last = first] = text('seeds', '1').split('-').map(Number);
  const file = text('results', '');
  const results = file !== '' && existsSync(file) ? resultsIn(file, options) : [];
  const known = new Set(results.map(({ seed }) => seed));
  const seeds = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((i) => !known.has(i));
  const server = await startPostgres();
  if (typeof server === 'string') throw new Error(server);
  try {
    const keep = (result: SimulationResult) => {
      results.push(result);
      if (file !== '') appendFileSync(file, `${JSON.stringify({ ...options, ...result })}\n`);
    };
    // Each takes the next seed: transactions wait for others to join them, and while one waits, another one works.
    const left = seeds.values();
    await Promise.all(
      Array.from({ length: Math.min(number('parallel', 6), seeds.length) }, () =>
        simulateCluster(server, { ...options, seeds: left }, keep),
      ),
    );
  } finally {
    await server.stop();
  }
  const all = results.filter(({ seed }) => seed >= first && seed <= last);
  process.stdout.write(json ? `${JSON.stringify({ clusterSimulation: all })}\n` : tableOf(all));
}

function resultsIn(file: string, options: SimulationOptions): SimulationResult[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const rows = lines.map((line) => JSON.parse(line) as SimulationOptions & SimulationResult);
  const keys = Object.keys(options) as (keyof SimulationOptions)[];
  return rows.filter((row) => keys.every((key) => row[key] === options[key]));
}

function tableOf(results: readonly SimulationResult[]): string {
  const sum = (value: (result: SimulationResult) => number) =>
    results.reduce((all, result) => all + value(result), 0);
  const most = (value: (result: SimulationResult) => number) => Math.max(...results.map(value));
  const shares = results.map(({ shareOfFirstRun }) => shareOfFirstRun * 100);
  const rows: readonly (readonly [string, number | string])[] = [
    ['seeds', results.length],
    ['leases', sum(({ leases }) => leases)],
    ['pages', sum(({ pages }) => pages)],
    ['kills', sum(({ kills }) => kills)],
    ['pauses', sum(({ pauses }) => pauses)],
    ['late commits, all refused', sum(({ refusedCommits }) => refusedCommits)],
    ['doubled leases', sum(({ doubledLeases }) => doubledLeases)],
    ['doubled commits', sum(({ doubledCommits }) => doubledCommits)],
    ['lost sites', sum(({ lostSites }) => lostSites)],
    ['requests that came too early', sum(({ impolite }) => impolite)],
    ['smallest gap between requests to a host, ms', -most(({ smallestGapMs }) => -smallestGapMs)],
    ['longest return of a site after its lease, s', (most((one) => one.longestReturnMs) / 1_000).toFixed(1)],
    ['leases of the first run, %', `${Math.min(...shares).toFixed(1)} to ${Math.max(...shares).toFixed(1)}`],
  ];
  const broken = results.filter(
    (one) => one.doubledLeases + one.doubledCommits + one.lostSites + one.impolite > 0,
  );
  const told =
    broken.length === 0 ? '' : `seeds with violations: ${broken.map(({ seed }) => seed).join(', ')}\n`;
  return `| what | how often |\n|---|---|\n${rows.map(([what, value]) => `| ${what} | ${value} |\n`).join('')}${told}`;
}
