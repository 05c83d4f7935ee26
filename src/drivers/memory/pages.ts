import type { ArchivedPage, PageRow, PageStore } from '../../storage/index.ts';
import { lowerAscii } from './document-filter.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryPages implements PageStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
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
        this.tables.documentId.get(runId, 'page', row.url) === undefined,
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
