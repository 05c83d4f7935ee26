import type { LinkRow, SiteLinkRow, SiteRow, SiteStore, TargetSite } from '../../storage/index.ts';
import { insertRows } from './executor.ts';
import { Port } from './port.ts';

export class SqlSites extends Port implements SiteStore {
  all(runId: number, site?: string): Promise<readonly SiteRow[]> {
    const sites = this.db.selectFrom('site').selectAll().where('run_id', '=', runId);
    return (site === undefined ? sites : sites.where('site', '=', site)).orderBy('site').execute();
  }

  links(runId: number): Promise<readonly SiteLinkRow[]> {
    return this.db
      .selectFrom('site_link')
      .selectAll()
      .where('run_id', '=', runId)
      .where('from_site', '!=', '')
      .orderBy('to_site')
      .orderBy('from_site')
      .execute();
  }

  async linksFrom(runId: number, site: string): Promise<readonly TargetSite[]> {
    const { db } = this;
    const { parent } = await db
      .selectFrom('link')
      .select((eb) => eb.fn.min<number | null>('id').as('parent'))
      .where('run_id', '=', runId)
      .where('site', '=', site)
      .executeTakeFirstOrThrow();
    if (parent === null) return [];
    const rows = await db
      .selectFrom('site_link')
      .select(['to_site', 'to_url'])
      .where('run_id', '=', runId)
      .where('from_site', '=', site)
      .where('to_url', '!=', '')
      .orderBy('to_site')
      .execute();
    return rows.map((row) => ({ ...row, parent }));
  }

  pageCounts(runId: number): Promise<readonly { readonly site: string; readonly pages: number }[]> {
    return this.db
      .selectFrom('page')
      .select(['site', (eb) => eb.fn.countAll<number>().as('pages')])
      .where('run_id', '=', runId)
      .where('rendered_by', '!=', 'none')
      .groupBy('site')
      .orderBy('site')
      .execute();
  }

  pagesRead(runId: number, site: string): Promise<readonly Pick<LinkRow, 'id' | 'depth' | 'hops'>[]> {
    return this.db
      .selectFrom('link')
      .select(['id', 'depth', 'hops'])
      .where('run_id', '=', runId)
      .where('site', '=', site)
      .where('state', '=', 'done')
      .orderBy('id')
      .execute();
  }

  async worthAVisit(runId: number): Promise<readonly string[]> {
    const rows = await this.db
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

  async homesLinkingTo(site: string, limit: number): Promise<readonly string[]> {
    const rows = await this.db
      .selectFrom('site_link')
      .innerJoin('site', (join) =>
        join.onRef('site.run_id', '=', 'site_link.run_id').onRef('site.site', '=', 'site_link.from_site'),
      )
      .select('site.home_url')
      .distinct()
      .where('to_site', '=', site)
      .orderBy('site.home_url')
      .limit(limit)
      .execute();
    return rows.map(({ home_url }) => home_url);
  }

  async runsOf(site: string): Promise<readonly number[]> {
    const sites = this.db.selectFrom('site').select('run_id');
    const rows = await sites.where('site', '=', site).orderBy('run_id').execute();
    return rows.map(({ run_id }) => run_id);
  }

  async add(sites: readonly SiteRow[]): Promise<void> {
    const seeds = `on conflict (run_id, site) do update set seed = excluded.seed, state = excluded.state,
        reason_code = excluded.reason_code, reason_detail = excluded.reason_detail
      where excluded.seed = 1`;
    for (const site of sites) await insertRows(this.executor, 'site', [site], seeds);
  }

  async update(runId: number, site: string, change: Partial<SiteRow>): Promise<void> {
    if (Object.keys(change).length === 0) return;
    const sites = this.db.updateTable('site').set(change);
    await sites.where('run_id', '=', runId).where('site', '=', site).execute();
  }

  async addLinks(links: readonly SiteLinkRow[]): Promise<void> {
    const rows = links.map(({ run_id, from_site, to_site, to_url }) => ({
      run_id,
      from_site,
      to_site,
      to_url,
    }));
    await insertRows(this.executor, 'site_link', rows, 'on conflict do nothing');
  }

  async delete(runId: number, site?: string): Promise<void> {
    await this.deleteOf('site', runId, site);
    if (site === undefined) return void (await this.deleteOf('site_link', runId));
    const text = 'delete from site_link where run_id = ? and (from_site = ? or to_site = ?)';
    await this.statement(text, [runId, site, site]);
  }
}
