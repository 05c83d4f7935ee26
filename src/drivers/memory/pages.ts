import type {
  ArchivedPage,
  ExchangePlace,
  ExchangeRange,
  PageOutlinks,
  PageRow,
  PageStore,
} from '../../storage/index.ts';
import { lowerAscii } from './document-filter.ts';
import { isWithoutText } from './documents.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryPages implements PageStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async aboutDomains(
    runId: number,
    sites: readonly string[],
  ): Promise<readonly Pick<PageRow, 'site' | 'domain'>[]> {
    const wanted = new Set(sites);
    const pages = this.tables.page.where(
      ({ id, run_id, site, domain }) =>
        run_id === runId && wanted.has(site) && domain !== null && this.tables.link.get(id)?.depth === 0,
    );
    return orderBy(
      pages,
      ({ site }) => site,
      ({ similarity }) => -(similarity ?? Number.NEGATIVE_INFINITY),
      ({ url }) => url,
    ).map(({ site, domain }) => ({ site, domain }));
  }

  async wronglySkipped(runId: number, site?: string): Promise<readonly number[]> {
    const pages = this.tables.page.where(
      (page) =>
        page.run_id === runId &&
        page.familiar === 'skipped' &&
        (site === undefined || page.site === site) &&
        this.tables.familiarScripts.get(runId, page.site, page.scripts)?.state === 'invalidated',
    );
    return orderBy(
      pages,
      (page) => page.site,
      ({ id }) => id,
    ).map(({ id }) => id);
  }

  async exchange(runId: number, url: string): Promise<ExchangePlace | undefined> {
    const [page] = this.tables.page.where(
      (row) => row.run_id === runId && row.url === url && row.exchange_offset !== null,
    );
    if (page === undefined || page.exchange_offset === null || page.exchange_length === null)
      return undefined;
    return { offset: page.exchange_offset, length: page.exchange_length };
  }

  async insert(page: PageRow): Promise<void> {
    if (!this.tables.page.insert(page)) throw new Error(`there is a page ${page.id} already`);
  }

  async deletePage(id: number): Promise<void> {
    this.tables.page.delete((page) => page.id === id);
  }

  async moveExchanges(runId: number, moved: ReadonlyMap<number, number>): Promise<void> {
    this.tables.page.update(
      ({ run_id, exchange_offset }) => run_id === runId && exchange_offset !== null,
      ({ exchange_offset }) => ({ exchange_offset: moved.get(exchange_offset ?? -1) ?? null }),
    );
  }

  async loseExchanges(
    runId: number,
    { start, end }: ExchangeRange,
  ): Promise<readonly Pick<PageRow, 'id' | 'site'>[]> {
    const isLost = ({ run_id, exchange_offset: offset }: PageRow): boolean =>
      run_id === runId && offset !== null && start <= offset && offset < end;
    const lost = this.tables.page.where(isLost);
    this.tables.page.update(isLost, () => ({ exchange_offset: null }));
    return lost.map(({ id, site }) => ({ id, site }));
  }

  async delete(runId: number, site?: string): Promise<number> {
    return this.tables.page.delete(
      (page) => page.run_id === runId && (site === undefined || page.site === site),
    ).length;
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

  async withoutDocument(runId: number, after: number, limit: number): Promise<readonly ArchivedPage[]> {
    const rows = this.tables.page.where(
      (row) =>
        row.run_id === runId &&
        row.id > after &&
        row.rendered_by !== 'none' &&
        row.status >= 200 &&
        row.status < 300 &&
        row.exchange_offset !== null &&
        this.wantsDocument(row),
    );
    const pages = rows.flatMap((row) => {
      const link = this.tables.link.get(row.id);
      if (link === undefined) return [];
      const { id, url, site, domain, title, bytes, fetched_at, exchange_offset, exchange_length } = row;
      const place = { exchange_offset, exchange_length };
      return [{ id, url, site, domain, title, bytes, fetched_at, ...place, depth: link.depth }];
    });
    return orderBy(pages, ({ id }) => id).slice(0, limit);
  }

  private wantsDocument({ run_id, url }: PageRow): boolean {
    const { id } = this.tables.documentId.get(run_id, 'page', url) ?? {};
    const document = id === undefined ? undefined : this.tables.document.get(id);
    return document === undefined || isWithoutText(document);
  }

  async withWords(
    words: readonly string[],
    limit: number,
    offset: number,
  ): Promise<readonly Pick<PageRow, 'url' | 'title'>[]> {
    const has = (text: string, word: string) => Number(lowerAscii(text).includes(lowerAscii(word)));
    const found = new Map<string, { url: string; title: string; score: number }>();
    for (const { url, title } of this.tables.page.where(({ rendered_by }) => rendered_by !== 'none')) {
      const score = words.reduce((sum, word) => sum + 2 * has(title, word) + has(url, word), 0);
      if (score === 0) continue;
      const before = found.get(url);
      found.set(url, {
        url,
        title: before !== undefined && before.title > title ? before.title : title,
        score: Math.max(before?.score ?? 0, score),
      });
    }
    const best = orderBy(
      [...found.values()],
      ({ score }) => -score,
      ({ url }) => url,
    );
    return best.slice(offset, offset + limit).map(({ url, title }) => ({ url, title }));
  }
}
