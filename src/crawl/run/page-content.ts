import type { ListedLink } from '../frontier/index.ts';
import type { AnalysedPage, Rendering, StaticPage } from '../rendering/index.ts';
import type { SiteFrontier } from '../site-locating/index.ts';
import type { Fetched } from './fetch-page.ts';
import type { HostAccess } from './host-access.ts';

/** What came of fetching and reading a page; `Page` undefined for what is no HTML page. */
export interface PageContent<Page = AnalysedPage> {
  readonly redirectTo: string | null;
  readonly reading: Page | undefined;
  readonly encoding: string;
  /** Links of what is no page: a sitemap, a feed. */
  readonly listed?: readonly ListedLink[];
  /** Sitemaps that the robots.txt of a front page announces. */
  readonly sitemaps?: readonly string[];
}

/** The same before a browser has seen it. */
export type StaticContent = PageContent<StaticPage>;

/** What exchanges are read with. */
export interface ContentReading {
  readonly rendering: Rendering;
  readonly sites: SiteFrontier;
  readonly robots: HostAccess['robots'];
  /** Whether sitemaps and feeds are read. */
  readonly sitemaps: boolean;
}

/** An exchange that came to its end. */
export type Answered = Extract<Fetched, { kind: 'html' | 'redirect' | 'other' }>;
