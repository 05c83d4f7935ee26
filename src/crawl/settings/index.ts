export { denyListOf, httpClientOptions } from './http-client-options.ts';
export {
  frozenOptions,
  type HarvestOptions,
  harvestOptionsSchema,
  OptionsError,
  type ResolvedOptions,
  resolveOptions,
} from './options.ts';
export { SiteHints } from './site-hints.ts';
export { userAgent } from './user-agent.ts';
