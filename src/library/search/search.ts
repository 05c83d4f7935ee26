import { type RawBuilder, sql } from 'kysely';
import { faultOf, type Store } from '../../drivers/sqlite/index.ts';
import { type DocumentRow, StoreError } from '../../storage/index.ts';
import { matchOf } from './match.ts';
import { type ParsedQuery, parseQuery, SearchError } from './parse-query.ts';

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

/** A piece of a snippet; a hit matches the search. */
export interface SnippetPart {
  readonly text: string;
  readonly hit: boolean;
}

export interface SearchResult {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  readonly kind: DocumentRow['kind'];
  readonly site: string;
  readonly domain: string | null;
  readonly category: string | null;
  readonly language: string;
  /** When it was fetched, milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly runId: number;
  readonly novel: boolean;
  /** Of a record. */
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
/** Weights of title, text, url, site, fields. */
const WEIGHTS = sql.raw('5.0, 1.0, 2.0, 2.0, 2.0');
const BEGIN = '\u0001';
const END = '\u0002';

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
  return runSearch(
    store,
    matchOf(parsed.clauses, options.expand === true),
    conditionsOf(parsed, options),
    options,
  );
}

export async function runSearch(
  store: Store,
  match: string,
  conditions: readonly RawBuilder<unknown>[],
  options: SearchOptions,
): Promise<SearchPage> {
  const { limit = 10, offset = 0 } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_RESULTS)
    throw new SearchError(`expected 1 to ${MAX_RESULTS} results, got ${limit}`);
  const where = sql.join(
    [match === '' ? sql`1` : sql`document_fts match ${match}`, ...conditions],
    sql` and `,
  );
  const from =
    match === ''
      ? sql`document join document_text t on t.id = document.id`
      : sql`document_fts join document on document.id = document_fts.rowid`;
  try {
    return await runStatement(store, { match, from, where }, options.facets === true, limit, offset);
  } catch (error) {
    if (faultOf(error) !== 'damaged') throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      `the full-text index of ${store.folder} is damaged (${why}); make it anew with: fieldfare novelty --reindex`,
      { cause: error },
    );
  }
}

interface SearchStatement {
  readonly match: string;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

async function runStatement(
  store: Store,
  { match, from, where }: SearchStatement,
  faceted: boolean,
  limit: number,
  offset: number,
): Promise<SearchPage> {
  const results = await resultsOf(store, match, from, where, limit, offset);
  const counted = sql`select document.id from ${from} where ${where} limit ${MAX_COUNTED}`;
  if (faceted) {
    const facets = await facetsOf(store, counted);
    return { results, ...facets };
  }
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${counted})`.execute(store.db);
  return { results, total: Number(rows[0]?.total ?? 0) };
}

type ResultRow = Pick<
  DocumentRow,
  'kind' | 'site' | 'domain' | 'category' | 'language' | 'url' | 'title' | 'run_id' | 'state' | 'fields'
> & { readonly id: number; readonly fetched_at: number; readonly rank: number; readonly snippet: string };

/** Ranks first and reads the results afterwards, so that snippets are made only for results. */
async function resultsOf(
  store: Store,
  match: string,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<SearchResult[]> {
  const ranked =
    match === ''
      ? sql<{ id: number; rank: number }>`select document.id, 0.0 as rank from ${from} where ${where}
          order by document.fetched_at desc, document.id limit ${limit} offset ${offset}`
      : sql<{
          id: number;
          rank: number;
        }>`select document.id, bm25(document_fts, ${WEIGHTS}) as rank from ${from}
          where ${where} order by rank, document.id limit ${limit} offset ${offset}`;
  const best = (await ranked.execute(store.db)).rows;
  if (best.length === 0) return [];
  const ids = sql.join(best.map(({ id }) => id));
  const snippet =
    match === '' ? sql`substr(t.text, 1, 200)` : sql`snippet(document_fts, -1, ${BEGIN}, ${END}, '…', 28)`;
  const { rows } =
    await sql<ResultRow>`select document.id, document.kind, document.site, document.domain, document.category,
      document.language, document.url, document.title, document.run_id, document.state, document.fields,
      document.fetched_at, ${snippet} as snippet
    from ${from} where document.id in (${ids}) ${match === '' ? sql`` : sql`and document_fts match ${match} and document_fts.rowid in (${ids})`}`.execute(
      store.db,
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return best.flatMap(({ id, rank }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [resultOf({ ...row, rank })];
  });
}

const resultOf = (row: ResultRow): SearchResult => ({
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
  score: Math.round(-row.rank * 1e4) / 1e4 || 0,
  snippet: partsOf(row.snippet),
});

/** Splits a snippet at its marks. A page that contains the marks itself only gets a wrong hit. */
function partsOf(snippet: string): SnippetPart[] {
  return snippet
    .split(BEGIN)
    .flatMap((piece, i): SnippetPart[] => {
      if (i === 0) return [{ text: piece.replaceAll(END, ''), hit: false }];
      const [hit = '', ...rest] = piece.split(END);
      return [
        { text: hit, hit: true },
        { text: rest.join(''), hit: false },
      ];
    })
    .filter((part) => part.text !== '');
}

function conditionsOf(
  { filters, dates, clauses }: ParsedQuery,
  options: SearchOptions,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [sql`document.state <> 'waiting'`];
  if (options.novelOnly ?? true) conditions.push(sql`document.state = 'novel'`);
  for (const [name, value] of Object.entries(filters)) {
    if (name === 'run') conditions.push(sql`document.run_id = ${runNumber(value)}`);
    else conditions.push(sql`${sql.ref(`document.${name}`)} = ${value.toLowerCase()}`);
  }
  const { categories = [] } = options;
  if (categories.length > 0) conditions.push(sql`document.category in (${sql.join(categories)})`);
  if (dates?.from !== undefined) conditions.push(sql`document.fetched_at >= ${dates.from}`);
  if (dates?.to !== undefined) conditions.push(sql`document.fetched_at <= ${dates.to}`);
  for (const { recordField, text, denied } of clauses) {
    if (recordField === undefined || denied) continue;
    conditions.push(sql`exists (select 1 from json_each(document.fields) where lower(json_each.key) = ${recordField}
      and instr(lower(json_each.value), ${text.toLowerCase()}) > 0)`);
  }
  return conditions;
}

function runNumber(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new SearchError(`run:${value} is no run; write its number, as run:3`);
}

async function facetsOf(
  store: Store,
  counted: RawBuilder<unknown>,
): Promise<{ readonly total: number; readonly facets: Facets }> {
  const { rows } = await sql<
    Record<(typeof FACETS)[number], string | null> & { count: number }
  >`select domain, category, cluster, language, site, kind, count(*) as count from document where id in (${counted})
    group by domain, category, cluster, language, site, kind`.execute(store.db);
  const facets = FACETS.map((name) => {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const value = row[name];
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + Number(row.count));
    }
    const values = [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return [name, values.slice(0, FACET_VALUES)] as const;
  });
  const total = rows.reduce((sum, row) => sum + Number(row.count), 0);
  return { total, facets: Object.fromEntries(facets) as unknown as Facets };
}
