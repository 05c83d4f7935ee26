import { wordNet } from '../foundation/text/index.ts';
import type { DocumentCount, Store } from '../storage/index.ts';
import { listOntologies, loadOntology } from './ontology/load-ontology.ts';
import { matchOf } from './search/match.ts';
import { parseQuery } from './search/parse-query.ts';

/** One query of a category under a generic crawl (all that was fetched) and a novelty crawl (what is new). */
interface QueryComparison {
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
interface MemoryOverhead {
  readonly genericPages: number;
  readonly novelPages: number;
  /** Reckons with the paper's 5 MB a page. */
  readonly genericMb: number;
  readonly novelMb: number;
  /** Measures all texts as they were judged, which a generic crawl stores. */
  readonly genericTextMb: number;
  /** Measures the texts that are stored. */
  readonly heldTextMb: number;
  /** Measures the documents of all runs on disk, with texts, prints and full-text index. */
  readonly onDiskMb: number;
}

export interface NoveltyComparison {
  /** The last run that is compared. */
  readonly runId: number;
  readonly queries: readonly QueryComparison[];
  readonly memory: MemoryOverhead;
  /** Share of the generic crawl's results that are left out, over all queries. */
  readonly redundancy: number;
  /** The first of the documents that repeat others. */
  readonly duplicates: readonly Duplicate[];
  readonly duplicateCount: number;
}

interface Duplicate {
  readonly url: string;
  readonly title: string;
  /** The document that it repeats; null where that is no longer kept. */
  readonly like: string | null;
  readonly similarity: number | null;
}

const MAX_DUPLICATES = 200;

/** The paper's page size in megabytes (section 7). */
const PAPER_PAGE_MB = 5;
const QUERIES_PER_CATEGORY = 4;

/**
 * Compares a generic crawl with a novelty crawl in the measures of paper 000, section 5.2 (RR, MO, NPI), query by query
 * as in its tables 3–5. Pages of this run and all before it count, each as it was crawled first: a page that is crawled
 * again repeats no other page.
 * @param queries run in every category; by default the four terms that most documents of the category contain
 */
export async function compareNovelty(
  store: Store,
  runId: number,
  queries: readonly string[] = [],
): Promise<NoveltyComparison> {
  const categories = await store.documents.count({ firstThrough: runId }, ['category']);
  const rows: QueryComparison[] = [];
  for (const { category } of categories) {
    if (category === null) continue;
    const categoryQueries = queries.length > 0 ? queries : await commonTerms(store, runId, category);
    for (const query of categoryQueries) {
      const row = await compareQuery(store, runId, category, query);
      if (row.generic > 0) rows.push(row);
    }
  }
  const repeating = { firstThrough: runId, states: ['known'] as const };
  const first = await store.documents.get(await store.documents.ids(repeating, MAX_DUPLICATES));
  const [all] = await store.documents.count(repeating, []);
  const sum = (value: (row: QueryComparison) => number) => rows.reduce((total, row) => total + value(row), 0);
  return {
    runId,
    queries: rows,
    memory: await memoryOf(store, runId),
    redundancy: rows.length === 0 ? 0 : sum((row) => row.redundancyRemoved) / sum((row) => row.generic),
    duplicates: first.map(({ url, title, like_url: like, similarity }) => ({ url, title, like, similarity })),
    duplicateCount: all?.documents ?? 0,
  };
}

/** Sums up counts, all of them and those of novel documents. */
function sumsOf(counts: readonly DocumentCount<'state'>[]) {
  const sums = { pages: 0, novel: 0, bytes: 0, novelBytes: 0 };
  for (const { state, documents, bytes } of counts) {
    sums.pages += documents;
    sums.bytes += bytes;
    if (state !== 'novel') continue;
    sums.novel += documents;
    sums.novelBytes += bytes;
  }
  return sums;
}

async function compareQuery(
  store: Store,
  runId: number,
  category: string,
  query: string,
): Promise<QueryComparison> {
  const words = matchOf(parseQuery(query).clauses, false);
  const which = { firstThrough: runId, categories: [category], ...words };
  const counts = await store.searchIndex.count(which, ['state'], Number.MAX_SAFE_INTEGER);
  const { pages, novel, bytes, novelBytes } = sumsOf(counts);
  return {
    category,
    query,
    generic: pages,
    novel,
    redundancyRemoved: Math.abs(pages - novel),
    genericBytes: bytes,
    novelBytes,
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
  const counts = await store.documents.count({ firstThrough: runId }, ['kind', 'state']);
  const { pages, novel } = sumsOf(counts.filter(({ kind }) => kind !== 'record'));
  const { judged, held } = await store.novelty.textBytes({ firstThrough: runId });
  return {
    genericPages: pages,
    novelPages: novel,
    genericMb: pages * PAPER_PAGE_MB,
    novelMb: novel * PAPER_PAGE_MB,
    genericTextMb: judged / 1e6,
    heldTextMb: held / 1e6,
    onDiskMb: (await store.novelty.bytesOnDisk()) / 1e6,
  };
}
