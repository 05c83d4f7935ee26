import type { RenderCode } from './codes.ts';
import type { SiteRow } from './sites.ts';

export interface PageRow {
  readonly id: number; // the link's id
  readonly run_id: number;
  readonly site: string;
  readonly url: string;
  readonly status: number;
  readonly redirect_to: string | null;
  readonly title: string;
  readonly language: string;
  readonly encoding: string;
  readonly content_type: string;
  readonly bytes: number;
  readonly truncated: number;
  readonly rendered_by: 'http' | 'browser' | 'none';
  /** Why it was rendered or not: a code, and what belongs to it. */
  readonly render_code: RenderCode | null;
  readonly render_detail: string | null;
  readonly domain: string | null;
  readonly similarity: number | null;
  /** Occurrences of the strategy's keywords in its text. */
  readonly mentions: number;
  /** Relevancy score of its link when the page came; null where the strategy has none, and counts no mentions. */
  readonly relevancy: number | null;
  /** JSON: [url, anchor, around?, frame?][] of same-site links, kept so that a shorter path can reopen them. */
  readonly outlinks: string;
  /** Place of the response in the run's exchange log. */
  readonly exchange_offset: number | null;
  readonly exchange_length: number | null;
  readonly fetched_at: number;
  readonly fetch_ms: number;
  readonly render_ms: number | null;
  /** Time in the reading thread; null where nothing was read. */
  readonly read_ms: number | null;
  /** 1 where the page was rendered to see whether HTTP alone would have done. */
  readonly audited: number;
  /** Search forms, and links, that only the browser showed; null where nothing was rendered. */
  readonly gain_forms: number | null;
  readonly gain_links: number | null;
  /** What blocked the crawler: such a page does not show the site's forms. */
  readonly blocked_by: string | null;
  /** Digest of the visible text, digits masked; null where nothing was read. */
  readonly look: string | null;
  /** Names its scripts among those of its site, where they may become familiar. */
  readonly scripts: string | null;
  /**
   * What came of familiar scripts: the page was not rendered (`skipped`), rendered with the expected outcome or another
   * one, or rendered later because its scripts had another outcome on another page.
   */
  readonly familiar: 'skipped' | 'confirmed' | 'mismatch' | 're-rendered' | null;
}

/** What scripts of a site do to its pages. */
export interface FamiliarScriptsRow {
  readonly run_id: number;
  readonly site: string;
  readonly scripts: string;
  /** `unstable`: the outcome depends on the page; `invalidated`: they were familiar, and then had another outcome. */
  readonly state: 'learning' | 'familiar' | 'unstable' | 'invalidated';
  /** Pages in a row that came out alike. */
  readonly agreed: number;
  /** Rows that broke off. */
  readonly broken: number;
  /** JSON: the forms they add to a page. */
  readonly outcome: string | null;
}

/** Place of an answer in the exchange log of its run. */
export interface ExchangePlace {
  readonly offset: number;
  readonly length: number;
}

/** A part of the exchange log of a run, without its end. */
export interface ExchangeRange {
  readonly start: number;
  readonly end: number;
}

/** Where a page leads. */
export interface PageOutlinks extends Pick<PageRow, 'id' | 'site' | 'url' | 'outlinks' | 'redirect_to'> {
  readonly site_state: SiteRow['state'];
}

/** A page with an archived answer, and how deep it lies in its site. */
export type ArchivedPage = Pick<
  PageRow,
  'id' | 'url' | 'site' | 'domain' | 'title' | 'bytes' | 'fetched_at' | 'exchange_offset' | 'exchange_length'
> & { readonly depth: number };

/** Reads the pages of runs. */
export interface PageReader {
  /** Pages of depth 0 that are about a domain, by site; of each site the most similar first, then by address. */
  aboutDomains(runId: number, sites: readonly string[]): Promise<readonly Pick<PageRow, 'site' | 'domain'>[]>;
  /**
   * Numbers of the pages, by site and number, that were skipped for scripts which turned out to do something
   * else, and still wait for it.
   * @param site of this site alone
   */
  wronglySkipped(runId: number, site?: string): Promise<readonly number[]>;
  /** Place of the page with an address; undefined where there is no such page, or the exchange log does not hold it. */
  exchange(runId: number, url: string): Promise<ExchangePlace | undefined>;
  /** Where those of the pages lead that are there, in any order. */
  outlinks(ids: readonly number[]): Promise<readonly PageOutlinks[]>;
  /**
   * Pages of a site that links led to, with a status below 300 and read (rendered by something): the nearest first, then
   * by address. @param from how many are left out
   */
  nearest(
    runId: number,
    site: string,
    from: number,
    limit: number,
  ): Promise<readonly Pick<PageRow, 'url' | 'title' | 'outlinks'>[]>;
  /**
   * Pages of a run that were read, are in the archive, and are no document, or one that waits without its text, by number
   * from behind `after` on.
   */
  withoutDocument(runId: number, after: number, limit: number): Promise<readonly ArchivedPage[]>;
  /**
   * Pages of all runs that were read and have some of the words in title or address, each address once: those with most
   * words first, one in the title counting twice, then by address. Neither tells capitals of ASCII from small letters.
   */
  withWords(
    words: readonly string[],
    limit: number,
    offset: number,
  ): Promise<readonly Pick<PageRow, 'url' | 'title'>[]>;
}

export interface PageStore extends PageReader {
  /** Adds a page. @throws where there is one with the same number */
  insert(page: PageRow): Promise<void>;
  /** Deletes the page with a number, if there is one; what it showed stays. */
  deletePage(id: number): Promise<void>;
  /** Notes where the exchanges of a run are now, by where they were; those that are not in the map are gone. */
  moveExchanges(runId: number, moved: ReadonlyMap<number, number>): Promise<void>;
  /** Notes that a part of the exchange log of a run is lost. @returns the pages that had an exchange there */
  loseExchanges(runId: number, lost: ExchangeRange): Promise<readonly Pick<PageRow, 'id' | 'site'>[]>;
  /** Deletes the pages of a run, or of one of its sites. @returns how many */
  delete(runId: number, site?: string): Promise<number>;
}
