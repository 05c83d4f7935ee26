/**
 * Coordinates processes that work on the same runs, where the engine lets several of them write. All times are milliseconds,
 * by the clock of the database: what a worker is told to wait for is told as a duration.
 *
 * Each method is all or nothing: beside transactions by itself, on a transaction together with its other changes.
 */

import type { RunRow } from './runs.ts';

/** A process that works on runs. */
interface NewWorker {
  /** Unique for ever; a process that starts again takes another one. */
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Of Fieldfare. */
  readonly version: string;
  /** Sites that it works on at once. */
  readonly sites: number;
}

export interface WorkerRow extends NewWorker {
  readonly state: 'working' | 'draining';
  /** How far the clock of its machine was ahead of the database's when it joined, as far as that can be told. */
  readonly clockAheadMs: number;
  /** Sites that it holds. */
  readonly held: number;
  readonly pages: number;
  /** Over the last minute that is known, at least. */
  readonly pagesPerMinute: number;
  readonly joinedAt: number;
  readonly beatAt: number;
  /** False where it has said nothing for {@link WORKER_SILENCE_MS}. */
  readonly isAlive: boolean;
}

/** A worker that has been silent for so long counts as dead; its leases end by themselves, before or after. */
export const WORKER_SILENCE_MS = 60_000;

export interface Workers {
  /**
   * @returns how far this machine's clock is ahead of the database's: nothing depends on it here, S3 refuses some minutes
   * @throws {WorkerRefusedError} workers of another version are alive, or a process has the store for itself
   */
  join(worker: NewWorker): Promise<Pick<WorkerRow, 'clockAheadMs'>>;
  /** @param now pages so far, and sites held */
  beat(id: string, now: Pick<WorkerRow, 'pages' | 'held' | 'state'>): Promise<void>;
  /** Its leases are given back before. */
  leave(id: string): Promise<void>;
  /** By the time of joining. */
  list(): Promise<readonly WorkerRow[]>;
}

export type RunPhase = 'explore' | 'query' | 'finish' | 'ended';

/** Tells workers of a run to go on, to begin nothing new for now, or to leave it. */
export type RunSignal = 'go' | 'pause' | 'stop';

/** Names the one worker that leads a run. A later leader has a larger epoch. */
export interface Leadership {
  readonly runId: number;
  readonly worker: string;
  readonly epoch: number;
}

export interface SharedRun {
  readonly runId: number;
  readonly phase: RunPhase;
  /** What the phase works with (rankers, element table, domain files …): hashes of {@link Contents} by name. */
  readonly contents: Readonly<Record<string, string>>;
  readonly signal: RunSignal;
  /** Who leads it; null where the last leader's time is over. */
  readonly leader: string | null;
}

/** Versions of the ranker, the first one first: hashes of {@link Contents}. */
export const rankerVersions = ({ contents }: Pick<SharedRun, 'contents'>): readonly string[] => {
  const versions: string[] = [];
  for (
    let hash = contents[rankerName(1)];
    hash !== undefined;
    hash = contents[rankerName(versions.length + 1)]
  )
    versions.push(hash);
  return versions;
};

/** Name of a version among what a run works with. */
export const rankerName = (version: number): string => `ranker:${version}`;

export interface SharedRuns {
  /**
   * Offers a run to workers; it is in the phase `explore`. A run that was offered goes on as it was, with these limits and
   * contents added; one that was stopped or paused, too.
   */
  begin(
    runId: number,
    limits: Partial<Readonly<Record<TokenKind, number>>>,
    contents: Readonly<Record<string, string>>,
  ): Promise<void>;
  /** Tells the workers of a run, wherever they are. @returns false where no run of that number is open */
  signal(runId: number, signal: RunSignal): Promise<boolean>;
  /** Runs that have not ended, by number. */
  open(): Promise<readonly SharedRun[]>;
  /** Undefined where it was never offered. */
  get(runId: number): Promise<SharedRun | undefined>;
  /**
   * Begins to lead, or goes on for so long from now.
   * @returns undefined where another worker leads, or the run has ended
   */
  lead(runId: number, worker: string, forMs: number): Promise<Leadership | undefined>;
  /** Another worker may lead at once. */
  resign(leadership: Leadership): Promise<void>;
  /**
   * Begins a phase, and publishes what it works with: names that are not given stay as they are.
   * @throws {LeaseEndedError} another worker leads
   */
  enter(leadership: Leadership, phase: RunPhase, contents?: Readonly<Record<string, string>>): Promise<void>;
}

/**
 * `idle`: has something to do; `queued`: a job waits for a worker; `leased`: a worker has it; `done`: nothing to do, unless
 * something comes into its inbox; `failed`: its workers died too often.
 */
export type QueuedSiteState = 'idle' | 'queued' | 'leased' | 'done' | 'failed';

/** A site that a worker has, until it is given back or not renewed in time. Nobody else has it meanwhile. */
export interface SiteLease {
  readonly runId: number;
  readonly site: string;
  readonly worker: string;
  /** Grows with each lease of the site: what is committed under an older one is refused. */
  readonly epoch: number;
  /** Of its run, when it was taken. */
  readonly phase: RunPhase;
}

/** A commit may depend on it. */
export type Hold = SiteLease | Leadership;

export interface QueuedSite {
  readonly site: string;
  readonly score: number;
  readonly state: QueuedSiteState;
  /** Deaths of workers in a row that count against it. */
  readonly deaths: number;
}

/**
 * Deaths in a row that count against a site, after which it is given up: the worker had brought nothing of it, and a page
 * or query was under way that had been so at an earlier death. A page counts three times before it is parked, so these
 * are three pages. Kills from outside do not meet the same page or query again and again.
 */
export const MOST_DEATHS = 9;

export interface SiteQueue {
  /**
   * Adds sites, `idle` where no state is given; changes score and, where it is given and nobody has or is about to have
   * the site, the state of those that are there.
   * @throws {LeaseEndedError} another worker leads
   */
  put(
    leadership: Leadership,
    sites: readonly {
      readonly site: string;
      readonly score: number;
      readonly state?: 'idle' | 'done';
    }[],
  ): Promise<void>;
  /**
   * A leader calls it about once a second: makes sites idle that are done and have something in their inbox, takes back
   * sites whose leases have ended, leaves those alone whose workers died too often, and offers the best idle ones to
   * workers, so that `most` of the run wait.
   * @throws {LeaseEndedError} another worker leads
   */
  offer(leadership: Leadership, most: number): Promise<Offered>;
  /**
   * Offers none of those sites any more that no worker has taken yet.
   * @throws {LeaseEndedError} another worker leads
   */
  withdraw(leadership: Leadership): Promise<void>;
  /** Leases offered sites: those of the run with the fewest leases first, the best of a run first. */
  take(worker: string, most: number, forMs: number): Promise<readonly SiteLease[]>;
  /** Leases last for so long from now. @returns those that had not ended */
  renew(leases: readonly SiteLease[], forMs: number): Promise<readonly SiteLease[]>;
  /**
   * Ends a lease. A site that is done and has something in its inbox is idle while sites are explored: nobody takes notes
   * out later.
   * @param notBeforeMs an idle site is not offered again before so long from now
   * @returns false, with nothing changed, where it had ended
   */
  give(lease: SiteLease, state: 'idle' | 'done' | 'failed', notBeforeMs?: number): Promise<boolean>;
  /** All sites of a run. */
  counts(runId: number): Promise<SiteCounts>;
  /** Sites of a run by score, the best first, and then by site. */
  list(runId: number, states?: readonly QueuedSiteState[]): Promise<readonly QueuedSite[]>;
  /** Deletes a site of a run that nobody works on, with its notes. */
  delete(runId: number, site: string): Promise<void>;
}

/** Counts what of a run is not done. */
export interface Offered {
  readonly queued: number;
  readonly leased: number;
  /** Those that could not be offered, counted up to 1,000: not yet, or too many wait. */
  readonly idle: number;
}

export type SiteCounts = Readonly<Record<QueuedSiteState, number>>;

/** Notes from whoever finds something to whoever has its site; `''` is the leader of the run. */
export interface Inbox {
  /** Notes are seen once they are committed, each one once. */
  post(runId: number, notes: readonly { readonly site: string; readonly note: string }[]): Promise<void>;
  has(runId: number, sites: readonly string[]): Promise<boolean>;
  /** Notes that wait for those who have sites, site by site and in the order that they came in. */
  waiting(runId: number): AsyncIterable<readonly { readonly site: string; readonly note: string }[]>;
  /** Takes notes out, in the order that they came in. To lose none, do it in the transaction that keeps what they say. */
  take(
    runId: number,
    sites: readonly string[],
    most: number,
  ): Promise<readonly { readonly site: string; readonly note: string }[]>;
}

/** Says when a host may be queried. */
export interface HostTurn {
  /** Wait for so long from when the answer came … */
  readonly waitMs: number;
  /** … and ask no later than so long after `waitMs` from when the turn was asked for: later, take another turn. */
  readonly withinMs: number;
  /** Answers that never came, in a row. */
  readonly failures: number;
}

/** Politeness over all workers: every request takes a turn of its host. */
export interface HostTurns {
  /**
   * Takes the next turn of a host. Requests of two workers come at least `delayMs` apart, wherever in its time each uses its
   * turn; turns of one worker lie `delayMs` apart, and when it asked last is for it to know.
   * @param delayMs the longest that is asked for by us and by the host
   */
  reserve(host: string, worker: string, delayMs: number): Promise<HostTurn>;
  /** Deals no turn of the host for so long from now; turns that were dealt stay. @param failures answers that never came, in a row */
  block(host: string, forMs: number, failures: number): Promise<void>;
}

export type TokenKind = 'pages' | 'requests';

export interface Budgets {
  /** @returns how many were left, at most `most`; `most` where the run has no such limit */
  take(runId: number, kind: TokenKind, most: number): Promise<number>;
  /** Gives back what was not used. */
  give(runId: number, kind: TokenKind, tokens: number): Promise<void>;
  /** Of limited kinds. */
  left(runId: number): Promise<Partial<Readonly<Record<TokenKind, number>>>>;
}

/** Files that workers need, by what they hold, so that none opens a path of another machine. */
export interface Contents {
  /** @returns their hash (SHA-256, hexadecimal) */
  put(content: Uint8Array): Promise<string>;
  get(hash: string): Promise<Uint8Array | undefined>;
}

/** A worker's log of a run. A position in rows is `part * PART_BYTES + offset`; part 0 is the harvest's own. */
export interface ArchivePart {
  readonly runId: number;
  readonly part: number;
  readonly worker: string;
  /** Where it is kept: a folder or bucket that others can read, else host and folder. */
  readonly place: string;
  /** Length up to which rows may point into it. */
  readonly bytes: number;
}

export const PART_BYTES = 2 ** 40;

export interface ArchiveParts {
  /** Begins a part. */
  add(runId: number, worker: string, place: string): Promise<ArchivePart>;
  /**
   * Says how long it is; it never gets shorter by that.
   * @param counts what its worker has done of the run, from the beginning of the part on: runs are read with the sum of all
   */
  acknowledge(
    part: Pick<ArchivePart, 'runId' | 'part' | 'bytes'>,
    counts: Pick<RunRow, 'requests' | 'bytes_in' | 'misses' | 'updated_at'>,
  ): Promise<void>;
  /** Says that nothing of a part lies behind so many bytes any more: it was lost, or a site was left out. */
  cut(part: Pick<ArchivePart, 'runId' | 'part' | 'bytes'>): Promise<void>;
  /** By number. */
  list(runId: number): Promise<readonly ArchivePart[]>;
}

/** Jobs of the queue by what becomes of them. */
export interface JobCounts {
  readonly waiting: number;
  /** After the death of a worker. */
  readonly retried: number;
  readonly active: number;
  readonly dead: number;
}

export interface ClusterOverview {
  readonly workers: readonly WorkerRow[];
  readonly runs: readonly (SharedRun & {
    readonly sites: SiteCounts;
    readonly left: Partial<Readonly<Record<TokenKind, number>>>;
  })[];
  readonly jobs: JobCounts;
  /** Sites that were given up, the latest first; at most 100. */
  readonly deadSites: readonly {
    readonly runId: number;
    readonly site: string;
    readonly deaths: number;
  }[];
}

export interface Coordination {
  readonly workers: Workers;
  readonly runs: SharedRuns;
  readonly sites: SiteQueue;
  readonly inbox: Inbox;
  readonly hosts: HostTurns;
  readonly budgets: Budgets;
  readonly contents: Contents;
  readonly parts: ArchiveParts;
  overview(): Promise<ClusterOverview>;
}
