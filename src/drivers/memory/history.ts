import type { FamiliarScriptsRow, HistoryStore, PageRow, VisitRow } from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

/** Pages handed over in one go. */
const BATCH = 1_000;

export class MemoryHistory implements HistoryStore {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async *visits(runId: number, known?: ReadonlySet<number>): AsyncGenerator<readonly VisitRow[]> {
    const pages = orderBy(
      this.tables.page.where(({ id, run_id }) => run_id === runId && known?.has(id) !== true),
      ({ fetched_at }) => fetched_at,
      ({ id }) => id,
    );
    for (let from = 0; from < pages.length; from += BATCH) {
      yield pages.slice(from, from + BATCH).flatMap((page) => {
        const link = this.tables.link.get(page.id);
        if (link === undefined) return [];
        const { kind, anchor, around, parent, depth, hops } = link;
        return [{ ...page, kind, anchor, around, parent, depth, hops }];
      });
    }
  }

  async keptWaiting(runId: number, site?: string): Promise<readonly Pick<PageRow, 'id' | 'site'>[]> {
    const pages = this.tables.page.where(
      (page) =>
        page.run_id === runId &&
        (site === undefined || page.site === site) &&
        this.tables.link.get(page.id)?.state === 'waiting',
    );
    return orderBy(pages, ({ id }) => id).map((page) => ({ id: page.id, site: page.site }));
  }

  async scripts(runId: number): Promise<readonly FamiliarScriptsRow[]> {
    return orderBy(
      this.tables.familiarScripts.where(({ run_id }) => run_id === runId),
      ({ site }) => site,
      ({ scripts }) => scripts,
    );
  }

  async putScripts(row: FamiliarScriptsRow): Promise<void> {
    this.tables.familiarScripts.put(row);
  }

  async deleteScripts(runId: number, site?: string): Promise<void> {
    this.tables.familiarScripts.delete(
      (row) => row.run_id === runId && (site === undefined || row.site === site),
    );
  }
}
