/** Reads of the store that may take longer than the look-up of a row; reader threads do them. */

import { dataVersion } from '../../../drivers/open/index.ts';
import {
  compareRuns,
  type ExportFormat,
  facetGroups,
  findRun,
  isFacetKind,
  type ListQuery,
  lacksList,
  latestRun,
  MOST_COUNTED,
  moreLikeThis,
  newsOfRuns,
  readDocument,
  recordOrigin,
  type SearchOptions,
  searchLibrary,
  summariesOfRuns,
  summaryOfRun,
} from '../../../library/index.ts';
import {
  collectCrawl,
  collectLists,
  collectReport,
  exportLines,
  exportPage,
  keepList,
  listCounts,
  reportHtml,
} from '../../../reports/index.ts';
import type { FacetGroup, FacetKind, Store } from '../../../storage/index.ts';

/** Formats that are written to a file first. */
type FileOfRows = 'parquet' | 'xlsx' | 'wacz';
export type StreamOf = ListQuery & { readonly format: ExportFormat | FileOfRows };

/** Limits the groups of counted rows, over all lists, that are stored until the store changes. */
const MOST_STORED = 200_000;
const stored = new Map<string, readonly FacetGroup[]>();
let storedVersion: unknown;

async function groupsOf(store: Store, run: number, kind: FacetKind): Promise<readonly FacetGroup[]> {
  const version = await dataVersion(store);
  if (version === undefined || version !== storedVersion) stored.clear();
  storedVersion = version;
  const key = `${run} ${kind}`;
  const groups = stored.get(key) ?? (await facetGroups(store, run, kind));
  stored.delete(key);
  stored.set(key, groups);
  const size = () => [...stored.values()].reduce((sum, { length }) => sum + length, 0);
  while (size() > MOST_STORED) stored.delete(stored.keys().next().value ?? '');
  return groups;
}

/** Names the reads; what each takes and returns is plain data. */
export const READS = {
  runs: async (store: Store, _: null) => ({
    items: await summariesOfRuns(store),
    latest: (await latestRun(store))?.run.id ?? null,
  }),
  run: async (store: Store, run: number) => ({ summary: await summaryOfRun(store, run), crawl: null }),
  crawl: async (store: Store, run: number) => ({
    summary: await summaryOfRun(store, run),
    crawl: await collectCrawl(store, run),
  }),
  page: exportPage,
  /** Reads rows that are made of all records, however few are shown, where their list is not kept. */
  madePage: exportPage,
  counts: async (store: Store, query: ListQuery) => {
    const groups = isFacetKind(query.kind) ? await groupsOf(store, query.run, query.kind) : undefined;
    return listCounts(store, query, groups);
  },
  report: async (store: Store, id: number) => {
    const run = await findRun(store, id);
    return reportHtml(await collectReport(store, run), await collectLists(store, run));
  },
  changes: (store: Store, { run, since }: { run: number; since: number | undefined }) =>
    compareRuns(store, run, since),
  news: newsOfRuns,
  search: (store: Store, { q, options }: { q: string; options: SearchOptions }) =>
    searchLibrary(store, q, options),
  similar: (store: Store, { id, options }: { id: number; options: SearchOptions }) =>
    moreLikeThis(store, id, options),
  document: (store: Store, id: number) => readDocument(store, id),
  verifiedForms: async (store: Store, { site, limit }: { site: string | undefined; limit: number }) => {
    const { describeForm, storedForms } = await import('../../../app/index.ts');
    const forms = await storedForms(store, site === undefined ? {} : { site });
    const verified = forms.filter(({ outcome }) => outcome === 'verified');
    return verified.slice(0, limit).map((form) => describeForm(form));
  },
  record: async (store: Store, { run, site, key }: { run: number; site: string; key: string }) =>
    (await recordOrigin(store, run, { site, key })) ?? null,
  lacksList: async (store: Store, { run, kind }: Omit<ListQuery, 'range'>) =>
    (await lacksList(store, run, kind)) &&
    (kind !== 'things' || (await store.records.count(run)) > MOST_COUNTED),
  keepList: async (store: Store, list: Omit<ListQuery, 'range'>) => {
    await keepList(store, list);
    return null;
  },
  elements: async (store: Store, domain: string | null) => {
    const values = Map.groupBy(await store.elements.values(), ({ element_id }) => element_id);
    const rows = await store.elements.elements();
    return rows
      .filter((row) => domain === null || row.domain === domain)
      .map(({ id, domain: of, label, meaning, aliases, control, value_domain, source, status }) => ({
        ...{ id, domain: of, label, meaning, control, source, status },
        aliases: JSON.parse(aliases) as string[],
        valueDomain: value_domain,
        values: (values.get(id) ?? []).map(({ element_id: _, ...value }) => value),
      }));
  },
  parkedHosts: (store: Store, { run, limit }: { run: number; limit: number }) =>
    store.figures.parkedHosts(run, limit),
};

export type ReadName = keyof typeof READS;
export type ReadOf<Name extends ReadName> = Parameters<(typeof READS)[Name]>[1];
export type AnswerOf<Name extends ReadName> = Awaited<ReturnType<(typeof READS)[Name]>>;

/** Opens an export as pieces of text, or of a Parquet file. */
export async function* piecesOf(store: Store, of: StreamOf): AsyncGenerator<string | Uint8Array> {
  if (of.format === 'csv' || of.format === 'jsonl')
    return yield* exportLines(store, of.run, of.kind, of.format, of.range);
  const { filePieces } = await import('./file-pieces.ts');
  yield* filePieces(store, of, of.format);
}
