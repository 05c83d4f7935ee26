import type { SizeEstimate } from '../../types/answer.ts';
import type { CoverageState } from '../../types/asking.ts';

/** Whole where the size is certain and all of it was seen; a size that is certain without that is still a part. */
export function coverageState({ kind, seen, size }: SizeEstimate): CoverageState {
  if (size === undefined || kind === 'cannot-tell') return 'unknown';
  return kind === 'exact' && seen >= size ? 'whole' : 'estimated';
}
