import { sql } from 'kysely';
import type { BusiestHost, PaceReader, SiteQueries } from '../../storage/index.ts';
import { Port } from './port.ts';

/** Pages whose times tell how far the requests to a host are apart. */
const LATEST = 20;
/** Links that tell how many new ones a page brings. */
const NEWEST = 200;

export class SqlPace extends Port implements PaceReader {
  async busiestHost(runId: number): Promise<BusiestHost | undefined> {
    const { db } = this;
    const busiest = await db
      .selectFrom('link')
      .select(({ fn }) => ['host', 'site', fn.countAll<number>().as('links')])
      .where('run_id', '=', runId)
      .where('state', 'in', ['waiting', 'leased'])
      .groupBy(['host', 'site'])
      .orderBy('links', 'desc')
      .orderBy('host')
      .limit(1)
      .executeTakeFirst();
    if (busiest === undefined) return undefined;
    const { host, site, links } = busiest;
    const pages = await db
      .selectFrom('page')
      .innerJoin('link', 'link.id', 'page.id')
      .select('page.fetched_at')
      .where('page.run_id', '=', runId)
      .where('page.site', '=', site)
      .where('link.host', '=', host)
      .orderBy('page.fetched_at', 'desc')
      .limit(LATEST)
      .execute();
    return { host, links, fetchedAt: pages.map(({ fetched_at }) => fetched_at) };
  }

  async growth(runId: number): Promise<{ readonly links: number; readonly pages: number }> {
    const { db } = this;
    const newest = db.selectFrom('link').select('parent').where('run_id', '=', runId);
    const links = await newest.where('parent', '>', 0).orderBy('id', 'desc').limit(NEWEST).execute();
    if (links.length === 0) return { links: 0, pages: 0 };
    const parents = [...new Set(links.map(({ parent }) => parent))];
    const since = db.selectFrom('page').select(({ fn }) => fn.min('fetched_at').as('at'));
    const { pages } = await db
      .selectFrom('page')
      .select(({ fn }) => fn.countAll<number>().as('pages'))
      .where('run_id', '=', runId)
      .where('fetched_at', '>=', since.where('id', 'in', parents))
      .executeTakeFirstOrThrow();
    return { links: links.length, pages };
  }

  async queries(
    runId: number,
    unended: readonly string[],
    domains?: readonly string[],
  ): Promise<readonly SiteQueries[]> {
    const ofDomain = domains === undefined ? sql`` : sql`and v.domain in (${sql.join([...domains, ''])})`;
    const { rows } = await sql<SiteQueries>`
      select f.site, count(*) as forms,
        sum(case when a.form_id is null or (r.resumed > 0 and a.code in (${sql.join([...unended])})) then 0 else 1 end) as queried,
        coalesce(sum((select sum(s.new_records) from submission s
          where s.run_id = f.run_id and s.site = f.site and s.form_id = f.form_id)), 0) as records,
        case when count(a.size) = count(*) then sum(a.size) end as size,
        (select max(coalesce(s.settled_at, s.sent_at)) - min(s.sent_at) from submission s
          where s.run_id = f.run_id and s.site = f.site) as ms,
        (select max(s.sent_at) from submission s where s.run_id = f.run_id and s.site = f.site) as sent_at,
        (select count(*) from submission s where s.run_id = f.run_id and s.site = f.site) as sent
      from form f left join run r on r.id = f.run_id
      left join asked_form a on a.run_id = f.run_id and a.form_id = f.form_id
      where f.run_id = ${runId} and exists (select 1 from form_variant v
        where v.run_id = f.run_id and v.form_id = f.form_id and v.searchable = 1 ${ofDomain})
      group by f.run_id, f.site order by f.site`.execute(this.db);
    return rows;
  }
}
