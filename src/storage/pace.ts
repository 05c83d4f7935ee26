import type { LinkRow } from './links.ts';

/** The host for which the most links wait. */
export interface BusiestHost extends Pick<LinkRow, 'host'> {
  readonly links: number;
  /** When its latest pages were fetched, the latest first. */
  readonly fetchedAt: readonly number[];
}

/** Forms of a site that are to be queried. */
export interface SiteQueries extends Pick<LinkRow, 'site'> {
  readonly forms: number;
  /** Forms whose querying has ended. */
  readonly queried: number;
  /** Records that their queries brought so far. */
  readonly records: number;
  /** Estimate of those that all forms reach; null where one form has none. */
  readonly size: number | null;
  /** Milliseconds from its first query to its last answer; null where none was sent. */
  readonly ms: number | null;
  /** Queries and further result pages that were sent. */
  readonly sent: number;
  /** When the last query was sent; null where none was. */
  readonly sent_at: number | null;
}

/** Reads what tells how long a run takes yet. */
export interface PaceReader {
  /** Counts links that wait and links under way; undefined where there are none. */
  busiestHost(runId: number): Promise<BusiestHost | undefined>;
  /** The newest links, and the pages that were fetched since the first page that shows one of them. */
  growth(runId: number): Promise<{ readonly links: number; readonly pages: number }>;
  /**
   * Sites with search forms, by site.
   * @param unended codes of budgets: a run that was resumed goes on with forms which these ended
   * @param domains counts forms of these alone
   */
  queries(
    runId: number,
    unended: readonly string[],
    domains?: readonly string[],
  ): Promise<readonly SiteQueries[]>;
}
