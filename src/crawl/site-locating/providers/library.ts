import { sql } from 'kysely';
import type { Database } from '../../../drivers/sqlite/index.ts';
import { wordsOf } from '../../../foundation/text/index.ts';
import type { SearchHit, SearchProvider } from './provider.ts';

const PAGE_SIZE = 20;
const MAX_WORDS = 8;

/**
 * What earlier runs have seen, kept in the store: pages by the words of title and address, and the link graph between
 * sites for reverse search.
 */
export function localLibrary(db: Database): SearchProvider {
  return {
    name: 'library',
    search: (query, page = 1) => searchPages(db, query, page),
    linking: (host) => linkingSites(db, host),
  };
}

async function searchPages(db: Database, query: string, page: number): Promise<readonly SearchHit[]> {
  const words = [...new Set(wordsOf(query))].slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const hits = words.map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    return sql<number>`(page.title like ${pattern} escape '\\') * 2 + (page.url like ${pattern} escape '\\')`;
  });
  const score = sql<number>`${sql.join(hits, sql` + `)}`;
  const rows = await db
    .selectFrom('page')
    .select(['url', (eb) => eb.fn.max('title').as('title'), (eb) => eb.fn.max(score).as('score')])
    .where('rendered_by', '!=', 'none')
    .where(score, '>', 0)
    .groupBy('url')
    .orderBy('score', 'desc')
    .orderBy('url')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  return rows.map(({ url, title }) => ({ url, title: title ?? '' }));
}

async function linkingSites(db: Database, host: string): Promise<readonly SearchHit[]> {
  const rows = await db
    .selectFrom('site_link')
    .innerJoin('site', (join) =>
      join.onRef('site.run_id', '=', 'site_link.run_id').onRef('site.site', '=', 'site_link.from_site'),
    )
    .select('site.home_url')
    .distinct()
    .where('to_site', '=', host)
    .orderBy('site.home_url')
    .limit(100)
    .execute();
  return rows.map(({ home_url }) => ({ url: home_url, title: '' }));
}
