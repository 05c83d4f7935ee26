import type { RunCode } from './codes.ts';
import type { LinkRow } from './links.ts';
import { integer, numbered, type RowOf, real, table, text } from './table.ts';

export const RUN_TABLES = {
  run: table(['id'], {
    id: numbered,
    /** JSON: names of the domains. */
    domains: text,
    web: text,
    strategy: text,
    /** JSON: the options of the run, so that a resumed run uses the same ones. */
    options: text,
    status: text.as<'running' | 'paused' | 'interrupted' | 'complete' | 'partial' | 'budget' | 'failed'>(),
    /** Reason why it is not complete: a code, and what belongs to it. */
    status_code: text.as<RunCode>().orNull(),
    status_detail: text.orNull(),
    started_at: integer,
    updated_at: integer,
    /** Time spent crawling, over all resumptions. */
    active_ms: real.or(0),
    resumed: integer.or(0),
    requests: integer.or(0),
    bytes_in: integer.or(0),
    misses: integer.or(0),
    /** Length of the exchange log up to which every row is acknowledged. */
    log_bytes: integer.or(0),
    /** JSON: what the strategy has learnt, first and last; see `keepLearnt`. */
    learnt: text.orNull(),
    /** 1 while a rewritten exchange log waits to take the place of the old one. */
    log_pending: integer.or(0),
  }),
  /** One point of the growth curve. */
  run_sample: table(['run_id', 'pages'], {
    run_id: integer,
    pages: integer,
    forms: integer,
    searchable: integer,
    relevant: integer,
    active_ms: real,
  }),
  /** Counts how often a rule applied on a site: traps, stops, links that act. */
  rule_count: table(['run_id', 'rule', 'site'], {
    run_id: integer,
    rule: text,
    site: text,
    count: integer,
  }),
};
export type RunRow = RowOf<typeof RUN_TABLES.run>;
export type RunSampleRow = RowOf<typeof RUN_TABLES.run_sample>;
export type RuleCountRow = RowOf<typeof RUN_TABLES.rule_count>;

/** Counts that processes that work on a run add to. */
export type RunFigures = Pick<RunRow, 'requests' | 'bytes_in' | 'misses' | 'active_ms'>;

/** Counts what a run has found so far. */
export interface RunCounts {
  /** Pages that were read by HTTP alone, and by the browser. */
  readonly http: number;
  readonly browser: number;
  readonly failed: number;
  readonly forms: readonly FormCount[];
}

/** Forms alike: searchable where one of its variants is; of several domains a form counts for the last by name. */
interface FormCount {
  readonly searchable: boolean;
  readonly domain: string | null;
  readonly forms: number;
}

/** Reads the runs of a store. */
export interface RunReader {
  /** All runs by number, the oldest first. */
  all(): Promise<readonly RunRow[]>;
  /** Undefined where there is no such run. */
  get(runId: number): Promise<RunRow | undefined>;
  /** Points of the growth curve by number of pages. */
  samples(runId: number): Promise<readonly RunSampleRow[]>;
  /** Rules that applied, by rule and site. */
  ruleCounts(runId: number): Promise<readonly RuleCountRow[]>;
  /** Counts from the rows of pages, links and forms; all 0 for a run that has none. */
  counts(runId: number): Promise<RunCounts>;
  /** The links of a run with the lowest numbers, by number. */
  firstLinks(
    runId: number,
    limit: number,
  ): Promise<readonly Pick<LinkRow, 'url' | 'reason_code' | 'reason_detail'>[]>;
}

export interface RunStore extends RunReader {
  /** Begins a run; columns left out are 0 or null. @returns its number, larger than all before */
  insert(run: NewRun): Promise<number>;
  /**
   * Changes columns of a run; does nothing where it is gone.
   * @param added is added to what is there, for processes that work on the same run
   */
  update(runId: number, change: Partial<Omit<RunRow, 'id'>>, added?: RunFigures): Promise<void>;
  /** Adds a point to the growth curve, unless there is one for as many pages. */
  addSample(sample: RunSampleRow): Promise<void>;
  addRuleCounts(counts: readonly RuleCountRow[]): Promise<void>;
  /** Deletes the run's row, its samples and its rule counts; rows of other ports stay. */
  delete(runId: number): Promise<void>;
  /** Deletes the counts of rules on a site of a run. */
  deleteRuleCounts(runId: number, site: string): Promise<void>;
}

export type NewRun = Pick<
  RunRow,
  'domains' | 'web' | 'strategy' | 'options' | 'status' | 'started_at' | 'updated_at'
>;
