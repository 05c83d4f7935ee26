import { type Store, type StoreTransaction, statement } from '../../drivers/sqlite/index.ts';
import type { RemovedForm, StoredForm } from '../../library/index.ts';
import type { PageRow } from '../../storage/index.ts';
import type { Progress } from '../events/index.ts';

/** Where the counts of traffic come from. */
interface Traffic {
  readonly requests: number;
  readonly bytesReceived: number;
}

/** A point of the growth curve every so many pages: fine at the start, coarser later. */
const sampleAt = (pages: number): boolean => pages % (pages < 500 ? 5 : 50) === 0 || pages === 1;

/** The counts of a run, kept with the pages they count, so that a resumed run goes on from what is true. */
export class CrawlStatistics {
  private readonly runId: number;
  private readonly wanted: ReadonlySet<string>;
  private readonly now: () => number;
  private readonly traffic: () => Traffic;
  private began = 0;
  private before = { activeMs: 0, requests: 0, bytes: 0 };
  private counts = { pages: 0, rendered: 0, failed: 0, forms: 0, searchable: 0, relevant: 0, misses: 0 };

  constructor(runId: number, wanted: readonly string[], traffic: () => Traffic, now: () => number) {
    this.runId = runId;
    this.wanted = new Set(wanted);
    this.traffic = traffic;
    this.now = now;
  }

  async load(store: Store): Promise<void> {
    const { db } = store;
    const run = await db.selectFrom('run').selectAll().where('id', '=', this.runId).executeTakeFirstOrThrow();
    this.before = { activeMs: run.active_ms, requests: run.requests, bytes: run.bytes_in };
    this.began = this.now();
    const pages = await db
      .selectFrom('page')
      .select(['rendered_by', (eb) => eb.fn.countAll<number>().as('count')])
      .where('run_id', '=', this.runId)
      .groupBy('rendered_by')
      .execute();
    const of = (by: string) => Number(pages.find((row) => row.rendered_by === by)?.count ?? 0);
    const failed = await db
      .selectFrom('link')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('run_id', '=', this.runId)
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    const forms = await db
      .selectFrom('form_variant')
      .select([
        'form_id',
        (eb) => eb.fn.max('searchable').as('searchable'),
        (eb) => eb.fn.max('domain').as('domain'),
      ])
      .where('run_id', '=', this.runId)
      .groupBy('form_id')
      .execute();
    const searchable = forms.filter((form) => form.searchable === 1);
    this.counts = {
      pages: of('http') + of('browser'),
      rendered: of('browser'),
      failed: Number(failed.count),
      forms: forms.length,
      searchable: searchable.length,
      relevant: searchable.filter((form) => this.wanted.has(form.domain ?? '')).length,
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
    return this.before.activeMs + this.now() - this.began;
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

  /** Counts how often rules held on a site. */
  async rules(trx: StoreTransaction, site: string, held: readonly string[]): Promise<void> {
    for (const rule of new Set(held)) {
      const count = held.filter((other) => other === rule).length;
      await trx.db
        .insertInto('rule_count')
        .values({ run_id: this.runId, rule, site, count })
        .onConflict((conflict) =>
          conflict
            .columns(['run_id', 'rule', 'site'])
            .doUpdateSet((eb) => ({ count: eb('rule_count.count', '+', count) })),
        )
        .execute();
    }
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
    trx: StoreTransaction,
    page: PageRow,
    kept: readonly StoredForm[],
    logBytes: number,
  ): Promise<void> {
    const { counts } = this;
    if (page.rendered_by !== 'none') counts.pages++;
    if (page.rendered_by === 'browser') counts.rendered++;
    for (const { isNew, verdict, domain } of kept) {
      if (!isNew) continue;
      counts.forms++;
      if (!verdict.searchable) continue;
      counts.searchable++;
      if (this.wanted.has(domain ?? '')) counts.relevant++;
    }
    await this.writeRun(trx, logBytes);
    if (page.rendered_by === 'none' || !sampleAt(counts.pages)) return;
    const { pages, forms, searchable, relevant } = counts;
    await trx.db
      .insertInto('run_sample')
      .values({
        run_id: this.runId,
        pages,
        forms,
        searchable,
        relevant,
        active_ms: Math.round(this.activeMs),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async writeRun(trx: StoreTransaction, logBytes: number): Promise<void> {
    const { requests, bytes } = this.totals();
    statement(
      trx,
      'update run set requests = ?, bytes_in = ?, misses = ?, active_ms = ?, updated_at = ?, log_bytes = ? where id = ?',
      [requests, bytes, this.counts.misses, Math.round(this.activeMs), this.now(), logBytes, this.runId],
    );
  }
}
