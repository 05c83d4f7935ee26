import type { SiteCode } from './codes.ts';
import type { LinkRow } from './links.ts';
import { integer, type RowOf, real, table, text } from './table.ts';

export const SITE_TABLES = {
  site: table(['run_id', 'site'], {
    run_id: integer,
    /** Registrable domain, or host (and port) where there is none. */
    site: text,
    home_url: text,
    seed: integer,
    state: text.as<'candidate' | 'exploring' | 'left'>(),
    domain: text.orNull(),
    similarity: real.orNull(),
    /** Reason of the state: a code, and what belongs to it. */
    reason_code: text.as<SiteCode>().orNull(),
    reason_detail: text.orNull(),
  }),
  /**
   * The link graph between sites, one row for each pair. From no site (`''`): a search provider gave it, and `--max-sites`
   * kept it out.
   */
  site_link: table(['run_id', 'to_site', 'from_site'], {
    run_id: integer,
    from_site: text,
    to_site: text,
    /** Front page of the other site. */
    to_url: text.or(''),
  }),
};
export type SiteRow = RowOf<typeof SITE_TABLES.site>;
export type SiteLinkRow = RowOf<typeof SITE_TABLES.site_link>;

/** Reads the sites of runs, who links to whom, and how far each site was read. */
export interface SiteReader {
  /** All sites of a run, by site, or the one that is named. */
  all(runId: number, site?: string): Promise<readonly SiteRow[]>;
  /** Links from one site to another, by target and then by source; what a search provider gave is left out. */
  links(runId: number): Promise<readonly SiteLinkRow[]>;
  /** Sites that a site points to, with its first link. Nothing for a site without a link. */
  linksFrom(runId: number, site: string): Promise<readonly TargetSite[]>;
  /** Pages that were read, by site; sites without any are left out. */
  pageCounts(runId: number): Promise<readonly { readonly site: string; readonly pages: number }[]>;
  /** Links of a site that were read, by number. */
  pagesRead(runId: number, site: string): Promise<readonly Pick<LinkRow, 'id' | 'depth' | 'hops'>[]>;
  /** Front pages of the sites that explored ones point to or that providers gave, one for each site, by site. */
  worthAVisit(runId: number): Promise<readonly string[]>;
  /** Homepages of the sites that link to a site in any run, each once, in order. */
  homesLinkingTo(site: string, limit: number): Promise<readonly string[]>;
  /** Runs that know a site, by number. */
  runsOf(site: string): Promise<readonly number[]>;
}

/** A site that another one points to. */
export interface TargetSite extends Pick<SiteLinkRow, 'to_site' | 'to_url'> {
  /** Number of the first link of the site that points to it. */
  readonly parent: number;
}

export interface SiteStore extends SiteReader {
  /** Adds sites. A seed changes seed, state and reason of a site that is known; any other leaves it as it is. */
  add(sites: readonly SiteRow[]): Promise<void>;
  /** Changes columns of a site; does nothing where it is not known. */
  update(
    runId: number,
    site: string,
    change: Partial<Pick<SiteRow, 'state' | 'domain' | 'similarity' | 'reason_code' | 'reason_detail'>>,
  ): Promise<void>;
  /** Adds links between sites; of a pair that is known the first address stays. */
  addLinks(links: readonly SiteLinkRow[]): Promise<void>;
  /** Deletes the sites of a run and the links between them, or one site with the links from and to it. */
  delete(runId: number, site?: string): Promise<void>;
}
