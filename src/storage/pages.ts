import type { RenderCode } from './codes.ts';
import type { SiteRow } from './sites.ts';
import { integer, type RowOf, real, table, text } from './table.ts';

export const PAGE_TABLES = {
  page: table(['id'], {
    id: integer, // the link's id
    run_id: integer,
    site: text,
    url: text,
    status: integer,
    redirect_to: text.orNull(),
    title: text,
    language: text,
    encoding: text,
    content_type: text,
    bytes: integer,
    truncated: integer,
    rendered_by: text.as<'http' | 'browser' | 'none'>(),
    /** Reason why it was rendered or not: a code, and what belongs to it. */
    render_code: text.as<RenderCode>().orNull(),
    render_detail: text.orNull(),
    domain: text.orNull(),
    similarity: real.orNull(),
    /** Occurrences of the strategy's keywords in its text. */
    mentions: integer.or(0),
    /** Relevancy score of its link when the page came; null where the strategy has none, and counts no mentions. */
    relevancy: real.orNull(),
    /** JSON: [url, anchor, around?, frame?][] of same-site links, kept so that a shorter path can reopen them. */
    outlinks: text,
    /** Place of the response in the run's exchange log. */
    exchange_offset: integer.orNull(),
    exchange_length: integer.orNull(),
    fetched_at: integer,
    fetch_ms: real,
    render_ms: real.orNull(),
    /** Time in the reading thread; null where nothing was read. */
    read_ms: real.orNull(),
    /** 1 where the page was rendered to see whether HTTP alone would have done. */
    audited: integer.or(0),
    /** Search forms, and links, that only the browser showed; null where nothing was rendered. */
    gain_forms: integer.orNull(),
    gain_links: integer.orNull(),
    /** Set where the crawler was blocked: such a page does not show the site's forms. */
    blocked_by: text.orNull(),
    /** Digest of the visible text, digits masked; null where nothing was read. */
    look: text.orNull(),
    /** Names its scripts among those of its site, where they may become familiar. */
    scripts: text.orNull(),
    /**
     * Outcome of familiar scripts: the page was not rendered (`skipped`), rendered with the expected outcome or another
     * one, or rendered later because its scripts had another outcome on another page.
     */
    familiar: text.as<'skipped' | 'confirmed' | 'mismatch' | 're-rendered'>().orNull(),
  }),
  /** Outcome of the scripts of a site on its pages. */
  familiar_scripts: table(['run_id', 'site', 'scripts'], {
    run_id: integer,
    site: text,
    scripts: text,
    /** `unstable`: the outcome depends on the page; `invalidated`: they were familiar, and then had another outcome. */
    state: text.as<'learning' | 'familiar' | 'unstable' | 'invalidated'>(),
    /** Pages in a row that came out alike. */
    agreed: integer,
    /** Rows that broke off. */
    broken: integer,
    /** JSON: the forms they add to a page. */
    outcome: text.orNull(),
  }),
};
export type PageRow = RowOf<typeof PAGE_TABLES.page>;
export type FamiliarScriptsRow = RowOf<typeof PAGE_TABLES.familiar_scripts>;

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
  /** In any order; pages that are gone are left out. */
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
