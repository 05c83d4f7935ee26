import {
  DamagedIndexError,
  type DocumentFilter,
  type DocumentRow,
  type FoundDocument,
  type SearchQuery,
  type SnippetPart,
  type Store,
  StoreError,
} from '../../storage/index.ts';
import { matchOf } from './match.ts';
import { type ParsedQuery, parseQuery, SearchError } from './parse-query.ts';
import { findRecords, type UnjudgedRecord } from './search-records.ts';

export interface SearchOptions {
  /** Results wanted (default 10, at most 1000). */
  readonly limit?: number;
  readonly offset?: number;
  /** Selected categories; none means all. */
  readonly categories?: readonly string[];
  /** Only novel documents (default), or all. */
  readonly novelOnly?: boolean;
  /** Also match synonyms (WordNet). */
  readonly expand?: boolean;
  /** Count the results by domain, category, language, site and kind (default false). */
  readonly facets?: boolean;
}

export interface SearchResult {
  /** Of its document; null for a record of a run whose novelty was not judged, which has a key. */
  readonly id: number | null;
  readonly key?: string;
  readonly url: string;
  readonly title: string;
  readonly kind: DocumentRow['kind'];
  readonly site: string;
  readonly domain: string | null;
  readonly category: string | null;
  readonly language: string;
  /** Says when it was fetched, milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly runId: number;
  readonly novel: boolean | null;
  /** Describes a record; null for a page. */
  readonly fields: Readonly<Record<string, string>> | null;
  /** Higher is better (BM25; 0 for a search of filters only). */
  readonly score: number;
  readonly snippet: readonly SnippetPart[];
}

const FACETS = ['domain', 'category', 'cluster', 'language', 'site', 'kind'] as const;
export type Facets = Readonly<
  Record<(typeof FACETS)[number], readonly { readonly value: string; readonly count: number }[]>
>;

export interface SearchPage {
  readonly results: readonly SearchResult[];
  /** Number of documents found; counting ends at 10,000. */
  readonly total: number;
  readonly facets?: Facets;
}

const MAX_RESULTS = 1_000;
/** Greatest number that is counted exactly. */
const MAX_COUNTED = 10_000;
const FACET_VALUES = 12;
const SNIPPET = 200;

/**
 * Finds documents of the library.
 * @param query see `parseQuery`; words are stemmed (English), case and accents are ignored
 * @throws {SearchError} for an invalid search
 */
export async function searchLibrary(
  store: Store,
  query: string,
  options: SearchOptions = {},
): Promise<SearchPage> {
  const parsed = parseQuery(query);
  const words = matchOf(parsed.clauses, options.expand === true);
  const asked = { ...filterOf(parsed, options), ...words };
  const page = await runSearch(store, asked, options);
  const records = await findRecords(store, asked);
  const { limit = 10, offset = 0 } = options;
  const from = Math.max(0, offset - page.total);
  const more = records.slice(from, from + limit - page.results.length).map(recordResult);
  return { ...page, results: [...page.results, ...more], total: page.total + records.length };
}

const recordResult = (row: UnjudgedRecord): SearchResult => ({
  ...{ id: null, key: row.key, kind: 'record', site: row.site, domain: row.domain, runId: row.runId },
  ...{ url: row.url ?? row.final_url ?? row.asked_url, title: row.title, fetchedAt: row.sent_at },
  ...{ category: null, language: '', novel: null, score: 0 },
  fields: JSON.parse(row.fields) as Record<string, string>,
  snippet: [{ text: row.text.slice(0, SNIPPET), hit: false }],
});

export async function runSearch(
  store: Store,
  query: SearchQuery,
  { limit = 10, offset = 0, facets = false }: SearchOptions,
): Promise<SearchPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_RESULTS)
    throw new SearchError(`expected 1 to ${MAX_RESULTS} results, got ${limit}`);
  try {
    const results = (await store.searchIndex.find(query, limit, offset)).map(resultOf);
    if (facets) return { results, ...(await facetsOf(store, query)) };
    const [all] = await store.searchIndex.count(query, [], MAX_COUNTED);
    return { results, total: all?.documents ?? 0 };
  } catch (error) {
    if (!(error instanceof DamagedIndexError)) throw error;
    throw new StoreError(
      `the full-text index of ${store.folder} is damaged (${error.message}); make it anew with: fieldfare novelty --reindex`,
      { cause: error },
    );
  }
}

const resultOf = (row: FoundDocument): SearchResult => ({
  id: row.id,
  url: row.url,
  title: row.title,
  kind: row.kind,
  site: row.site,
  domain: row.domain,
  category: row.category,
  language: row.language,
  fetchedAt: row.fetched_at,
  runId: row.run_id,
  novel: row.state === 'novel',
  fields: row.fields === null ? null : (JSON.parse(row.fields) as Record<string, string>),
  score: Math.round(row.score * 1e4) / 1e4 || 0,
  snippet: row.snippet,
});

export const judgedStates = ({ novelOnly = true }: SearchOptions): DocumentRow['state'][] =>
  novelOnly ? ['novel'] : ['novel', 'known', 'bare'];

function filterOf({ filters, dates, clauses }: ParsedQuery, options: SearchOptions): DocumentFilter {
  const { run, category, ...others } = filters;
  const { categories = [] } = options;
  const [one, many] = [category?.toLowerCase(), categories.length > 0 ? categories : undefined];
  const among = one === undefined ? many : (many ?? [one]).filter((name) => name === one);
  const equal = Object.entries(others).map(([name, value]) => [name, value.toLowerCase()]);
  return {
    states: judgedStates(options),
    ...(Object.fromEntries(equal) as typeof others),
    ...(run !== undefined && { run: runNumber(run) }),
    ...(among && { categories: among }),
    ...(dates?.from !== undefined && { fetchedFrom: dates.from }),
    ...(dates?.to !== undefined && { fetchedTo: dates.to }),
    fields: clauses.flatMap(({ recordField, text, denied }) =>
      recordField === undefined || denied ? [] : [{ name: recordField, text: text.toLowerCase() }],
    ),
  };
}

function runNumber(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new SearchError(`run:${value} is no run; write its number, as run:3`);
}

async function facetsOf(
  store: Store,
  query: SearchQuery,
): Promise<{ readonly total: number; readonly facets: Facets }> {
  const groups = await store.searchIndex.count(query, FACETS, MAX_COUNTED);
  const facets = FACETS.map((name) => {
    const counts = new Map<string, number>();
    for (const group of groups) {
      const value = group[name];
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + group.documents);
    }
    const values = [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return [name, values.slice(0, FACET_VALUES)] as const;
  });
  const total = groups.reduce((sum, { documents }) => sum + documents, 0);
  return { total, facets: Object.fromEntries(facets) as unknown as Facets };
}
