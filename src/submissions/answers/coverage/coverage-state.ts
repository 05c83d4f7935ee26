import type { SizeEstimate } from '../../types/answer.ts';
import type { CoverageState } from '../../types/asking.ts';

/** Returns `whole` if the size is certain and all of it was seen; a certain size alone is not enough. */
export function coverageState({ kind, seen, size }: SizeEstimate): CoverageState {
  if (size === undefined || kind === 'cannot-tell') return 'unknown';
  return kind === 'exact' && seen >= size ? 'whole' : 'estimated';
}
