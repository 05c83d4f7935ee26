/** A phase of a run as one process works on it beside others: the sites that it holds, one archive part, one crawl. */

import { hostname } from 'node:os';
import { join } from 'node:path';
import { publishedTopicModels, readyReader } from '../../app/index.ts';
import type { HarvestEvent } from '../../crawl/events/index.ts';
import {
  type Crawl,
  type FormQueries,
  openCrawl,
  Pause,
  type PlannedRun,
  Scope,
  storedScope,
} from '../../crawl/run/index.ts';
import { httpClientOptions, type ResolvedOptions } from '../../crawl/settings/index.ts';
import type { Domain } from '../../foundation/domain/index.ts';
import { createHttpClient, openTransport } from '../../foundation/http/index.ts';
import { type ExchangeLog, openExchangeLog } from '../../foundation/warc/index.ts';
import { archiveFolder, partName } from '../../library/index.ts';
import {
  coordinationOf,
  PART_BYTES,
  type RunPhase,
  type RunSignal,
  rankerVersions,
  type SharedRun,
  type SiteLease,
  type Store,
} from '../../storage/index.ts';
import { rankerOf } from './ranker-versions.ts';
import type { SharedLearning } from './shared-learning.ts';
import { shiftedLog } from './shifted-log.ts';
import { WorkerShare } from './worker-share.ts';

export interface WorkPlace {
  readonly store: Store;
  readonly worker: string;
  /** Holds up what this process does of the run. */
  readonly pause?: Pause | undefined;
  emit(event: HarvestEvent): void;
}

/** Not offered again for so long, where a budget is used up or an older lease is being left. */
const SPENT_MS = 2_000;

export class RunWork {
  readonly runId: number;
  readonly phase: RunPhase;
  readonly options: ResolvedOptions;
  readonly wanted: readonly Domain[];
  private readonly store: Store;
  private readonly share: WorkerShare;
  private readonly crawl: Crawl;
  private readonly log: ExchangeLog;
  private readonly closing: (() => Promise<unknown>)[];
  private readonly stopper = new AbortController();
  /** Sites that are ready to be worked on, of those whose leases it has. */
  private readonly ready = new Set<string>();
  /** Sites to be given back as soon as nothing of them is under way. */
  private readonly leaving = new Set<string>();
  private rankerVersion = 0;
  private readonly pause: Pause;
  private signal: RunSignal = 'go';
  private isArchiving = false;
  private queries: FormQueries | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private ended: unknown;

  private constructor(
    { store, pause = new Pause() }: WorkPlace,
    phase: RunPhase,
    opened: {
      readonly plan: PlannedRun;
      readonly wanted: readonly Domain[];
      readonly share: WorkerShare;
      readonly crawl: Crawl;
      readonly log: ExchangeLog;
      readonly closing: (() => Promise<unknown>)[];
    },
  ) {
    this.store = store;
    this.pause = pause;
    this.phase = phase;
    this.options = opened.plan.options;
    this.wanted = opened.wanted;
    this.share = opened.share;
    this.runId = opened.share.runId;
    this.crawl = opened.crawl;
    this.log = opened.log;
    this.closing = opened.closing;
  }

  static async open(place: WorkPlace, run: SharedRun, plan: PlannedRun): Promise<RunWork> {
    const { store, worker, pause = new Pause(), emit } = place;
    const { runId, phase } = run;
    const closing: (() => Promise<unknown>)[] = [];
    try {
      const { options } = plan;
      const onWarning = (message: string) => emit({ type: 'warning', message });
      const coordination = coordinationOf(store);
      const topics = await publishedTopicModels(coordination.contents, run);
      const { classifiers, reader } = await readyReader(options, closing, onWarning, topics);
      const web = typeof options.web === 'string' ? await openTransport(options.web, options) : options.web;
      if (typeof options.web === 'string') closing.push(() => web.close());
      const row = await store.runs.get(runId);
      const archive = row && archiveFolder(row);
      const address = archive?.address ?? `${hostname()}:${store.runFolder(runId)}`;
      const { part } = await coordination.parts.add(runId, worker, address);
      const folder = archive?.folder(partName(part));
      const own = await openExchangeLog(join(store.runFolder(runId), partName(part)), {
        acknowledged: 0,
        archive: folder && { folder, onWarning },
        maxFileBytes: options.warcSize,
      });
      closing.push(() => own.close());
      const log = shiftedLog(own, part * PART_BYTES);
      const scope = new Scope(await storedScope(store, runId), classifiers.wanted);
      const http = createHttpClient({ transport: web, log, deny: scope.deny, ...httpClientOptions(options) });
      const share = new WorkerShare({ runId, worker, part, coordination });
      const crawl = await openCrawl({
        plan,
        share,
        storage: { runId, store, log },
        network: { transport: web, http, scope },
        analysis: { classifiers, reader },
        closing,
        pause,
        emit,
      });
      const { wanted } = classifiers;
      const work = new RunWork({ ...place, pause }, phase, { plan, wanted, share, crawl, log, closing });
      // What was published before is learnt as the crawl is opened.
      work.rankerVersion = rankerVersions(run).length;
      await work.begin();
      return work;
    } catch (error) {
      for (const close of closing.reverse()) await close().catch(() => undefined);
      throw error;
    }
  }

  private async begin(): Promise<void> {
    if (this.phase === 'query') this.queries = await this.crawl.openQueries(this.stopper.signal);
    const running =
      this.queries === undefined ? this.crawl.explore(this.stopper.signal) : this.crawl.ask(this.queries);
    this.running = running.catch((error: unknown) => {
      this.ended ??= error;
    });
  }

  /** Returns what ends the work before its time. */
  get failure(): unknown {
    return this.ended ?? this.crawl.failure;
  }

  get held(): readonly SiteLease[] {
    return this.share.held;
  }

  get pages(): number {
    return this.crawl.progress.pages;
  }

  /** Puts the addresses to start from into the inboxes of their sites. */
  seed(): Promise<number> {
    return this.crawl.seed(this.wanted);
  }

  /** Archives pages with search forms whole, where that is asked for. */
  async archiveWholePages(): Promise<void> {
    this.isArchiving = true;
    const explored = { status: 'complete', reason: null } as const;
    await this.crawl.archiveWholePages(explored, this.stopper.signal).finally(() => {
      this.isArchiving = false;
    });
  }

  /** Returns what the strategy learns while sites are explored. */
  get learning(): SharedLearning | undefined {
    const { learning } = this.share;
    return this.phase === 'explore' && learning?.isNeeded === true ? learning : undefined;
  }

  /** Begins to work on a site; gives it back where what was asked of it under an older lease is not over yet. */
  async hold(lease: SiteLease): Promise<void> {
    if (this.queries?.isResting(lease.site) === false) {
      await coordinationOf(this.store).sites.give(lease, 'idle', SPENT_MS);
      return;
    }
    this.share.hold(lease);
    await (this.queries ?? this.share.exploring)?.hold(lease.site);
    this.ready.add(lease.site);
  }

  /** The lease of a site is lost: nothing that is found there is kept any more. */
  drop(site: string): void {
    this.ready.delete(site);
    this.leaving.delete(site);
    this.share.drop(site);
    (this.queries ?? this.share.exploring)?.drop(site);
  }

  /** Takes in what others found and learned, and gives sites back that have nothing left. */
  async step(run: SharedRun): Promise<void> {
    if (run.signal !== this.signal) this.pause.set(run.signal === 'pause');
    this.signal = run.signal;
    await this.takeUpRankers(run);
    if (this.held.length === 0) return;
    await this.share.refill(this.used);
    if (this.queries === undefined) await this.share.exploring?.takeIn([...this.ready]);
    const isSpent = this.share.isSpent('requests') || (!this.queries && this.share.isSpent('pages'));
    const work = this.queries ?? this.share.exploring;
    for (const site of [...this.ready]) {
      // What failed is not under way any more, and not done.
      if (this.failure !== undefined) return;
      const isResting = work?.isResting(site) ?? true;
      if (this.leaving.has(site)) {
        if (isResting) await this.give(site, 'idle');
      } else if (work?.isDone(site) ?? true) await this.give(site, 'done');
      else if (isSpent && isResting) await this.give(site, 'idle', SPENT_MS);
    }
  }

  /** Takes up the versions of the ranker that were published since, and leaves sites that are worth less than others now. */
  private async takeUpRankers(run: SharedRun): Promise<void> {
    const { learning } = this;
    const published = rankerVersions(run);
    if (learning === undefined || this.rankerVersion === published.length) return;
    const { contents } = coordinationOf(this.store);
    let least: number | null = null;
    for (const hash of published.slice(this.rankerVersion)) {
      const { pages, leastScore } = await rankerOf(contents, hash);
      await learning.takeUp(pages);
      this.rankerVersion++;
      least = leastScore;
    }
    if (least === null) return;
    for (const site of this.ready) if ((learning.scoreOf(site) ?? least) < least) this.leave(site);
  }

  /** Leaves sites, those first that are worth least. @returns how many are being left */
  leaveSome(most: number): number {
    const { learning } = this;
    const worth = (site: string) => learning?.scoreOf(site) ?? Number.NEGATIVE_INFINITY;
    const staying = [...this.ready].filter((site) => !this.leaving.has(site));
    const least = staying.sort((a, b) => worth(a) - worth(b)).slice(0, Math.max(0, most - this.leaving.size));
    for (const site of least) this.leave(site);
    return this.leaving.size;
  }

  /** Gives a site back as soon as nothing of it is under way. */
  private leave(site: string): void {
    this.leaving.add(site);
    if (this.queries === undefined) this.share.exploring?.rest(site);
    else this.queries.drop(site);
  }

  private async give(site: string, state: 'idle' | 'done', notBeforeMs = 0): Promise<void> {
    if (this.queries === undefined) await this.share.exploring?.release(site);
    (this.queries ?? this.share.exploring)?.drop(site);
    this.ready.delete(site);
    this.leaving.delete(site);
    // Before nobody has a site of the run: tokens that nobody uses are no budget that is used up.
    if (this.held.length === 1) await this.share.release(this.used);
    const lease = this.share.drop(site);
    if (lease !== undefined) await coordinationOf(this.store).sites.give(lease, state, notBeforeMs);
  }

  private get used() {
    const { pages, requests } = this.crawl.progress;
    return { pages, requests };
  }

  /**
   * Ends the work: what is under way is finished, sites are given back.
   * @param abandoned the store cannot be reached, or says that the leases are lost: nothing is written any more
   */
  async close(abandoned = false): Promise<void> {
    try {
      this.share.isClosing = true;
      if (abandoned) for (const { site } of this.held) this.drop(site);
      if (this.held.length > 0 || abandoned || this.isArchiving) this.stopper.abort();
      await this.running;
      for (const { site } of this.held) await this.give(site, 'idle');
      if (abandoned) return;
      await this.share.release(this.used);
      await this.log.flush();
      await this.store.transaction((trx) => this.crawl.writeProgress(trx));
      await this.log.deliver();
    } finally {
      for (const close of this.closing.reverse()) await close().catch(() => undefined);
    }
  }
}
