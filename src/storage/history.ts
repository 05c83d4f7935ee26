import type { LinkRow } from './links.ts';
import type { FamiliarScriptsRow, PageRow } from './pages.ts';

/** A page, and how the link to it was found. */
export type VisitRow = Pick<
  PageRow,
  | 'id'
  | 'site'
  | 'url'
  | 'title'
  | 'domain'
  | 'similarity'
  | 'mentions'
  | 'relevancy'
  | 'bytes'
  | 'look'
  | 'rendered_by'
  | 'render_code'
  | 'audited'
  | 'gain_forms'
  | 'gain_links'
  | 'fetched_at'
  | 'fetch_ms'
  | 'render_ms'
> &
  Pick<LinkRow, 'kind' | 'anchor' | 'around' | 'parent' | 'depth' | 'hops'>;

/** Reads what a run has discovered and learnt: a resumed one learns it again. */
export interface HistoryReader {
  /**
   * The pages that a run has when this begins, in batches, by the time they were fetched and then by number.
   * @param known numbers of pages that are left out
   */
  visits(runId: number, known?: ReadonlySet<number>): AsyncIterable<readonly VisitRow[]>;
  /**
   * Pages that are kept and whose links wait to be fetched once more, by number.
   * @param site of this site alone
   */
  keptWaiting(runId: number, site?: string): Promise<readonly Pick<PageRow, 'id' | 'site'>[]>;
  /** Ordered by site and scripts. */
  scripts(runId: number): Promise<readonly FamiliarScriptsRow[]>;
}

export interface HistoryStore extends HistoryReader {
  /** Writes what scripts do, in the place of what was known of them. */
  putScripts(row: FamiliarScriptsRow): Promise<void>;
  /** Deletes what is known of the scripts of a run, or of one of its sites; pages, links and forms stay. */
  deleteScripts(runId: number, site?: string): Promise<void>;
}
