/** A phase of a run as one process works on it beside others: the sites that it holds, one archive part, one crawl. */

import { hostname } from 'node:os';
import { join } from 'node:path';
import type { HarvestEvent } from '../crawl/events/index.ts';
import {
  type Crawl,
  type FormQueries,
  openCrawl,
  Pause,
  type PlannedRun,
  RunShare,
} from '../crawl/run/index.ts';
import { denyListOf, httpClientOptions, type ResolvedOptions } from '../crawl/settings/index.ts';
import type { Domain } from '../foundation/domain/index.ts';
import { createHttpClient, openTransport } from '../foundation/http/index.ts';
import { type ExchangeLog, openExchangeLog, shiftedLog } from '../foundation/warc/index.ts';
import { archiveFolder, partName } from '../library/index.ts';
import { PART_BYTES, type RunPhase, type SharedRun, type SiteLease, type Store } from '../storage/index.ts';
import { readyReader } from './ready-reader.ts';
import { coordinationOf } from './shared-store.ts';

export interface WorkPlace {
  readonly store: Store;
  readonly worker: string;
  /** Holds up what this process does of the run. */
  readonly pause?: Pause | undefined;
  emit(event: HarvestEvent): void;
}

/** Not offered again for so long, where a budget is used up. */
const SPENT_MS = 2_000;

export class RunWork {
  readonly runId: number;
  readonly phase: RunPhase;
  readonly options: ResolvedOptions;
  readonly wanted: readonly Domain[];
  /** What ended the work before its time. */
  failure: unknown;
  private readonly store: Store;
  private readonly share: RunShare;
  private readonly crawl: Crawl;
  private readonly log: ExchangeLog;
  private readonly closing: (() => Promise<unknown>)[];
  private readonly stopper = new AbortController();
  /** Sites that are ready to be worked on, of those whose leases it has. */
  private readonly ready = new Set<string>();
  private isArchiving = false;
  private queries: FormQueries | undefined;
  private running: Promise<unknown> = Promise.resolve();

  private constructor(
    { store }: WorkPlace,
    phase: RunPhase,
    opened: {
      readonly plan: PlannedRun;
      readonly wanted: readonly Domain[];
      readonly share: RunShare;
      readonly crawl: Crawl;
      readonly log: ExchangeLog;
      readonly closing: (() => Promise<unknown>)[];
    },
  ) {
    this.store = store;
    this.phase = phase;
    this.options = opened.plan.options;
    this.wanted = opened.wanted;
    this.share = opened.share;
    this.runId = opened.share.runId;
    this.crawl = opened.crawl;
    this.log = opened.log;
    this.closing = opened.closing;
  }

  static async open(place: WorkPlace, { runId, phase }: SharedRun, plan: PlannedRun): Promise<RunWork> {
    const { store, worker, pause = new Pause(), emit } = place;
    const closing: (() => Promise<unknown>)[] = [];
    try {
      const { options } = plan;
      const onWarning = (message: string) => emit({ type: 'warning', message });
      const { classifiers, reader } = await readyReader(options, closing, onWarning);
      const web = typeof options.web === 'string' ? await openTransport(options.web, options) : options.web;
      if (typeof options.web === 'string') closing.push(() => web.close());
      const coordination = coordinationOf(store);
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
      const deny = denyListOf(options, classifiers.wanted);
      const http = createHttpClient({ transport: web, log, deny, ...httpClientOptions(options) });
      const share = new RunShare({ runId, worker, part, coordination });
      const crawl = await openCrawl({
        plan,
        share,
        storage: { runId, store, log },
        network: { transport: web, http, deny },
        analysis: { classifiers, reader },
        closing,
        pause,
        emit,
      });
      const { wanted } = classifiers;
      const work = new RunWork(place, phase, { plan, wanted, share, crawl, log, closing });
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
      this.failure ??= error;
    });
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

  /** Begins to work on a site. */
  async hold(lease: SiteLease): Promise<void> {
    this.share.hold(lease);
    await (this.queries ?? this.crawl.held)?.hold(lease.site);
    this.ready.add(lease.site);
  }

  /** The lease of a site is lost: nothing that is found there is kept any more. */
  drop(site: string): void {
    this.ready.delete(site);
    this.share.drop(site);
    (this.queries ?? this.crawl.held)?.drop(site);
  }

  /** Takes in what others found, and gives sites back that have nothing left. */
  async step(): Promise<void> {
    if (this.held.length === 0) return;
    await this.share.refill(this.used);
    if (this.queries === undefined) await this.crawl.held?.takeIn([...this.ready]);
    for (const site of [...this.ready]) {
      const isDone = (this.queries ?? this.crawl.held)?.isDone(site) ?? true;
      if (isDone) await this.give(site, 'done');
      else if (this.share.isSpent && this.crawl.held?.isResting(site))
        await this.give(site, 'idle', SPENT_MS);
    }
  }

  private async give(site: string, state: 'idle' | 'done', notBeforeMs = 0): Promise<void> {
    (this.queries ?? this.crawl.held)?.drop(site);
    this.ready.delete(site);
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
