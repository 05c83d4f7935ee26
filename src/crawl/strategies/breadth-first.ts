import type { Candidate } from '../frontier/index.ts';
import { defineStrategy, NO_OPTIONS, type Strategy, UNLEARNED } from './strategy.ts';

/** Pages whose level is remembered at most; those before them are far behind by then. */
const MOST_LEVELS = 2_000_000;

/** Everything, nearest to the seeds first, links between sites counted like any other. */
export const breadthFirst = defineStrategy(NO_OPTIONS, (): Strategy => {
  const levels = new Map<number, number>();
  const levelOf = ({ parent, kind }: Candidate): number =>
    parent === 0 ? 0 : (levels.get(parent) ?? 0) + (kind === 'redirect' ? 0 : 1);
  return {
    ...UNLEARNED,
    name: 'breadth-first',
    exhaustive: true,
    explores: () => true,
    score: (link) => -levelOf(link),
    discovered: ({ id, link }) => {
      if (levels.size < MOST_LEVELS) levels.set(id, levelOf(link));
    },
  };
});
