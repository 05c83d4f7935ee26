import type { LinkCode } from './codes.ts';
import type { FacetGroup, FacetKind } from './facets.ts';
import type { LinkRow } from './links.ts';
import { PAGE_TABLES, type PageRow } from './pages.ts';
import type { AnswerRecordRow } from './records.ts';
import type { SiteRow } from './sites.ts';

const NOT_OF_ADDRESSES = [
  ...(['id', 'run_id', 'site', 'url', 'bytes', 'outlinks', 'fetched_at', 'fetch_ms', 'read_ms'] as const),
  ...(['gain_forms', 'gain_links', 'blocked_by', 'look', 'scripts', 'familiar'] as const),
];
type AddressColumn = Exclude<keyof PageRow, (typeof NOT_OF_ADDRESSES)[number]>;
/** Columns of a page that are read with its address. */
export const ADDRESS_COLUMNS = Object.keys(PAGE_TABLES.page.columns).filter(
  (column): column is AddressColumn => !(NOT_OF_ADDRESSES as readonly string[]).includes(column),
);

/** An address of a run, and what is known of its page: null where none came. */
export type AddressRow = Pick<
  LinkRow,
  'id' | 'url' | 'site' | 'depth' | 'parent' | 'state' | 'reason_code' | 'reason_detail'
> & { readonly [Column in AddressColumn]: PageRow[Column] | null } & {
  /** Of the page with the link. */
  readonly parent_mentions: PageRow['mentions'] | null;
};

/** Links of a run that ended alike. */
export interface LinkFigures extends Pick<LinkRow, 'state' | 'reason_code' | 'reason_detail'> {
  readonly count: number;
  /** Fetches begun of them, each link's first left out. */
  readonly retries: number;
}

/** Pages of a run that were rendered, or not, for the same reason. */
export interface PageFigures
  extends Pick<PageRow, 'rendered_by' | 'render_code' | 'render_detail' | 'audited'> {
  /** 1 where they were to be rendered, and could not be: HTTP is what they are read from, and yet the browser took time. */
  readonly failed: number;
  readonly pages: number;
  /** Means; null where none has a figure. */
  readonly read_ms: number | null;
  readonly render_ms: number | null;
  /** Pages on which the browser showed a search form that HTTP had not. */
  readonly gained: number;
  readonly truncated: number;
  /** Pages with a status from 200 to 299, and how many of them gained. */
  readonly succeeded: number;
  readonly succeeded_gained: number;
}

/** Pages of a run that familiar scripts meant the same for. */
export interface FamiliarFigures {
  readonly familiar: NonNullable<PageRow['familiar']>;
  readonly pages: number;
  readonly gained: number;
}

export interface PagesOfSite {
  readonly site: string;
  readonly pages: number;
  /** Pages that could be read (rendered by something). */
  readonly read: number;
  /** The first name of what blocked any of them; null where nothing did. */
  readonly blocked_by: string | null;
  /** The first address of those that were blocked. */
  readonly blocked_page: string | null;
  /** Pages that nothing blocked, with a status below 300. */
  readonly open: number;
}

/** Rows that differ between two runs: their count, and the first of them. */
export interface Difference<Row = string> {
  readonly count: number;
  readonly first: readonly Row[];
}

export interface Differences<Row = string> {
  /** Only the later run has it. */
  readonly added: Difference<Row>;
  /** Only the earlier run has it, and the later one looked. */
  readonly gone: Difference<Row>;
  /** Only the earlier run has it. */
  readonly missing: number;
}

/** A record as a list of changes names it. */
export type NamedRecord = Pick<AnswerRecordRow, 'site' | 'key' | 'title' | 'url'>;

/** A record that two runs have, and show otherwise: values of the later run, and those of the earlier one. */
export interface RecordPair extends NamedRecord, Pick<AnswerRecordRow, 'form_id' | 'submission' | 'fields'> {
  /** JSON: what its own page said. */
  readonly reading: string | null;
  readonly title_before: string;
  readonly form_before: string;
  readonly submission_before: string;
  readonly fields_before: string;
  readonly reading_before: string | null;
}

export interface RecordDifferences extends Differences<NamedRecord> {
  /** Those that both runs have and that differ in anything, by site and key; read in batches. */
  readonly pairs: AsyncIterable<RecordPair>;
}

/** Names two runs, and how many rows of each difference are returned. */
export interface Comparison {
  readonly before: number;
  readonly now: number;
  readonly limit: number;
  /** Both were to read the same: what the earlier one lacks was not there. */
  readonly alike?: boolean;
}

/** Selects addresses of a run. */
export interface AddressRange extends Partial<Pick<AddressRow, 'site' | 'state'>> {
  /** From behind this address on. */
  readonly after?: string | undefined;
}

/** A site most links of which were left. */
export interface LeftSite {
  readonly site: string;
  readonly links: number;
  readonly left: number;
}

/** Selects sites of a run. */
export interface SiteRange {
  /** From behind this site on. */
  readonly after: string;
  readonly limit: number;
}

/** Figures over the rows of several ports, for reports and exports. All rows of a run are counted, none is changed. */
export interface FigureReader {
  /** All addresses of a run, or those in a range, by address, whether they were fetched or not; read in batches. */
  addresses(runId: number, range?: AddressRange): AsyncIterable<AddressRow>;
  /** Pages that could be read (rendered by something), by the time of their fetch and number; read in batches. */
  readTimes(runId: number): AsyncIterable<Pick<PageRow, 'id' | 'fetched_at'>>;
  /** By state, code and detail. */
  links(runId: number): Promise<readonly LinkFigures[]>;
  /** Hosts that have parked links, those with the most first, then by name; `limit` at most. */
  parkedHosts(
    runId: number,
    limit: number,
  ): Promise<readonly { readonly host: string; readonly links: number }[]>;
  /** Sites of which a page was read and most links were left for one of these codes, those with the most first, then by name. */
  leftSites(runId: number, codes: readonly LinkCode[]): Promise<readonly LeftSite[]>;
  /** By code and detail, then by what they were rendered by, audit and failure; nothing comes before something. */
  pages(runId: number): Promise<readonly PageFigures[]>;
  /** Pages of familiar scripts, by what came of them. */
  familiar(runId: number): Promise<readonly FamiliarFigures[]>;
  /** By site; sites without pages are left out. */
  pagesOfSites(runId: number): Promise<readonly PagesOfSite[]>;
  /** Sites by name, all or those in a range, each with the number of sites that link to it. */
  sites(runId: number, range?: SiteRange): Promise<readonly (SiteRow & { readonly linking_sites: number })[]>;
  /**
   * Compares by address the pages that could be read, with a status from 200 to 299. One is gone where its address was
   * fetched again, and either is no longer there (404, 410), or redirects, or came and could not be read.
   */
  changedPages(comparison: Comparison): Promise<Differences>;
  /**
   * Compares the records behind forms by site and key; their names are these two. One is gone where the question that
   * showed it was asked again and its list read to the end, or as far as before; between runs that are not alike, one is
   * new where the same holds of the earlier run.
   */
  changedRecords(comparison: Comparison): Promise<RecordDifferences>;
  /** Counts the rows of a run that are alike in the columns of their kind (see `FACET_COLUMNS`), by these. */
  facets(runId: number, kind: FacetKind): Promise<readonly FacetGroup[]>;
}
