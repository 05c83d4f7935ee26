import { type RawBuilder, sql } from 'kysely';
import { FACET_COLUMNS, type FacetGroup, type FacetKind, priceBand, yearIn } from '../../storage/index.ts';
import { type Executor, statement } from './executor.ts';

/** Selects the variant of a form that its canonical page shows. */
const CANONICAL = sql`(select s.variant from sighting s join link l on l.id = s.page_id
  where s.run_id = f.run_id and s.form_id = f.form_id
  order by l.kind like 'answer%', l.depth, l.url, s.variant limit 1)`;

/** Selects the domain of the most similar front page of each site. */
const SITE_DOMAINS = (runId: number) => sql`(select site, domain from (
  select p.site, p.domain, row_number() over (partition by p.site order by p.similarity desc, p.url) as place
  from page p join link l on l.id = p.id
  where p.run_id = ${runId} and l.depth = 0 and p.domain is not null) as fronts where place = 1)`;

const TRUTH = sql`case v.searchable when 1 then 'true' else 'false' end`;

/** Says where the rows of a kind, and each of its columns, come from. */
const SOURCES: Readonly<
  Record<
    Exclude<FacetKind, 'records'>,
    (runId: number) => readonly [columns: RawBuilder<unknown>, from: RawBuilder<unknown>]
  >
> = {
  forms: (runId) => [
    sql`${TRUTH} as searchable, coalesce(a.outcome, 'not-queried') as outcome,
      coalesce(v.domain, case v.searchable when 1 then null else d.domain end) as domain, v.type, v.rule, f.site`,
    sql`form f join form_variant v on v.run_id = f.run_id and v.variant = ${CANONICAL}
      left join asked_form a on a.run_id = f.run_id and a.form_id = f.form_id
      left join ${SITE_DOMAINS(runId)} d on d.site = f.site where f.run_id = ${runId}`,
  ],
  pages: (runId) => [
    sql`l.state, l.reason_code, p.rendered_by, l.site`,
    sql`link l left join page p on p.id = l.id where l.run_id = ${runId}`,
  ],
  sites: (runId) => [sql`state, reason_code, domain`, sql`site where run_id = ${runId}`],
  submissions: (runId) => [sql`verdict, state, site`, sql`submission where run_id = ${runId}`],
  documents: (runId) => [
    sql`kind, state, site`,
    sql`document where run_id = ${runId} and state <> 'waiting'`,
  ],
};

/** Counts the rows of a run that are alike in the columns of their kind. */
export async function facetGroups(
  executor: Executor,
  runId: number,
  kind: FacetKind,
): Promise<readonly FacetGroup[]> {
  if (kind === 'records') return recordGroups(executor, runId);
  const [columns, from] = SOURCES[kind](runId);
  const places = FACET_COLUMNS[kind].map((_, i) => i + 1);
  const order = places.map((place) => `${place} nulls first`);
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${columns}, count(*) as count from ${from}
    group by ${sql.raw(places.join(', '))} order by ${sql.raw(order.join(', '))}`.execute(executor.db);
  return rows.map((row) => {
    const values = Object.values(row);
    const count = Number(values.pop());
    return { values: values.map((value) => String(value ?? '')), count };
  });
}

interface RecordColumns {
  readonly site: string;
  readonly key: string;
  readonly year: string | number | null;
  readonly price: string | number | null;
}

const RECORDS = 2_000;

/** Years and prices are read here: as expressions of SQLite they cost ten times as much. */
async function recordGroups(executor: Executor, runId: number): Promise<readonly FacetGroup[]> {
  const { fieldOf } = executor.dialect;
  const groups = new Map<string, { readonly values: readonly string[]; count: number }>();
  let [site, key] = ['', ''];
  for (;;) {
    const rows = await statement<RecordColumns>(
      executor,
      `select site, key, ${fieldOf('year')} as year, ${fieldOf('price')} as price from answer_record
        where run_id = ? and (site, key) > (?, ?) order by site, key limit ${RECORDS}`,
      [runId, site, key],
    );
    for (const row of rows) count(groups, row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < RECORDS) break;
    ({ site, key } = last);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function count(
  groups: Map<string, { readonly values: readonly string[]; count: number }>,
  { site, year, price }: RecordColumns,
): void {
  const values = [site, yearIn(String(year ?? '')) ?? '', priceBand(String(price ?? '')) ?? ''];
  const name = values.join('\n');
  const group = groups.get(name);
  if (group === undefined) groups.set(name, { values, count: 1 });
  else group.count++;
}
