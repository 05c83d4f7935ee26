import { sql } from 'kysely';
import type { ArchivedPage, PageRow, PageStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqlitePages implements PageStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  withoutDocument(runId: number, after: number, limit: number): Promise<readonly ArchivedPage[]> {
    return this.executor.db
      .selectFrom('page')
      .innerJoin('link', 'link.id', 'page.id')
      .leftJoin('document', (join) =>
        join
          .onRef('document.run_id', '=', 'page.run_id')
          .onRef('document.key', '=', 'page.url')
          .on('document.kind', '=', 'page'),
      )
      .select([
        'page.id',
        'page.url',
        'page.site',
        'page.domain',
        'page.title',
        'page.bytes',
        'page.fetched_at',
        'page.exchange_offset',
        'page.exchange_length',
        'link.depth',
      ])
      .where('page.run_id', '=', runId)
      .where('page.id', '>', after)
      .where('page.rendered_by', '<>', 'none')
      .where('page.status', '>=', 200)
      .where('page.status', '<', 300)
      .where('page.exchange_offset', 'is not', null)
      .where('document.id', 'is', null)
      .orderBy('page.id')
      .limit(limit)
      .execute();
  }

  async withWords(
    words: readonly string[],
    limit: number,
    offset: number,
  ): Promise<readonly Pick<PageRow, 'url' | 'title'>[]> {
    if (words.length === 0) return [];
    const hits = words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
      return sql<number>`(page.title like ${pattern} escape '\\') * 2 + (page.url like ${pattern} escape '\\')`;
    });
    const score = sql<number>`${sql.join(hits, sql` + `)}`;
    const rows = await this.executor.db
      .selectFrom('page')
      .select(['url', (eb) => eb.fn.max('title').as('title'), (eb) => eb.fn.max(score).as('score')])
      .where('rendered_by', '!=', 'none')
      .where(score, '>', 0)
      .groupBy('url')
      .orderBy('score', 'desc')
      .orderBy('url')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(({ url, title }) => ({ url, title }));
  }
}
