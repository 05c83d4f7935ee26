import type { SiteCode } from './codes.ts';

export interface SiteRow {
  readonly run_id: number;
  /** Registrable domain, or host (and port) where there is none. */
  readonly site: string;
  readonly home_url: string;
  readonly seed: number;
  readonly state: 'candidate' | 'exploring' | 'left';
  readonly domain: string | null;
  readonly similarity: number | null;
  /** Why it is in that state: a code, and what belongs to it. */
  readonly reason_code: SiteCode | null;
  readonly reason_detail: string | null;
}

/**
 * The link graph between sites, one row for each pair. From no site (`''`): a search provider gave it, and `--max-sites`
 * kept it out.
 */
export interface SiteLinkRow {
  readonly run_id: number;
  readonly from_site: string;
  readonly to_site: string;
  /** Front page of the other site. */
  readonly to_url: string;
}

export interface SiteReader {
  /** Front pages of the sites that explored ones point to or that providers gave, one for each site, by site. */
  worthAVisit(runId: number): Promise<readonly string[]>;
}

export interface SiteStore extends SiteReader {}
