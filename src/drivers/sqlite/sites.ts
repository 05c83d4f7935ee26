import type { SiteStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqliteSites implements SiteStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  async worthAVisit(runId: number): Promise<readonly string[]> {
    const rows = await this.executor.db
      .selectFrom('site_link')
      .leftJoin('site', (join) =>
        join.onRef('site.run_id', '=', 'site_link.run_id').onRef('site.site', '=', 'site_link.from_site'),
      )
      .select(({ fn }) => ['to_site', fn.min<string>('to_url').as('to_url')])
      .where('site_link.run_id', '=', runId)
      .where((eb) => eb.or([eb('site.state', '=', 'exploring'), eb('from_site', '=', '')]))
      .where('to_url', '!=', '')
      .groupBy('to_site')
      .orderBy('to_site')
      .execute();
    return rows.map(({ to_url }) => to_url);
  }
}
