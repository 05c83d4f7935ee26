import { loadavg } from 'node:os';
import { openPostgresStore } from '../../src/drivers/postgres/index.ts';
import type { Coordination, Leadership, SiteLease } from '../../src/storage/index.ts';
import { type PostgresServer, startPostgres } from '../drivers/postgres/server.ts';
import { postmasterOf } from './cluster-costs.ts';
import { optionsOf } from './cluster-options.ts';
import { familyCpuMs } from './tree-cpu.ts';

interface LeaseOptions {
  readonly sites: number;
  readonly clients: number;
  readonly seconds: number;
  /** Between two leases of a client. */
  readonly pauseMs: number;
}

/** Milliseconds. */
interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

interface LeaseTimes extends LeaseOptions {
  /** CPU of the server, in milliseconds: of a site that is put or scored, an offer of {@link OFFERED} sites, a lease, a return. */
  readonly server: Readonly<Record<'put' | 'score' | 'scoreSame' | 'offer' | 'lease' | 'give', number>>;
  readonly leases: Percentiles;
  readonly offers: Percentiles;
  /** While all sites get another score. */
  readonly leasesScoring: Percentiles;
  readonly offersScoring: Percentiles;
  readonly scoringSeconds: number;
  readonly load: number;
}

const LEAD_MS = 3_600_000;
/** As a leader puts them. */
const BATCH = 5_000;
/** Offered at once by an offer that is measured. */
const OFFERED = 80;
const OFFERS = 50;
const RETURNED_FOR_MS = 1_000;

/**
 * `npm run bench -- cluster-leases --sites 1000000 --clients 8 --seconds 10 --pause 20`: what it takes of the server to offer,
 * lease and score sites while so many wait, one statement after another; then how long leases take while all come together.
 */
export async function clusterLeasesBench(json: boolean, given: readonly string[]): Promise<void> {
  const { number } = optionsOf(given);
  const [sites, clients] = [number('sites', 1_000_000), number('clients', 8)];
  const options = { sites, clients, seconds: number('seconds', 10), pauseMs: number('pause', 20) };
  const server = await startPostgres();
  if (typeof server === 'string') throw new Error(server);
  try {
    const times = await measure(server, options);
    process.stdout.write(json ? `${JSON.stringify({ clusterLeases: times })}\n` : told(times));
  } finally {
    await server.stop();
  }
}

async function measure(server: PostgresServer, options: LeaseOptions): Promise<LeaseTimes> {
  const { sites, clients, seconds } = options;
  await server.run('create database leases');
  const postmaster = await postmasterOf(server);
  const opened = [];
  for (let i = 0; i <= clients; i++)
    opened.push(await openPostgresStore(server.url('leases'), '/tmp', { mode: 'share' }));
  const [leading, ...working] = opened.map(({ coordination }) => coordination as Coordination);
  try {
    const { runs, sites: queue } = leading!;
    await runs.begin(1, {}, {});
    const leader = (await runs.lead(1, 'leader', LEAD_MS))!;
    const score = (shift: number) => scoreAll(leading!, leader, sites, shift);
    /** @returns CPU of the server for each of so many */
    const cpuOf = async (count: number, work: () => Promise<unknown>): Promise<number> => {
      const before = familyCpuMs(postmaster) ?? Number.NaN;
      await work();
      return ((familyCpuMs(postmaster) ?? Number.NaN) - before) / count;
    };
    const put = await cpuOf(sites, () => score(0));
    await server.run('vacuum analyze site_queue', 'leases');
    const scoreOne = await cpuOf(sites, () => score(1));
    const scoreSame = await cpuOf(sites, () => score(1));
    const offer = await cpuOf(OFFERS, async () => {
      for (let i = 1; i <= OFFERS; i++) await queue.offer(leader, i * OFFERED);
    });
    const taken: SiteLease[] = [];
    const lease = await cpuOf(OFFERS, async () => {
      for (let i = 0; i < OFFERS; i++) taken.push(...(await working[0]!.sites.take('w0', 1, LEAD_MS)));
    });
    const give = await cpuOf(taken.length, async () => {
      for (const one of taken) await working[0]!.sites.give(one, 'idle');
    });
    await queue.withdraw(leader);
    const phase = inPhases(working, leading!, leader, options);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    const plain = phase.next();
    const began = performance.now();
    await score(2);
    const scoringSeconds = (performance.now() - began) / 1_000;
    const scoring = phase.next();
    await phase.end();
    return {
      ...options,
      server: { put, score: scoreOne, scoreSame, offer, lease, give },
      leases: plain.leases,
      offers: plain.offers,
      leasesScoring: scoring.leases,
      offersScoring: scoring.offers,
      scoringSeconds,
      load: loadavg()[0] ?? Number.NaN,
    };
  } finally {
    for (const store of opened) await store.close();
    await server.run('drop database leases with (force)');
  }
}

async function scoreAll({ sites: queue }: Coordination, leader: Leadership, sites: number, shift: number) {
  for (let from = 0; from < sites; from += BATCH)
    await queue.put(
      leader,
      Array.from({ length: Math.min(BATCH, sites - from) }, (_, i) => ({
        site: `s${from + i}.test`,
        score: ((from + i) * 7_919 + shift) % 10_007,
      })),
    );
}

/** Clients lease and return sites, and the leader offers more, until the end; times are by the clock of this machine. */
function inPhases(
  working: readonly Coordination[],
  { sites: queue }: Coordination,
  leader: Leadership,
  { clients, pauseMs }: LeaseOptions,
) {
  let isOver = false;
  let [leases, offers]: number[][] = [[], []];
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const timed = async <T>(into: () => number[], work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work();
    into().push(performance.now() - from);
    return result;
  };
  const offering = async () => {
    for (; !isOver; await pause(500))
      await timed(
        () => offers!,
        () => queue.offer(leader, clients * 32),
      );
  };
  const leasing = async ({ sites: mine }: Coordination, i: number) => {
    while (!isOver) {
      const [lease] = await timed(
        () => leases!,
        () => mine.take(`w${i}`, 1, 60_000),
      );
      await pause(pauseMs);
      if (lease !== undefined) await mine.give(lease, 'idle', RETURNED_FOR_MS);
    }
  };
  const all = Promise.all([offering(), ...working.map(leasing)]);
  return {
    next() {
      const result = { leases: percentilesOf(leases!), offers: percentilesOf(offers!) };
      [leases, offers] = [[], []];
      return result;
    },
    async end() {
      isOver = true;
      await all;
    },
  };
}

function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? Number.NaN };
}

function told(times: LeaseTimes): string {
  const { server, sites, clients, load } = times;
  const of = ({ count, p50, p95, max }: Percentiles) =>
    `${p50.toFixed(1)} ms (95 %: ${p95.toFixed(1)}, most ${max.toFixed(0)}, of ${count})`;
  return [
    `${sites.toLocaleString('en')} sites queued; CPU of the server in ms: a site put ${server.put.toFixed(4)}, scored anew ` +
      `${server.score.toFixed(4)}, scored the same ${server.scoreSame.toFixed(4)}; an offer of ${OFFERED} sites ` +
      `${server.offer.toFixed(1)}, a lease ${server.lease.toFixed(1)}, a return ${server.give.toFixed(1)}`,
    `${clients} clients: a lease takes ${of(times.leases)}, an offer ${of(times.offers)}`,
    `while all get another score in ${times.scoringSeconds.toFixed(1)} s: a lease ${of(times.leasesScoring)}, an offer ` +
      `${of(times.offersScoring)} (load ${load.toFixed(1)})`,
    '',
  ].join('\n');
}
