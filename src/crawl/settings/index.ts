export { denyListOf, httpClientOptions } from './http-client-options.ts';
export { HARVEST_FIELDS } from './option-groups.ts';
export {
  BUDGETS,
  type Budget,
  filesNamed,
  frozenOptions,
  type HarvestOptions,
  harvestOptionsJsonSchema,
  harvestOptionsSchema,
  isFrozen,
  type ResolvedOptions,
  resolveOptions,
} from './options.ts';
export { SiteHints } from './site-hints.ts';
export { userAgent } from './user-agent.ts';
