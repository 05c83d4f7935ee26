import type { PersistedForm, RemovedForm } from '../../library/index.ts';
import { type PageRow, type Store, StoreError, type Transaction } from '../../storage/index.ts';
import type { Progress } from '../events/index.ts';
import type { Pause } from './pause.ts';

interface Traffic {
  readonly requests: number;
  readonly bytesReceived: number;
}

/** A point of the growth curve every so many pages: fine at the start, coarser later. */
const sampleAt = (pages: number): boolean => pages % (pages < 500 ? 5 : 50) === 0 || pages === 1;

/** Stored with the pages that they count, so that a resumed run goes on from what is true. */
export class CrawlStatistics {
  private readonly runId: number;
  private readonly wanted: ReadonlySet<string>;
  private readonly now: () => number;
  private readonly pause: Pick<Pause, 'ms'>;
  private readonly traffic: () => Traffic;
  /** Set where several processes work on the run; each counts what it did. */
  private readonly part: number | undefined;
  private began = 0;
  private before = { activeMs: 0, requests: 0, bytes: 0 };
  private counts = { pages: 0, rendered: 0, failed: 0, forms: 0, searchable: 0, relevant: 0, misses: 0 };

  constructor(
    runId: number,
    wanted: readonly string[],
    traffic: () => Traffic,
    now: () => number,
    pause: Pick<Pause, 'ms'>,
    part?: number,
  ) {
    this.runId = runId;
    this.part = part;
    this.wanted = new Set(wanted);
    this.traffic = traffic;
    this.now = now;
    this.pause = pause;
  }

  async load(store: Store): Promise<void> {
    this.began = this.now();
    if (this.part !== undefined) return;
    const run = await store.runs.get(this.runId);
    if (run === undefined) throw new StoreError(`there is no run ${this.runId}`);
    this.before = { activeMs: run.active_ms, requests: run.requests, bytes: run.bytes_in };
    const { http, browser, failed, forms } = await store.runs.counts(this.runId);
    const searchable = forms.filter((form) => form.searchable);
    const total = (counts: typeof forms) => counts.reduce((sum, count) => sum + count.forms, 0);
    this.counts = {
      pages: http + browser,
      rendered: browser,
      failed,
      forms: total(forms),
      searchable: total(searchable),
      relevant: total(searchable.filter(({ domain }) => this.wanted.has(domain ?? ''))),
      misses: run.misses,
    };
  }

  get pages(): number {
    return this.counts.pages;
  }

  get requests(): number {
    return this.before.requests + this.traffic().requests;
  }

  get activeMs(): number {
    return this.before.activeMs + this.now() - this.began - this.pause.ms;
  }

  missed(count = 1): void {
    this.counts.misses += count;
  }

  failed(): void {
    this.counts.failed++;
  }

  progress(waiting: number, sites: number): Progress {
    const { misses: _, ...counts } = this.counts;
    return { ...counts, waiting, sites, activeMs: this.activeMs, ...this.totals() };
  }

  async rules(trx: Transaction, site: string, held: readonly string[]): Promise<void> {
    const counts = Map.groupBy(held, (rule) => rule);
    await trx.runs.addRuleCounts(
      [...counts].map(([rule, times]) => ({ run_id: this.runId, rule, site, count: times.length })),
    );
  }

  private totals(): { requests: number; bytes: number } {
    const { requests, bytesReceived } = this.traffic();
    return { requests: this.before.requests + requests, bytes: this.before.bytes + bytesReceived };
  }

  /** A page is kept anew, and forms that were seen there alone are gone. */
  takenBack(gone: readonly RemovedForm[]): void {
    const { counts } = this;
    counts.pages--;
    for (const { searchable, domain } of gone) {
      counts.forms--;
      if (!searchable) continue;
      counts.searchable--;
      if (this.wanted.has(domain ?? '')) counts.relevant--;
    }
  }

  /** Counts a page and its new forms, and writes where the run stands. */
  async write(
    trx: Transaction,
    page: PageRow,
    stored: readonly PersistedForm[],
    logBytes: number,
  ): Promise<void> {
    if (this.part !== undefined) {
      // The work of a shared store may be done anew.
      trx.afterCommit(() => this.count(page, stored));
      return this.writeRun(trx, logBytes);
    }
    this.count(page, stored);
    await this.writeRun(trx, logBytes);
    if (page.rendered_by === 'none' || !sampleAt(this.counts.pages)) return;
    const { pages, forms, searchable, relevant } = this.counts;
    const active_ms = Math.round(this.activeMs);
    await trx.runs.addSample({ run_id: this.runId, pages, forms, searchable, relevant, active_ms });
  }

  private count(page: PageRow, stored: readonly PersistedForm[]): void {
    const { counts } = this;
    if (page.rendered_by !== 'none') counts.pages++;
    if (page.rendered_by === 'browser') counts.rendered++;
    for (const { isNew, verdict, domain } of stored) {
      if (!isNew) continue;
      counts.forms++;
      if (!verdict.searchable) continue;
      counts.searchable++;
      if (this.wanted.has(domain ?? '')) counts.relevant++;
    }
  }

  async writeRun(trx: Transaction, logBytes: number): Promise<void> {
    if (this.part !== undefined) return this.writePart(trx, this.part, logBytes);
    const { requests, bytes } = this.totals();
    await trx.runs.update(this.runId, {
      requests,
      bytes_in: bytes,
      misses: this.counts.misses,
      active_ms: Math.round(this.activeMs),
      updated_at: this.now(),
      log_bytes: logBytes,
    });
  }

  /** Writes a row of this process alone: workers do not wait for each other. */
  private async writePart(trx: Transaction, part: number, bytes: number): Promise<void> {
    const { runId } = this;
    const totals = this.totals();
    await trx.coordination?.parts.acknowledge(
      { runId, part, bytes },
      {
        requests: totals.requests,
        bytes_in: totals.bytes,
        misses: this.counts.misses,
        updated_at: this.now(),
      },
    );
  }
}
