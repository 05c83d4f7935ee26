import type { ListedLink } from '../analysis/index.ts';
import type { AnalysedPage, Rendering, StaticPage } from '../rendering/index.ts';
import type { SiteFrontier } from '../site-locating/index.ts';
import type { Fetched } from './fetch-page.ts';
import type { HostAccess } from './host-access.ts';

/** `Page` is undefined where the exchange holds no HTML page. */
export interface PageContent<Page = AnalysedPage> {
  readonly redirectTo: string | null;
  readonly reading: Page | undefined;
  readonly encoding: string;
  /** Lists the links of a sitemap or a feed. */
  readonly listed?: readonly ListedLink[];
  /** Lists sitemaps that the robots.txt of a front page announces. */
  readonly sitemaps?: readonly string[];
}

export type StaticContent = PageContent<StaticPage>;

export interface ContentReading {
  readonly rendering: Rendering;
  readonly sites: SiteFrontier;
  readonly robots: HostAccess['robots'];
  readonly sitemaps: boolean;
}

export type Answered = Extract<Fetched, { kind: 'html' | 'redirect' | 'other' }>;
