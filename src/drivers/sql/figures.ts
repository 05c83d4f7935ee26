import { type OrderByModifiers, type RawBuilder, sql } from 'kysely';
import {
  ADDRESS_COLUMNS,
  type AddressRange,
  type AddressRow,
  type Comparison,
  type Difference,
  type Differences,
  type FacetGroup,
  type FacetKind,
  type FamiliarFigures,
  type FigureReader,
  type LeftSite,
  type LinkCode,
  type LinkFigures,
  type NamedRecord,
  type PageFigures,
  type PageRow,
  type PagesOfSite,
  type RecordDifferences,
  type RecordPair,
  type SiteRange,
  type SiteRow,
} from '../../storage/index.ts';
import { facetGroups } from './facets.ts';
import { inBatches } from './in-batches.ts';
import { Port } from './port.ts';

const ADDRESSES = 1_000;
const TIMES = 10_000;
const PAIRS = 500;

/** As SQLite does of itself. */
const nullsFirst: OrderByModifiers = (order) => order.asc().nullsFirst();

const FAILED = sql<number>`(rendered_by = 'http' and render_ms is not null)`;

const RETRIES = sql<number>`sum(case when attempts > 1 then attempts - 1 else 0 end)`;

const IS_PAGE = sql`rendered_by <> 'none' and status between 200 and 299`;

/** A submission's key holds its question, then the page of the answer: `… #2`. */
const QUESTION = sql`substr(s.key, 1, length(s.key) - length(cast(s.page as text)) - 2)`;

/** Says how far the lists that answer a run's queries were read. */
const listsOf = (run: number) => sql`(select s.form_id, ${QUESTION} as question, max(s.page) as pages,
  max(case when s.next is null then 1 else 0 end) as ended from submission s
  where s.run_id = ${run} and s.verdict in ('hits', 'no-hits') group by 1, 2)`;

export class SqlFigures extends Port implements FigureReader {
  addresses(runId: number, { site, state, after = '' }: AddressRange = {}): AsyncIterable<AddressRow> {
    return inBatches((last) => {
      let query = this.db
        .selectFrom('link')
        .leftJoin('page', 'page.id', 'link.id')
        .leftJoin('page as parent', 'parent.id', 'link.parent')
        .select(['link.id', 'link.url', 'link.site', 'link.depth', 'link.parent', 'link.state'])
        .select(['link.reason_code', 'link.reason_detail'])
        .select(ADDRESS_COLUMNS.map((column) => `page.${column}` as const))
        .select('parent.mentions as parent_mentions')
        .where('link.run_id', '=', runId)
        .where('link.url', '>', last?.url ?? after)
        .orderBy('link.url')
        .limit(ADDRESSES);
      if (site !== undefined) query = query.where('link.site', '=', site);
      if (state !== undefined) query = query.where('link.state', '=', state);
      return query.execute();
    }, ADDRESSES);
  }

  readTimes(runId: number): AsyncIterable<Pick<PageRow, 'id' | 'fetched_at'>> {
    return inBatches<Pick<PageRow, 'id' | 'fetched_at'>>(
      (last) =>
        this.db
          .selectFrom('page')
          .select(['id', 'fetched_at'])
          .where('run_id', '=', runId)
          .where('rendered_by', '!=', 'none')
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('fetched_at', 'id'), '>', tuple(last?.fetched_at ?? -1, last?.id ?? 0)),
          )
          .orderBy('fetched_at')
          .orderBy('id')
          .limit(TIMES)
          .execute(),
      TIMES,
    );
  }

  links(runId: number): Promise<readonly LinkFigures[]> {
    return this.db
      .selectFrom('link')
      .select(['state', 'reason_code', 'reason_detail'])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select(RETRIES.as('retries'))
      .where('run_id', '=', runId)
      .groupBy(['state', 'reason_code', 'reason_detail'])
      .orderBy('state')
      .orderBy('reason_code', nullsFirst)
      .orderBy('reason_detail', nullsFirst)
      .execute();
  }

  parkedHosts(
    runId: number,
    limit: number,
  ): Promise<readonly { readonly host: string; readonly links: number }[]> {
    return this.db
      .selectFrom('link')
      .select(['host', (eb) => eb.fn.countAll<number>().as('links')])
      .where('run_id', '=', runId)
      .where('state', '=', 'parked')
      .groupBy('host')
      .orderBy('links', 'desc')
      .orderBy('host')
      .limit(limit)
      .execute();
  }

  leftSites(runId: number, codes: readonly LinkCode[]): Promise<readonly LeftSite[]> {
    const left = sql<number>`sum(case when reason_code in (${sql.join(codes)}) then 1 else 0 end)`;
    const read = sql<number>`sum(case when state = 'done' then 1 else 0 end)`;
    return this.db
      .selectFrom('link')
      .select(({ fn }) => ['site', fn.countAll<number>().as('links'), left.as('left')])
      .where('run_id', '=', runId)
      .groupBy('site')
      .having(sql<boolean>`${read} > 0 and 2 * ${left} > count(*)`)
      .orderBy(left, 'desc')
      .orderBy('site')
      .execute();
  }

  pages(runId: number): Promise<readonly PageFigures[]> {
    return this.db
      .selectFrom('page')
      .select(['rendered_by', 'render_code', 'render_detail', 'audited', FAILED.as('failed')])
      .select(({ fn }) => {
        const pages = fn.countAll<number>();
        const succeeded = pages.filterWhere('status', '>=', 200).filterWhere('status', '<', 300);
        return [
          pages.as('pages'),
          fn.avg<number | null>('read_ms').as('read_ms'),
          fn.avg<number | null>('render_ms').as('render_ms'),
          pages.filterWhere('gain_forms', '>', 0).as('gained'),
          pages.filterWhere('truncated', '=', 1).as('truncated'),
          succeeded.as('succeeded'),
          succeeded.filterWhere('gain_forms', '>', 0).as('succeeded_gained'),
        ];
      })
      .where('run_id', '=', runId)
      .groupBy(['rendered_by', 'render_code', 'render_detail', 'audited', FAILED])
      .orderBy('render_code', nullsFirst)
      .orderBy('render_detail', nullsFirst)
      .orderBy('rendered_by')
      .orderBy('audited')
      .orderBy('failed')
      .execute();
  }

  familiar(runId: number): Promise<readonly FamiliarFigures[]> {
    return this.db
      .selectFrom('page')
      .select('familiar')
      .$narrowType<{ familiar: FamiliarFigures['familiar'] }>()
      .select(({ fn }) => [
        fn.countAll<number>().as('pages'),
        fn.countAll<number>().filterWhere('gain_forms', '>', 0).as('gained'),
      ])
      .where('run_id', '=', runId)
      .where('familiar', 'is not', null)
      .groupBy('familiar')
      .orderBy('familiar')
      .execute();
  }

  pagesOfSites(runId: number): Promise<readonly PagesOfSite[]> {
    return this.db
      .selectFrom('page')
      .select(({ fn }) => [
        'site',
        fn.countAll<number>().as('pages'),
        fn.countAll<number>().filterWhere('rendered_by', '!=', 'none').as('read'),
        fn.min<string | null>('blocked_by').as('blocked_by'),
        fn.min<string | null>('url').filterWhere('blocked_by', 'is not', null).as('blocked_page'),
        fn
          .countAll<number>()
          .filterWhere('blocked_by', 'is', null)
          .filterWhere('status', '<', 300)
          .as('open'),
      ])
      .where('run_id', '=', runId)
      .groupBy('site')
      .orderBy('site')
      .execute();
  }

  async sites(
    runId: number,
    range?: SiteRange,
  ): Promise<readonly (SiteRow & { readonly linking_sites: number })[]> {
    const sites = this.db
      .selectFrom('site')
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('site_link')
          .select((e) => e.fn.countAll<number>().as('count'))
          .whereRef('site_link.to_site', '=', 'site.site')
          .whereRef('site_link.run_id', '=', 'site.run_id')
          .where('from_site', '!=', '')
          .as('linking_sites'),
      )
      .where('run_id', '=', runId)
      .orderBy('site');
    const wanted = range === undefined ? sites : sites.where('site', '>', range.after).limit(range.limit);
    const rows = await wanted.execute();
    return rows.map((row) => ({ ...row, linking_sites: row.linking_sites ?? 0 }));
  }

  async changedPages(comparison: Comparison): Promise<Differences> {
    const missing = (run: number, other: number) => sql`from page where run_id = ${run} and ${IS_PAGE}
      and url not in (select url from page where run_id = ${other} and ${IS_PAGE})`;
    const gone = sql`and url in (select url from page where run_id = ${comparison.now}
      and (status in (404, 410) or redirect_to is not null or (status between 200 and 299 and rendered_by = 'none')))`;
    const {
      added,
      gone: lost,
      ...rest
    } = await this.differences<{ url: string }>(comparison, sql`url`, missing, gone);
    const urls = ({ count, first }: Difference<{ url: string }>) => ({
      count,
      first: first.map(({ url }) => url),
    });
    return { added: urls(added), gone: urls(lost), ...rest };
  }

  async changedRecords({ alike = false, ...comparison }: Comparison): Promise<RecordDifferences> {
    const { before, now } = comparison;
    const missing = (run: number, other: number) => sql`from answer_record r where r.run_id = ${run}
      and not exists (select 1 from answer_record o where o.run_id = ${other} and o.site = r.site and o.key = r.key)`;
    const looked = (run: number, other: number) => sql`and exists (
      select 1 from submission s
      join ${listsOf(run)} here on here.form_id = s.form_id and here.question = ${QUESTION}
      join ${listsOf(other)} there on there.form_id = s.form_id and there.question = ${QUESTION}
      where s.run_id = r.run_id and s.form_id = r.form_id and s.key = r.submission
        and (there.ended = 1 or there.pages >= here.pages))`;
    const differences = await this.differences<NamedRecord>(
      comparison,
      sql`r.site, r.key, r.title, r.url`,
      (run, other) =>
        alike || run === before ? missing(run, other) : sql`${missing(run, other)} ${looked(run, other)}`,
      looked(before, now),
    );
    return { ...differences, pairs: this.recordPairs(before, now) };
  }

  private recordPairs(before: number, now: number): AsyncIterable<RecordPair> {
    return inBatches(async (last) => {
      const { rows } =
        await sql<RecordPair>`select r.site, r.key, r.title, r.url, r.form_id, r.submission, r.fields,
        d.reading, o.title as title_before, o.form_id as form_before, o.submission as submission_before,
        o.fields as fields_before, e.reading as reading_before
      from answer_record r
      join answer_record o on o.run_id = ${before} and o.site = r.site and o.key = r.key
      left join record_detail d on d.run_id = r.run_id and d.site = r.site and d.key = r.key
      left join record_detail e on e.run_id = o.run_id and e.site = r.site and e.key = r.key
      where r.run_id = ${now} and (o.fields <> r.fields or o.title <> r.title or d.reading <> e.reading)
        and (r.site, r.key) > (${last?.site ?? ''}, ${last?.key ?? ''})
      order by r.site, r.key limit ${PAIRS}`.execute(this.db);
      return rows;
    }, PAIRS);
  }

  facets(runId: number, kind: FacetKind): Promise<readonly FacetGroup[]> {
    return facetGroups(this.executor, runId, kind);
  }

  /** @param gone what holds for those of the missing ones that are gone */
  private async differences<Row>(
    { before, now, limit }: Comparison,
    columns: RawBuilder<unknown>,
    missing: (run: number, other: number) => RawBuilder<unknown>,
    gone: RawBuilder<unknown>,
  ): Promise<Differences<Row>> {
    const lost = missing(before, now);
    return {
      added: await this.difference<Row>(columns, missing(now, before), limit),
      gone: await this.difference<Row>(columns, sql`${lost} ${gone}`, limit),
      missing: await this.countOf(lost),
    };
  }

  private async difference<Row>(
    columns: RawBuilder<unknown>,
    from: RawBuilder<unknown>,
    limit: number,
  ): Promise<Difference<Row>> {
    const { rows } = await sql<Row>`select ${columns} ${from} order by ${columns} limit ${limit}`.execute(
      this.db,
    );
    return { count: await this.countOf(from), first: rows };
  }

  private async countOf(from: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(this.db);
    return rows[0]?.count ?? 0;
  }
}
