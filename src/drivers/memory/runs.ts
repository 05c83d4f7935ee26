import type {
  LinkRow,
  NewRun,
  RuleCountRow,
  RunCounts,
  RunFigures,
  RunRow,
  RunSampleRow,
  RunStore,
} from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

const NOTHING: RunFigures = { requests: 0, bytes_in: 0, misses: 0, active_ms: 0 };

export class MemoryRuns implements RunStore {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async all(): Promise<readonly RunRow[]> {
    return orderBy(
      this.tables.run.where(() => true),
      ({ id }) => id,
    );
  }

  async get(runId: number): Promise<RunRow | undefined> {
    return this.tables.run.get(runId);
  }

  async samples(runId: number): Promise<readonly RunSampleRow[]> {
    return orderBy(
      this.tables.runSample.where(({ run_id }) => run_id === runId),
      ({ pages }) => pages,
    );
  }

  async ruleCounts(runId: number): Promise<readonly RuleCountRow[]> {
    return orderBy(
      this.tables.ruleCount.where(({ run_id }) => run_id === runId),
      ({ rule }) => rule,
      ({ site }) => site,
    );
  }

  async counts(runId: number): Promise<RunCounts> {
    const { page, link, formVariant } = this.tables;
    const read = page.where(({ run_id }) => run_id === runId);
    const by = (reader: string) => read.filter(({ rendered_by }) => rendered_by === reader).length;
    const variants = formVariant.where(({ run_id }) => run_id === runId);
    const forms = [...Map.groupBy(variants, ({ form_id }) => form_id).values()].map((ofForm) => ({
      searchable: ofForm.some(({ searchable }) => searchable === 1),
      domain:
        ofForm
          .flatMap(({ domain }) => domain ?? [])
          .sort()
          .at(-1) ?? null,
    }));
    const alike = Map.groupBy(forms, ({ searchable, domain }) => `${searchable} ${domain}`);
    return {
      http: by('http'),
      browser: by('browser'),
      failed: link.where(({ run_id, state }) => run_id === runId && state === 'failed').length,
      forms: [...alike.values()].flatMap(([form, ...more]) =>
        form === undefined ? [] : [{ ...form, forms: 1 + more.length }],
      ),
    };
  }

  async firstLinks(
    runId: number,
    limit: number,
  ): Promise<readonly Pick<LinkRow, 'url' | 'reason_code' | 'reason_detail'>[]> {
    const links = orderBy(
      this.tables.link.where(({ run_id }) => run_id === runId),
      ({ id }) => id,
    );
    return links
      .slice(0, limit)
      .map(({ url, reason_code, reason_detail }) => ({ url, reason_code, reason_detail }));
  }

  async insert(run: NewRun): Promise<number> {
    const none = { status_code: null, status_detail: null, active_ms: 0, resumed: 0 };
    const counts = { requests: 0, bytes_in: 0, misses: 0, log_bytes: 0, log_pending: 0 };
    const id = this.tables.nextId('run');
    this.tables.run.insert({ ...none, ...counts, ...run, id });
    return id;
  }

  async update(runId: number, change: Partial<Omit<RunRow, 'id'>>, added = NOTHING): Promise<void> {
    const run = this.tables.run.get(runId);
    if (run === undefined) return;
    this.tables.run.put({
      ...run,
      requests: run.requests + added.requests,
      bytes_in: run.bytes_in + added.bytes_in,
      misses: run.misses + added.misses,
      active_ms: run.active_ms + added.active_ms,
      ...change,
    });
  }

  async addSample(sample: RunSampleRow): Promise<void> {
    this.tables.runSample.insert(sample);
  }

  async addRuleCounts(counts: readonly RuleCountRow[]): Promise<void> {
    for (const row of counts) {
      const before = this.tables.ruleCount.get(row.run_id, row.rule, row.site)?.count ?? 0;
      this.tables.ruleCount.put({ ...row, count: before + row.count });
    }
  }

  async delete(runId: number): Promise<void> {
    this.tables.run.delete(({ id }) => id === runId);
    this.tables.runSample.delete(({ run_id }) => run_id === runId);
    this.tables.ruleCount.delete(({ run_id }) => run_id === runId);
  }

  async deleteRuleCounts(runId: number, site: string): Promise<void> {
    this.tables.ruleCount.delete((row) => row.run_id === runId && row.site === site);
  }
}
