import { type RunReason, type RunRow, reasonOf, type Store, StoreError } from '../storage/index.ts';

/** A harvest, one page that was queried (`submit`, `--max-pages 1`), or the small run of a page that `query` did not know. */
export type RunKind = 'harvest' | 'one-page' | 'query';

export interface RunInfo {
  readonly id: number;
  readonly kind: RunKind;
  /** Their names. */
  readonly domains: readonly string[];
  /** The same as the user gave them: a name, or the path of a file. */
  readonly domainFiles: readonly string[];
  /** Addresses that it was to start from; none where those of its domains were taken. */
  readonly seeds: readonly string[];
  /** `live`, `practice` or `replay:FILE`. */
  readonly web: string;
  readonly strategy: string;
  readonly status: RunRow['status'];
  /** Says why it ended, where it is not complete. */
  readonly reason: RunReason | null;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly activeMs: number;
  /** Says how often it was resumed. */
  readonly resumed: number;
  readonly requests: number;
  readonly bytesIn: number;
  readonly misses: number;
}

/** A run that has written nothing for this long is not going on, though another may be writing to the store. */
const SILENT_MS = 60_000;

/** A run that its process left behind, paused or not, is `interrupted`. */
export function stateOf(
  { status, updatedAt }: Pick<RunInfo, 'status' | 'updatedAt'>,
  isBeingWritten: boolean,
): RunInfo['status'] {
  const isOpen = status === 'running' || status === 'paused';
  return isOpen && (!isBeingWritten || Date.now() - updatedAt > SILENT_MS) ? 'interrupted' : status;
}

/** Lists the runs of a store, oldest first. */
export async function listRuns(store: Pick<Store, 'runs'>): Promise<readonly RunInfo[]> {
  return (await store.runs.all()).map((row) => ({
    id: row.id,
    kind: kindOf(row),
    domains: JSON.parse(row.domains) as string[],
    domainFiles: filesOf(row),
    seeds: (JSON.parse(row.options) as { seeds?: readonly string[] }).seeds ?? [],
    web: row.web,
    strategy: row.strategy,
    status: row.status,
    reason: row.status_code && reasonOf(row.status_code, row.status_detail),
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    activeMs: row.active_ms,
    resumed: row.resumed,
    requests: row.requests,
    bytesIn: row.bytes_in,
    misses: row.misses,
  }));
}

/** Domains of a harvest that is of none: all that are shipped. */
const MOST_DOMAINS = 7;

/** Tells whether two runs harvest the same: of domains and a web, or of addresses where no domain was given. */
export function isSameHarvest(
  a: Pick<RunInfo, 'domains' | 'web' | 'seeds'>,
  b: Pick<RunInfo, 'domains' | 'web' | 'seeds'>,
): boolean {
  const subject = ({ domains, web, seeds }: typeof a) =>
    JSON.stringify([[...domains].sort(), web, domains.length < MOST_DOMAINS ? [] : seeds]);
  return subject(a) === subject(b);
}

/** Runs of one page from before kinds were kept are known by their budgets. */
function kindOf({ options }: Pick<RunRow, 'options'>): RunKind {
  const { kind, maxPages, maxSites, maxDepth } = JSON.parse(options) as {
    readonly kind?: RunKind;
    readonly maxPages?: number;
    readonly maxSites?: number;
    readonly maxDepth?: number;
  };
  return kind ?? (isOnePage({ maxPages, maxSites, maxDepth }) ? 'one-page' : 'harvest');
}

/** Tells by its budgets whether a run is to read one page alone. */
export const isOnePage = (options: {
  readonly maxPages?: number | undefined;
  readonly maxSites?: number | undefined;
  readonly maxDepth?: number | undefined;
}): boolean => options.maxPages === 1 && options.maxSites === 1 && options.maxDepth === 0;

/** The address of a run of one page, by which it is named; undefined for a harvest. */
export const addressOfRun = ({ kind, seeds }: Pick<RunInfo, 'kind' | 'seeds'>): string | undefined =>
  kind === 'harvest' ? undefined : seeds[0];

function filesOf({ domains, options }: { domains: string; options: string }): readonly string[] {
  const { domains: files } = JSON.parse(options) as { domains?: readonly string[] };
  return files ?? (JSON.parse(domains) as string[]);
}

/**
 * Finds the latest harvest that goes on or has read a page; where there is none the newest run that has read one, else the
 * newest of all.
 * @returns undefined for a store without runs
 */
export async function latestRun(
  store: Pick<Store, 'runs'>,
): Promise<{ readonly run: RunInfo; readonly newest: RunInfo } | undefined> {
  const runs = (await listRuns(store)).toReversed();
  const [newest] = runs;
  if (newest === undefined) return undefined;
  let withPages: RunInfo | undefined;
  for (const run of runs) {
    const { http, browser } = await store.runs.counts(run.id);
    const hasPages = http + browser > 0;
    const isBegun = hasPages || ['running', 'paused'].includes(stateOf(run, true));
    if (run.kind === 'harvest' && run.status !== 'failed' && isBegun) return { run, newest };
    if (hasPages) withPages ??= run;
  }
  return { run: withPages ?? newest, newest };
}

/**
 * Finds the run of a number, or the latest harvest.
 * @throws {StoreError} when there is none
 */
export async function findRun(store: Store, which?: string | number): Promise<RunInfo> {
  const runs = await listRuns(store);
  const found =
    which === undefined
      ? (await latestRun(store))?.run
      : runs.find((run) => String(run.id) === String(which));
  if (found !== undefined) return found;
  const available =
    runs.length === 0 ? 'the store holds none yet' : `known runs: ${runs.map((run) => run.id).join(', ')}`;
  throw new StoreError(
    which === undefined ? `no run to show: ${available}` : `there is no run ${which}; ${available}`,
  );
}

/** The run that `--resume` without a number goes on with: the latest unfinished harvest, else the latest unfinished run. */
export async function unfinishedRun(store: Pick<Store, 'runs'>): Promise<RunInfo | undefined> {
  const open = (await listRuns(store)).filter(({ status }) => status !== 'complete');
  return open.findLast(({ kind }) => kind === 'harvest') ?? open.at(-1);
}

/** A run with what it found so far. */
export interface RunSummary extends RunInfo {
  readonly pages: number;
  readonly searchForms: number;
  /** Distinct records of all its forms. */
  readonly records: number;
}

/** The runs of a store with their counts, oldest first. */
export async function summariesOfRuns(store: Store): Promise<readonly RunSummary[]> {
  const summaries: RunSummary[] = [];
  for (const run of await listRuns(store)) summaries.push(await counted(store, run));
  return summaries;
}

/** @throws {StoreError} when there is no such run */
export const summaryOfRun = async (store: Store, id: number): Promise<RunSummary> =>
  counted(store, await findRun(store, id));

async function counted(store: Store, run: RunInfo): Promise<RunSummary> {
  const { http, browser, forms } = await store.runs.counts(run.id);
  return {
    ...run,
    pages: http + browser,
    searchForms: forms.reduce((sum, { searchable, forms: count }) => sum + (searchable ? count : 0), 0),
    records: await store.records.count(run.id),
  };
}
