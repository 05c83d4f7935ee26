/** Budgets of a run that several processes work on: which are used up, and that they end a phase. */

import type { ResolvedOptions } from '../../crawl/settings/index.ts';
import {
  type Coordination,
  type Leadership,
  PART_BYTES,
  type RunReason,
  type SharedRun,
  type Store,
} from '../../storage/index.ts';

type Budget = 'max-pages' | 'max-requests' | 'max-seconds' | 'max-disk';
const OPTIONS = {
  'max-pages': 'maxPages',
  'max-requests': 'maxRequests',
  'max-seconds': 'maxSeconds',
  'max-disk': 'maxDisk',
} as const satisfies Readonly<Record<Budget, keyof ResolvedOptions>>;
export const EXPLORE_BUDGETS: readonly Budget[] = ['max-pages', 'max-requests', 'max-seconds', 'max-disk'];
export const QUERY_BUDGETS: readonly Budget[] = ['max-seconds', 'max-requests'];

/** Phases that a budget ends, and where the run says so. */
const CUT = { explore: 'reason', query: 'queryReason' } as const;

/** Says what a run that goes on begins without. */
export const NOT_CUT = { reason: '', queryReason: '' } as const;

interface BudgetedRun {
  readonly store: Store;
  readonly coordination: Coordination;
  readonly leadership: Leadership;
}

/** The first of these budgets that is used up. */
export async function usedUp(
  { store, coordination, leadership }: BudgetedRun,
  options: ResolvedOptions,
  budgets: readonly Budget[],
): Promise<RunReason | undefined> {
  const { runId } = leadership;
  const { pages = 1, requests = 1 } = await coordination.budgets.left(runId);
  // All sites are counted where it matters alone: of a million it takes a while.
  const isSpent = pages <= 0 || requests <= 0;
  const isLeased = isSpent && (await coordination.sites.offer(leadership, 0)).leased > 0;
  const { active_ms = 0 } = (await store.runs.get(runId)) ?? {};
  const parts = await coordination.parts.list(runId);
  const bytes = parts.reduce((sum, part) => sum + (part.bytes % PART_BYTES), 0);
  const isUsedUp: Readonly<Record<Budget, boolean>> = {
    'max-pages': !isLeased && pages <= 0,
    'max-requests': !isLeased && requests <= 0,
    'max-seconds': options.maxSeconds !== undefined && active_ms >= options.maxSeconds * 1_000,
    'max-disk': bytes >= options.maxDisk,
  };
  const code = budgets.find((budget) => isUsedUp[budget]);
  return code && { code, detail: String(options[OPTIONS[code]]) };
}

/** Has workers end a phase before its time. */
export async function cutPhase(
  { runs }: Pick<Coordination, 'runs'>,
  leadership: Leadership,
  phase: keyof typeof CUT,
  reason: RunReason,
): Promise<void> {
  await runs.enter(leadership, phase, { [CUT[phase]]: JSON.stringify(reason) });
}

/** Says why the phase of a run is to end before its time, as its leader has told. */
export function reasonIn({ phase, contents }: Pick<SharedRun, 'phase' | 'contents'>): RunReason | undefined {
  const told = phase === 'explore' || phase === 'query' ? contents[CUT[phase]] : undefined;
  return told ? (JSON.parse(told) as RunReason) : undefined;
}
