/** Pages and records that one run has and another has not, apart from those that the other never reached. */

import { sql } from 'kysely';
import type { Store } from '../drivers/sqlite/index.ts';

/** A count and the first items. */
export interface CountWithExamples<T> {
  readonly count: number;
  readonly examples: readonly T[];
}

export interface ChangedRows {
  readonly new: CountWithExamples<string>;
  /** Visited again and no longer there. */
  readonly gone: CountWithExamples<string>;
  /** Items whose place the later run did not visit, so nothing is known of them. */
  readonly notRevisited: number;
}

export const MAX_EXAMPLES = 20;

/** Compares pages by address. A page is gone where its address was requested again and no longer gives a page. */
export async function changedPages(store: Store, before: number, now: number): Promise<ChangedRows> {
  const missing = (run: number, other: number) => sql`from page where run_id = ${run} and ${IS_PAGE}
    and url not in (select url from page where run_id = ${other} and ${IS_PAGE})`;
  const gone = sql`${missing(before, now)} and url in (select url from page where run_id = ${now}
    and (status in (404, 410) or redirect_to is not null or (status between 200 and 299 and rendered_by = 'none')))`;
  const url = sql`url`;
  return {
    new: await countWithExamples(store, url, missing(now, before)),
    ...(await goneAndNotRevisited(store, url, gone, missing(before, now))),
  };
}

const IS_PAGE = sql`rendered_by <> 'none' and status between 200 and 299`;

/**
 * Compares records behind forms by site and key. A record is gone where the query that showed it was sent again and its
 * list was read to the end, or as far as before: the position of a record in a list means nothing.
 */
export async function changedRecords(store: Store, before: number, now: number): Promise<ChangedRows> {
  const missing = (run: number, other: number) => sql`from answer_record r where r.run_id = ${run}
    and not exists (select 1 from answer_record o where o.run_id = ${other} and o.site = r.site and o.key = r.key)`;
  const gone = sql`${missing(before, now)} and exists (
    select 1 from submission s
    join ${listsOf(before)} earlier on earlier.form_id = s.form_id and earlier.query = ${QUERY}
    join ${listsOf(now)} later on later.form_id = s.form_id and later.query = ${QUERY}
    where s.run_id = r.run_id and s.form_id = r.form_id and s.key = r.submission
      and (later.ended or later.pages >= earlier.pages))`;
  const name = sql`r.site || ' ' || r.key`;
  return {
    new: await countWithExamples(store, name, missing(now, before)),
    ...(await goneAndNotRevisited(store, name, gone, missing(before, now))),
  };
}

/** A submission's key holds its query, then the page of the answer: `… #2`. */
const QUERY = sql`substr(s.key, 1, length(s.key) - length(s.page) - 2)`;

/** Selects how far the result lists of a run's queries were read. */
const listsOf = (run: number) => sql`(select s.form_id, ${QUERY} as query, max(s.page) as pages,
  max(s.next is null) as ended from submission s
  where s.run_id = ${run} and s.verdict in ('hits', 'no-hits') group by 1, 2)`;

type Fragment = ReturnType<typeof sql>;

async function goneAndNotRevisited(
  store: Store,
  name: Fragment,
  gone: Fragment,
  missing: Fragment,
): Promise<Pick<ChangedRows, 'gone' | 'notRevisited'>> {
  const lost = await countWithExamples(store, name, gone);
  return { gone: lost, notRevisited: (await countOf(store, missing)) - lost.count };
}

async function countWithExamples(
  store: Store,
  name: Fragment,
  from: Fragment,
): Promise<CountWithExamples<string>> {
  const { rows } = await sql<{
    name: string;
  }>`select ${name} as name ${from} order by 1 limit ${MAX_EXAMPLES}`.execute(store.db);
  return { count: await countOf(store, from), examples: rows.map((row) => row.name) };
}

async function countOf({ db }: Store, from: Fragment): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
