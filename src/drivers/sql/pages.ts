import { sql } from 'kysely';
import type {
  ArchivedPage,
  ExchangePlace,
  ExchangeRange,
  PageOutlinks,
  PageRow,
  PageStore,
} from '../../storage/index.ts';
import { insertRows } from './executor.ts';
import { Port } from './port.ts';

export class SqlPages extends Port implements PageStore {
  aboutDomains(
    runId: number,
    sites: readonly string[],
  ): Promise<readonly Pick<PageRow, 'site' | 'domain'>[]> {
    return this.db
      .selectFrom('page')
      .innerJoin('link', 'link.id', 'page.id')
      .select(['page.site', 'page.domain'])
      .where('page.run_id', '=', runId)
      .where('page.site', 'in', sites)
      .where('link.depth', '=', 0)
      .where('page.domain', 'is not', null)
      .orderBy('page.site')
      .orderBy('page.similarity', (order) => order.desc().nullsLast())
      .orderBy('page.url')
      .execute();
  }

  async wronglySkipped(runId: number, site?: string): Promise<readonly number[]> {
    const pages = this.db
      .selectFrom('page')
      .innerJoin('familiar_scripts', (join) =>
        join
          .onRef('familiar_scripts.run_id', '=', 'page.run_id')
          .onRef('familiar_scripts.site', '=', 'page.site')
          .onRef('familiar_scripts.scripts', '=', 'page.scripts'),
      )
      .select('page.id')
      .where('page.run_id', '=', runId)
      .where('page.familiar', '=', 'skipped')
      .where('familiar_scripts.state', '=', 'invalidated')
      .orderBy('page.site')
      .orderBy('page.id');
    const rows = await (site === undefined ? pages : pages.where('page.site', '=', site)).execute();
    return rows.map(({ id }) => id);
  }

  async exchange(runId: number, url: string): Promise<ExchangePlace | undefined> {
    const row = await this.db
      .selectFrom('page')
      .select(['exchange_offset as offset', 'exchange_length as length'])
      .where('run_id', '=', runId)
      .where('url', '=', url)
      .where('exchange_offset', 'is not', null)
      .executeTakeFirst();
    if (row === undefined || row.offset === null || row.length === null) return undefined;
    return { offset: row.offset, length: row.length };
  }

  async insert(page: PageRow): Promise<void> {
    await insertRows(this.executor, 'page', [page]);
  }

  async deletePage(id: number): Promise<void> {
    await this.statement('delete from page where id = ?', [id]);
  }

  async moveExchanges(runId: number, moved: ReadonlyMap<number, number>): Promise<void> {
    const pages = await this.statement<{ id: number; at: number }>(
      'select id, exchange_offset as at from page where run_id = ? and exchange_offset is not null',
      [runId],
    );
    for (const { id, at } of pages) {
      const now = moved.get(at) ?? null;
      if (now !== at) await this.statement('update page set exchange_offset = ? where id = ?', [now, id]);
    }
  }

  loseExchanges(
    runId: number,
    { start, end }: ExchangeRange,
  ): Promise<readonly Pick<PageRow, 'id' | 'site'>[]> {
    const text = `update page set exchange_offset = null
      where run_id = ? and exchange_offset >= ? and exchange_offset < ? returning id, site`;
    return this.statement(text, [runId, start, end]);
  }

  delete(runId: number, site?: string): Promise<number> {
    return this.deleteOf('page', runId, site);
  }

  outlinks(ids: readonly number[]): Promise<readonly PageOutlinks[]> {
    return this.db
      .selectFrom('page')
      .innerJoin('site', (join) =>
        join.onRef('site.run_id', '=', 'page.run_id').onRef('site.site', '=', 'page.site'),
      )
      .select(['page.id', 'page.site', 'page.url', 'outlinks', 'redirect_to', 'site.state as site_state'])
      .where('page.id', 'in', ids)
      .execute();
  }

  nearest(
    runId: number,
    site: string,
    from: number,
    limit: number,
  ): Promise<readonly Pick<PageRow, 'url' | 'title' | 'outlinks'>[]> {
    return this.db
      .selectFrom('page')
      .innerJoin('link', 'link.id', 'page.id')
      .select(['page.url', 'page.title', 'page.outlinks'])
      .where('page.run_id', '=', runId)
      .where('page.site', '=', site)
      .where('page.rendered_by', '!=', 'none')
      .where('page.status', '<', 300)
      .where('link.kind', 'not in', ['answer', 'answer-without-hits'])
      .orderBy('link.depth')
      .orderBy('page.url')
      .limit(limit)
      .offset(from)
      .execute();
  }

  withoutDocument(runId: number, after: number, limit: number): Promise<readonly ArchivedPage[]> {
    return this.db
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
      .where((eb) =>
        eb.or([
          eb('document.id', 'is', null),
          eb.and([
            eb('document.state', '=', 'waiting'),
            eb('document.content', 'is not', null),
            eb('document.blocks', 'is', null),
          ]),
        ]),
      )
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
      const has = (column: string) =>
        sql`case when lower(${sql.ref(column)}) like lower(${pattern}) escape '\\' then 1 else 0 end`;
      return sql<number>`2 * ${has('page.title')} + ${has('page.url')}`;
    });
    const score = sql<number>`${sql.join(hits, sql` + `)}`;
    const rows = await this.db
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
