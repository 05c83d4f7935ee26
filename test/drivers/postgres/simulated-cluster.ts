/** A cluster of simulated workers over the real queue: one event after another, at the time of a clock that we set. */

import { randomUUID } from 'node:crypto';
import { Heap } from '../../../src/crawl/frontier/heap.ts';
import { openPostgresStore } from '../../../src/drivers/postgres/index.ts';
import type { PostgresStore } from '../../../src/drivers/postgres/store.ts';
import { seededRandom } from '../../../src/foundation/learning/index.ts';
import type { RandomSource } from '../../../src/foundation/learning/random.ts';
import {
  type Coordination,
  type HostTurn,
  type Leadership,
  LeaseEndedError,
  type SiteLease,
} from '../../../src/storage/index.ts';
import type { PostgresServer } from './server.ts';

export interface SimulationOptions {
  readonly sites: number;
  readonly workers: number;
  /** Of the simulated clock. */
  readonly minutes: number;
  /** How often a worker is killed or paused. */
  readonly minutesBetweenFaults: number;
}

export interface SimulationResult {
  readonly seed: number;
  readonly leases: number;
  readonly pages: number;
  readonly kills: number;
  readonly pauses: number;
  /** Commits of workers that had lost their site: none was written. */
  readonly refusedCommits: number;
  /** Leases of a site that another worker held at that time. */
  readonly doubledLeases: number;
  /** Commits that were written though another worker held the site. */
  readonly doubledCommits: number;
  /** Sites that are neither done nor can be leased at the end. */
  readonly lostSites: number;
  /** Requests that came to a host too early. */
  readonly impolite: number;
  readonly smallestGapMs: number;
  /** How long a site was without a worker that died, at most and beyond its lease time. */
  readonly longestReturnMs: number;
  /** Share of leases that the first of two runs got while both had sites. */
  readonly shareOfFirstRun: number;
  /** Pages of the worker with the most and the fewest, of those that lived all the time. */
  readonly pagesOfWorkers: readonly [number, number];
}

const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const LEAD_MS = 15_000;
const SITES_AT_ONCE = 4;
const DELAY_MS = 1_000;
const PAGE_MS = 10_000;
/** Hosts that pages of all sites ask for something. */
const SHARED_HOSTS = 20;

interface Held {
  readonly worker: string;
  readonly epoch: number;
  until: number;
}

/** What nobody but the simulation knows: who holds what in truth, and when hosts were asked. */
class Truth {
  readonly holders = new Map<string, Held>();
  readonly asked = new Map<string, number>();
  /** When the worker of a site died. */
  readonly orphans = new Map<string, number>();
  leases = 0;
  pages = 0;
  kills = 0;
  pauses = 0;
  refusedCommits = 0;
  doubledLeases = 0;
  doubledCommits = 0;
  impolite = 0;
  smallestGapMs = Number.POSITIVE_INFINITY;
  longestReturnMs = 0;
  readonly ofRuns = [0, 0];

  took(lease: SiteLease, now: number): void {
    const key = keyOf(lease);
    const holder = this.holders.get(key);
    if (holder !== undefined && holder.until > now) this.doubledLeases++;
    this.holders.set(key, { worker: lease.worker, epoch: lease.epoch, until: now + LEASE_MS });
    this.leases++;
    const orphaned = this.orphans.get(key);
    if (orphaned !== undefined)
      this.longestReturnMs = Math.max(this.longestReturnMs, now - orphaned - LEASE_MS);
    this.orphans.delete(key);
  }

  committed(lease: SiteLease, now: number): void {
    const holder = this.holders.get(keyOf(lease));
    const isMine = holder?.worker === lease.worker && holder.epoch === lease.epoch && holder.until > now;
    if (!isMine) this.doubledCommits++;
    this.pages++;
  }

  request(host: string, now: number): void {
    const before = this.asked.get(host);
    if (before !== undefined) {
      const gap = now - before;
      this.smallestGapMs = Math.min(this.smallestGapMs, gap);
      if (gap < DELAY_MS) this.impolite++;
    }
    this.asked.set(host, now);
  }
}

const keyOf = ({ runId, site }: Pick<SiteLease, 'runId' | 'site'>): string => `${runId} ${site}`;

/** Takes the place of the clocks of the store and of its jobs. A sequence is read as a table, so that the planner thinks it costly. */
export async function setVirtualClock(server: PostgresServer, database: string): Promise<void> {
  await server.run(
    `create sequence virtual_clock;
     create or replace function store_clock() returns bigint language sql volatile
       as $$ select last_value from public.virtual_clock $$;
     create or replace function fieldfare_jobs.job_now() returns timestamptz language sql stable
       as $$ select to_timestamp(last_value / 1000.0) from public.virtual_clock $$;
     alter database ${database} set jit = off`,
    database,
  );
}

/** @param seeds are simulated one after another, each with runs of its own */
export async function simulateCluster(
  server: PostgresServer,
  { seeds, ...options }: SimulationOptions & { readonly seeds: Iterable<number> },
  tell: (result: SimulationResult) => void,
): Promise<void> {
  const database = `simulation_${randomUUID().slice(0, 8)}`;
  await server.run(`create database ${database}`);
  const url = server.url(database);
  await (await openPostgresStore(url, '/tmp', { mode: 'share' })).close();
  await setVirtualClock(server, database);
  const store = await openPostgresStore(url, '/tmp', { mode: 'share' });
  try {
    for (const seed of seeds) tell(await new Simulation(store, options, seed).run());
  } finally {
    await store.close();
    await server.run(`drop database ${database} with (force)`);
  }
}

interface Event {
  readonly at: number;
  readonly order: number;
  readonly worker: SimulatedWorker | undefined;
  readonly run: () => Promise<void>;
}

interface SimulatedWorker {
  readonly id: string;
  /** How far the clock of its machine is off. It is never asked what time it is but by this worker. */
  readonly clockOffMs: number;
  readonly bornAt: number;
  isDead: boolean;
  pausedUntil: number;
  pages: number;
  leases: SiteLease[];
  readonly lead: Map<number, Leadership>;
}

class Simulation {
  private readonly store: PostgresStore;
  private readonly coordination: Coordination;
  private readonly options: SimulationOptions;
  private readonly random: RandomSource;
  private readonly truth = new Truth();
  private readonly events = new Heap<Event>((a, b) => (a.at === b.at ? a.order < b.order : a.at < b.at));
  private readonly workers: SimulatedWorker[] = [];
  private readonly left = new Map<string, number>();
  private readonly seed: number;
  private readonly runs: readonly number[];
  private now = 1_000_000;
  /** Of the clock in the database, which is set where somebody is about to ask for it. */
  private told = 0;
  private count = 0;

  constructor(store: PostgresStore, options: SimulationOptions, seed: number) {
    this.store = store;
    this.options = options;
    this.seed = seed;
    this.runs = [2 * seed + 1, 2 * seed + 2];
    if (store.coordination === undefined) throw new Error('the store is not shared');
    this.coordination = store.coordination;
    this.random = seededRandom(seed);
  }

  async run(): Promise<SimulationResult> {
    await this.begin();
    const { workers, minutes } = this.options;
    for (let i = 0; i < workers; i++) this.addWorker(i * 20);
    const end = this.now + minutes * 60_000;
    this.later(60_000 / workers, undefined, () => this.fault(end));
    while (true) {
      const event = this.events.pop();
      if (event === undefined || event.at > end) break;
      const { worker } = event;
      if (worker?.isDead) continue;
      if (worker !== undefined && worker.pausedUntil > event.at) {
        this.push(worker.pausedUntil, worker, event.run);
        continue;
      }
      this.now = event.at;
      await event.run();
    }
    const begun = this.now - minutes * 60_000 + 60_000;
    const lived = this.workers.filter(({ isDead, bornAt }) => !isDead && bornAt <= begun);
    const pages = lived.map((worker) => worker.pages);
    const { ofRuns, holders: _, asked: __, orphans: ___, ...figures } = this.truth;
    const lostSites = await this.lostSites();
    await this.store.transaction(async (trx) => {
      for (const runId of this.runs) await trx.runs.delete(runId);
    });
    return {
      ...figures,
      seed: this.seed,
      lostSites,
      shareOfFirstRun: ofRuns[0]! / (ofRuns[0]! + ofRuns[1]!),
      pagesOfWorkers: [Math.min(...pages), Math.max(...pages)],
    };
  }

  private async begin(): Promise<void> {
    await this.setClock();
    const each = this.options.sites / this.runs.length;
    for (const runId of this.runs) {
      await this.coordination.runs.begin(runId, {}, {});
      const leader = (await this.coordination.runs.lead(runId, 'begin', LEAD_MS))!;
      for (let from = 0; from < each; from += 5_000) {
        const sites = Array.from({ length: Math.min(5_000, each - from) }, (_, i) => ({
          site: `s${from + i}.test`,
          score: Math.floor(this.random() * 100) / 100,
        }));
        await this.coordination.sites.put(leader, sites);
      }
      await this.coordination.runs.resign(leader);
    }
  }

  private push(at: number, worker: SimulatedWorker | undefined, run: () => Promise<void>): void {
    this.events.push({ at, order: this.count++, worker, run });
  }

  private later(ms: number, worker: SimulatedWorker | undefined, run: () => Promise<void>): void {
    this.push(this.now + Math.max(1, Math.round(ms)), worker, run);
  }

  private async setClock(): Promise<void> {
    if (this.told === this.now) return;
    this.told = this.now;
    await this.store.run('select setval(?::text::regclass, ?::bigint)', ['virtual_clock', this.now]);
  }

  private addWorker(inMs: number): void {
    const worker: SimulatedWorker = {
      id: `w${this.workers.length}`,
      clockOffMs: Math.round((this.random() - 0.5) * 7_200_000),
      bornAt: this.now,
      isDead: false,
      pausedUntil: 0,
      pages: 0,
      leases: [],
      lead: new Map(),
    };
    this.workers.push(worker);
    this.later(inMs, worker, () => this.tick(worker));
    this.later(inMs + RENEW_MS, worker, () => this.renew(worker));
  }

  /** Kills or pauses a worker now and then, a leader more often; another one comes for each that is killed. */
  private async fault(end: number): Promise<void> {
    const living = this.workers.filter(({ isDead, pausedUntil }) => !isDead && pausedUntil <= this.now);
    const leaders = living.filter(({ lead }) => lead.size > 0);
    const among = this.random() < 0.2 && leaders.length > 0 ? leaders : living;
    const worker = among[Math.floor(this.random() * among.length)];
    if (worker !== undefined && this.random() < 0.5) {
      worker.isDead = true;
      this.truth.kills++;
      for (const lease of worker.leases) {
        const holder = this.truth.holders.get(keyOf(lease));
        if (holder?.worker === worker.id && holder.until > this.now)
          this.truth.orphans.set(keyOf(lease), holder.until - LEASE_MS);
      }
      this.addWorker(5_000);
    } else if (worker !== undefined) {
      worker.pausedUntil = this.now + 1_000 + Math.round(this.random() * 60_000);
      this.truth.pauses++;
    }
    const { minutesBetweenFaults, workers } = this.options;
    const meanMs = (minutesBetweenFaults * 60_000) / workers;
    if (this.now < end) this.later(meanMs * 2 * this.random(), undefined, () => this.fault(end));
  }

  /** Once a second: leads where nobody does, and takes sites. */
  private async tick(worker: SimulatedWorker): Promise<void> {
    this.later(1_000, worker, () => this.tick(worker));
    const { runs, sites } = this.coordination;
    const room = SITES_AT_ONCE - worker.leases.length;
    // A few workers stand by for leading, as all of them would ask for nothing but the same row.
    const mayLead = this.workers.indexOf(worker) % 10 === 0 || worker.lead.size > 0;
    if (room > 0 || mayLead) await this.setClock();
    if (mayLead)
      for (const runId of this.runs) {
        const leadership = await runs.lead(runId, worker.id, LEAD_MS);
        if (leadership === undefined) worker.lead.delete(runId);
        else {
          worker.lead.set(runId, leadership);
          await sites.offer(leadership, this.options.workers * 2).catch(refused);
        }
      }
    if (room === 0) return;
    for (const lease of await sites.take(worker.id, room, LEASE_MS)) {
      this.truth.took(lease, this.now);
      this.truth.ofRuns[this.runs.indexOf(lease.runId)]!++;
      worker.leases.push(lease);
      this.later(this.random() * 1_000, worker, () => this.page(worker, lease));
    }
  }

  private async renew(worker: SimulatedWorker): Promise<void> {
    this.later(RENEW_MS, worker, () => this.renew(worker));
    if (worker.leases.length === 0) return;
    await this.setClock();
    worker.leases = [...(await this.coordination.sites.renew(worker.leases, LEASE_MS))];
    for (const lease of worker.leases) {
      const holder = this.truth.holders.get(keyOf(lease));
      if (holder?.epoch === lease.epoch) holder.until = this.now + LEASE_MS;
    }
  }

  /** One page of a site; now and then it asks a host that is not of its site, or tells another site of a link. */
  private async page(worker: SimulatedWorker, lease: SiteLease): Promise<void> {
    if (!worker.leases.includes(lease)) return;
    const host =
      this.random() < 0.2
        ? `shared${Math.floor(this.random() * SHARED_HOSTS)}.${this.seed}.test`
        : `${lease.runId}.${lease.site}`;
    await this.ask(worker, host, () => this.commit(worker, lease));
  }

  /** Waits for a turn by the clock of the worker's machine, and takes another where it wakes too late. */
  private async ask(worker: SimulatedWorker, host: string, then: () => Promise<void>): Promise<void> {
    const localTime = () => this.now + worker.clockOffMs;
    const sent = localTime();
    await this.setClock();
    const turn: HostTurn = await this.coordination.hosts.reserve(host, worker.id, DELAY_MS);
    const wayBackMs = this.random() * 20;
    const lastAt = worker.pausedUntil;
    this.later(wayBackMs + turn.waitMs, worker, async () => {
      if (localTime() > sent + turn.waitMs + turn.withinMs) return this.ask(worker, host, then);
      // Its own last request to the host may have been late in its turn.
      const early =
        (this.own.get(`${worker.id} ${host}`) ?? Number.NEGATIVE_INFINITY) + DELAY_MS - localTime();
      if (early > 0 || worker.pausedUntil !== lastAt) return this.ask(worker, host, then);
      this.own.set(`${worker.id} ${host}`, localTime());
      this.truth.request(host, this.now);
      this.later(50 + this.random() * 5_000, worker, then);
    });
  }

  /** When a worker asked a host last, by its own clock. */
  private readonly own = new Map<string, number>();

  private async commit(worker: SimulatedWorker, lease: SiteLease): Promise<void> {
    if (!worker.leases.includes(lease)) return;
    const key = keyOf(lease);
    const left = this.left.get(key) ?? 1 + Math.floor(this.random() * 8);
    await this.setClock();
    try {
      await this.store.transaction(
        async (trx) => {
          const others = this.random() < 0.3 ? [this.otherSite()] : [];
          await trx.coordination?.inbox.post(lease.runId, others);
          await trx.coordination?.inbox.take(lease.runId, [lease.site], 100);
        },
        { under: [lease], survives: 'process' },
      );
    } catch (error) {
      refused(error);
      this.truth.refusedCommits++;
      worker.leases = worker.leases.filter((one) => one !== lease);
      return;
    }
    this.truth.committed(lease, this.now);
    worker.pages++;
    this.left.set(key, left - 1);
    if (left > 1) return this.later(PAGE_MS * (0.5 + this.random()), worker, () => this.page(worker, lease));
    worker.leases = worker.leases.filter((one) => one !== lease);
    if (await this.coordination.sites.give(lease, 'done')) this.truth.holders.delete(key);
    // A site that is woken has one page more.
    this.left.set(key, 1);
  }

  private otherSite(): { readonly site: string; readonly note: string } {
    return {
      site: `s${Math.floor((this.random() * this.options.sites) / this.runs.length)}.test`,
      note: 'link',
    };
  }

  /** Every worker dies; what was not done has to come back. */
  private async lostSites(): Promise<number> {
    this.now += LEASE_MS + LEAD_MS + 1_000;
    await this.setClock();
    const { runs, sites } = this.coordination;
    for (const runId of this.runs) {
      const leadership = (await runs.lead(runId, 'end', LEAD_MS))!;
      await sites.offer(leadership, 0);
    }
    const [row] = await this.store.run<{ lost: number }>(
      `select count(*) as lost from site_queue left join fieldfare_jobs.job on job.id = site_queue.job
         and job.state in ('created', 'retry')
       where site_queue.run_id = any(?::bigint[]) and (site_queue.state = 'leased'
         or (site_queue.state = 'queued' and job.id is null)
         or (site_queue.state in ('idle', 'done') and job.id is not null)
         or (site_queue.state = 'done' and exists (select from site_note
           where site_note.run_id = site_queue.run_id and site_note.site = site_queue.site)))`,
      [this.runs],
    );
    return row?.lost ?? Number.NaN;
  }
}

function refused(error: unknown): undefined {
  if (!(error instanceof LeaseEndedError)) throw error;
}
