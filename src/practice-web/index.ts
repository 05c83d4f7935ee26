/** The practice web: sites with real databases behind real forms, grown from a seed, with known truth. */

export { readLog } from './access-log.ts';
export { HARD_WEB_SITES } from './hard-kinds/index.ts';
export { allFormKinds, hardKinds, trapKinds } from './kinds.ts';
export type { PortalTruth } from './portals/index.ts';
export {
  type ClaimedForm,
  claimedFormSchema,
  likeness,
  meant,
  type Score,
  scoreForms,
} from './score.ts';
export { visitsAsLog } from './score-log.ts';
export { type PracticeWeb, startPracticeWeb } from './server.ts';
export {
  PRACTICE_WEB_DEFAULTS,
  type SpawnedPracticeWeb,
  type SpawnOptions,
  spawnPracticeWeb,
} from './spawn.ts';
export {
  type FormTruth,
  type LogEntry,
  logEntrySchema,
  type Outcome,
  type SiteTruth,
  type Truth,
  truthSchema,
} from './truth.ts';
