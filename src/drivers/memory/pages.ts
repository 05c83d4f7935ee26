import type { PageOutlinks, PageRow, PageStore } from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryPages implements PageStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async outlinks(ids: readonly number[]): Promise<readonly PageOutlinks[]> {
    return ids.flatMap((one) => {
      const page = this.tables.page.get(one);
      const known = page && this.tables.site.get(page.run_id, page.site);
      if (page === undefined || known === undefined) return [];
      const { id, site, url, outlinks, redirect_to } = page;
      return [{ id, site, url, outlinks, redirect_to, site_state: known.state }];
    });
  }

  async nearest(
    runId: number,
    site: string,
    from: number,
    limit: number,
  ): Promise<readonly Pick<PageRow, 'url' | 'title' | 'outlinks'>[]> {
    const { page, link } = this.tables;
    const pages = page
      .where(
        (row) => row.run_id === runId && row.site === site && row.rendered_by !== 'none' && row.status < 300,
      )
      .flatMap(({ id, url, title, outlinks }) => {
        const at = link.get(id);
        return at === undefined || at.kind === 'answer' || at.kind === 'answer-without-hits'
          ? []
          : [{ depth: at.depth, page: { url, title, outlinks } }];
      });
    const ordered = orderBy(
      pages,
      ({ depth }) => depth,
      ({ page: { url } }) => url,
    );
    return ordered.slice(from, from + limit).map((one) => one.page);
  }

  async wronglySpared(runId: number, site?: string): Promise<readonly number[]> {
    const { page, familiarScripts } = this.tables;
    const pages = page.where(
      (row) =>
        row.run_id === runId &&
        (site === undefined || row.site === site) &&
        row.familiar === 'spared' &&
        familiarScripts.get(runId, row.site, row.scripts)?.state === 'deceived',
    );
    return orderBy(
      pages,
      (row) => row.site,
      ({ id }) => id,
    ).map(({ id }) => id);
  }
}
