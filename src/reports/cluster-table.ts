import { textColumns } from '../foundation/text/index.ts';
import { type ClusterOverview, rankerVersions } from '../storage/index.ts';
import { counted, duration, shown, wholeNumber } from './words.ts';

const CLOCK_TOLD_MS = 5_000;
const WORKER_HEADS = 'Worker,Host,Process,Version,State,Sites,At most,Pages,Pages/min'.split(',');
const RUN_HEADS = 'Run,Phase,Leader,Idle,Queued,Leased,Done,Failed,Ranker version,Budget left'.split(',');

const SIGNALS = { pause: 'paused', stop: 'stopped' } as const;

/** Workers, runs, jobs and sites that were given up, for a terminal. */
export function clusterTable({ workers, runs, jobs, deadSites }: ClusterOverview): string {
  const ofWorkers = workers.map((worker) => [
    shown(worker.id, 12),
    shown(worker.host, 30),
    String(worker.pid),
    worker.version,
    worker.isAlive ? worker.state : 'silent',
    wholeNumber(worker.held),
    wholeNumber(worker.sites),
    wholeNumber(worker.pages),
    wholeNumber(worker.pagesPerMinute),
  ]);
  const ofRuns = runs.map(({ runId, phase, signal, contents, leader, sites, left }) => [
    String(runId),
    signal === 'go' ? phase : `${phase}, ${SIGNALS[signal]}`,
    shown(leader ?? 'none', 12),
    ...[sites.idle, sites.queued, sites.leased, sites.done, sites.failed].map(wholeNumber),
    wholeNumber(rankerVersions({ contents }).length),
    Object.entries(left)
      .map(([kind, tokens]) => `${wholeNumber(tokens)} ${kind}`)
      .join(', '),
  ]);
  const pages = workers.reduce((sum, worker) => sum + (worker.isAlive ? worker.pagesPerMinute : 0), 0);
  const alive = workers.filter(({ isAlive }) => isAlive).length;
  const { waiting, retried, active, dead } = jobs;
  return [
    ...(workers.length > 0 ? [...textColumns(WORKER_HEADS, ofWorkers, new Set([2, 5, 6, 7, 8])), ''] : []),
    ...(runs.length > 0 ? [...textColumns(RUN_HEADS, ofRuns, new Set([0, 3, 4, 5, 6, 7, 8])), ''] : []),
    `${counted(alive, 'worker')}, ${counted(runs.length, 'run')}, ${wholeNumber(pages)} pages a minute`,
    `jobs: ${waiting} waiting, ${retried} after the death of a worker, ${active} active, ${counted(dead, 'dead letter')}`,
    ...workers
      .filter(({ clockAheadMs }) => Math.abs(clockAheadMs) >= CLOCK_TOLD_MS)
      .map(
        ({ host, clockAheadMs }) =>
          `the clock of ${shown(host, 30)} is ${duration(Math.abs(clockAheadMs) / 1_000)} ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the database's; S3 refuses some minutes`,
      ),
    ...deadSites.map(
      ({ runId, site, deaths }) =>
        `given up: ${shown(site, 80)} of run ${runId}, with which ${counted(deaths, 'worker')} died`,
    ),
  ].join('\n');
}
