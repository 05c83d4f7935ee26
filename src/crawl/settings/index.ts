export { denyListOf, httpClientOptions } from './http-client-options.ts';
export { OPTION_GROUPS } from './option-groups.ts';
export {
  frozenOptions,
  type HarvestOptions,
  harvestOptionsJsonSchema,
  harvestOptionsSchema,
  OptionsError,
  parseOptions,
  type ResolvedOptions,
  resolveOptions,
} from './options.ts';
export { SiteHints } from './site-hints.ts';
export { userAgent } from './user-agent.ts';
