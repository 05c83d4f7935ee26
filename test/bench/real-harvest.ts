import type { HarvestOptions } from '../../src/crawl/settings/index.ts';

/** A harvest of these pages and no others, kept in the folder. */
export const harvestOf = (
  urls: readonly string[],
  {
    web,
    render,
    folder,
  }: { readonly web: string; readonly render: 'auto' | 'always'; readonly folder: string },
): HarvestOptions => ({
  domains: ['product'],
  web,
  allowPrivate: true,
  delayMs: 0,
  perHost: 16,
  seeds: [...urls],
  strategy: 'two-stage',
  leaveAfter: 0,
  formsPerDepth: 0,
  maxDepth: 0,
  sitemaps: false,
  submit: false,
  // Seeds are sites whatever their number; links to others are not followed.
  maxSites: 1,
  maxPages: 10_000 + urls.length,
  maxPagesPerSite: 10_000 + urls.length,
  render,
  storage: folder,
});
