import { sql } from 'kysely';
import type { Store } from '../drivers/sqlite/index.ts';
import { wordNet } from '../foundation/text/index.ts';
import { listOntologies, loadOntology } from './ontology/load-ontology.ts';
import { matchOf } from './search/match.ts';
import { parseQuery } from './search/parse-query.ts';

/** One query of a category under a generic crawl (all that was fetched) and a novelty crawl (what is new). */
export interface QueryComparison {
  readonly category: string;
  readonly query: string;
  /** Pages a generic crawl answers with, NP_GA. */
  readonly generic: number;
  /** Pages that are novel among them, NP_PA; also NPI, the number of pages identified. */
  readonly novel: number;
  /** RR = |NP_GA − NP_PA|. */
  readonly redundancyRemoved: number;
  /** Bytes of the generic and of the novel pages as received. */
  readonly genericBytes: number;
  readonly novelBytes: number;
}

/** Memory overhead MO = pages × page size. */
export interface MemoryOverhead {
  readonly genericPages: number;
  readonly novelPages: number;
  /** At the paper's 5 MB a page. */
  readonly genericMb: number;
  readonly novelMb: number;
  /** At the sizes the pages had. */
  readonly genericRealMb: number;
  readonly novelRealMb: number;
}

export interface NoveltyComparison {
  readonly runId: number;
  readonly queries: readonly QueryComparison[];
  readonly memory: MemoryOverhead;
  /** Share of the generic crawl's results that are left out, over all queries. */
  readonly redundancy: number;
}

/** The paper's page size in megabytes (section 7). */
const PAPER_PAGE_MB = 5;
const QUERIES_PER_CATEGORY = 4;

/**
 * Compares a generic crawl with a novelty crawl in the measures of paper 000, section 5.2 (RR, MO, NPI), query by query
 * as in its tables 3–5.
 * @param queries run in every category; by default the four terms that most documents of the category contain
 */
export async function compareNovelty(
  store: Store,
  runId: number,
  queries: readonly string[] = [],
): Promise<NoveltyComparison> {
  const categories = await store.db
    .selectFrom('document')
    .select('category')
    .distinct()
    .where('run_id', '=', runId)
    .where('category', 'is not', null)
    .orderBy('category')
    .execute();
  const rows: QueryComparison[] = [];
  for (const { category } of categories) {
    const name = category ?? '';
    const categoryQueries = queries.length > 0 ? queries : await commonTerms(store, runId, name);
    for (const query of categoryQueries) {
      const row = await compareQuery(store, runId, name, query);
      if (row.generic > 0) rows.push(row);
    }
  }
  const sum = (value: (row: QueryComparison) => number) => rows.reduce((total, row) => total + value(row), 0);
  return {
    runId,
    queries: rows,
    memory: await memoryOf(store, runId),
    redundancy: rows.length === 0 ? 0 : sum((row) => row.redundancyRemoved) / sum((row) => row.generic),
  };
}

interface ComparisonCounts {
  readonly pages: number;
  readonly novel: number;
  readonly bytes: number;
  readonly novel_bytes: number;
}

const COUNTS = sql`count(*) as pages, coalesce(sum(state = 'novel'), 0) as novel, coalesce(sum(bytes), 0) as bytes,
  coalesce(sum(case when state = 'novel' then bytes end), 0) as novel_bytes`;

async function compareQuery(
  store: Store,
  runId: number,
  category: string,
  query: string,
): Promise<QueryComparison> {
  const match = matchOf(parseQuery(query).clauses, false);
  const { rows } =
    await sql<ComparisonCounts>`select ${COUNTS} from document_fts join document on document.id = document_fts.rowid
    where document_fts match ${match} and run_id = ${runId} and category = ${category}`.execute(store.db);
  const { pages, novel, bytes, novel_bytes } = rows[0] ?? { pages: 0, novel: 0, bytes: 0, novel_bytes: 0 };
  return {
    category,
    query,
    generic: pages,
    novel,
    redundancyRemoved: Math.abs(pages - novel),
    genericBytes: bytes,
    novelBytes: novel_bytes,
  };
}

/** Finds the terms that most documents of a category contain; the category's name where it has no ontology. */
async function commonTerms(store: Store, runId: number, category: string): Promise<string[]> {
  if (!listOntologies().includes(category)) return [category];
  const terms = [...loadOntology(category, wordNet()).relations.keys()].map((term) =>
    term.replaceAll('_', ' '),
  );
  const counted: { term: string; pages: number }[] = [];
  for (const term of new Set([category, ...terms])) {
    const { generic } = await compareQuery(store, runId, category, `"${term}"`);
    counted.push({ term, pages: generic });
  }
  const commonest = counted
    .sort((a, b) => b.pages - a.pages || (a.term < b.term ? -1 : 1))
    .slice(0, QUERIES_PER_CATEGORY);
  return commonest.map(({ term }) => (term.includes(' ') ? `"${term}"` : term));
}

async function memoryOf(store: Store, runId: number): Promise<MemoryOverhead> {
  const { rows } = await sql<ComparisonCounts>`select ${COUNTS} from document
    where run_id = ${runId} and kind <> 'record' and state <> 'waiting'`.execute(store.db);
  const { pages, novel, bytes, novel_bytes } = rows[0] ?? { pages: 0, novel: 0, bytes: 0, novel_bytes: 0 };
  return {
    genericPages: pages,
    novelPages: novel,
    genericMb: pages * PAPER_PAGE_MB,
    novelMb: novel * PAPER_PAGE_MB,
    genericRealMb: bytes / 1e6,
    novelRealMb: novel_bytes / 1e6,
  };
}
