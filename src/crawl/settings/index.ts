export { denyListOf, egressOptions } from './egress-options.ts';
export {
  type HarvestOptions,
  OptionsError,
  type ResolvedOptions,
  frozenOptions,
  harvestOptionsSchema,
  resolveOptions,
} from './options.ts';
export { SiteHints } from './site-hints.ts';
export { userAgent } from './user-agent.ts';
