import type { PageOutlinks, PageRow, PageStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqlitePages implements PageStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  outlinks(ids: readonly number[]): Promise<readonly PageOutlinks[]> {
    return this.executor.db
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
    return this.executor.db
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

  async wronglySpared(runId: number, site?: string): Promise<readonly number[]> {
    const pages = this.executor.db
      .selectFrom('page')
      .innerJoin('familiar_scripts', (join) =>
        join
          .onRef('familiar_scripts.run_id', '=', 'page.run_id')
          .onRef('familiar_scripts.site', '=', 'page.site')
          .onRef('familiar_scripts.scripts', '=', 'page.scripts'),
      )
      .select('page.id')
      .where('page.run_id', '=', runId)
      .where('page.familiar', '=', 'spared')
      .where('familiar_scripts.state', '=', 'deceived')
      .orderBy('page.site')
      .orderBy('page.id');
    const rows = await (site === undefined ? pages : pages.where('page.site', '=', site)).execute();
    return rows.map(({ id }) => id);
  }
}
