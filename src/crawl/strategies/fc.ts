import type { Candidate } from '../frontier/index.ts';
import { ClueReader } from './link-clues.ts';
import {
  type DiscoveredPage,
  defineStrategy,
  NO_OPTIONS,
  type Strategy,
  type StrategyContext,
  UNLEARNED,
} from './strategy.ts';

const MOST_PAGES = 1_000_000;
const AT_ONCE = 1_000;
const LAST = -1_000;

/** Links on pages about the topic, the most relevant first. @param promise what is added for the link itself */
export function topicFocused(
  name: string,
  { wanted }: StrategyContext,
  promise: (clues: ReturnType<ClueReader['of']>) => number,
): Strategy {
  const clues = new ClueReader(wanted);
  const relevance = new Map<number, number>();
  return {
    ...UNLEARNED,
    name,
    exhaustive: false,
    directoryPenalty: 0,
    explores: () => true,
    score: (link: Candidate) => {
      if (link.parent === 0 || link.kind === 'redirect') return AT_ONCE;
      const parent = relevance.get(link.parent) ?? 0;
      return (parent > 0 ? parent : LAST) + promise(clues.of(link));
    },
    discovered: ({ id, topic }: DiscoveredPage) => {
      if (relevance.size < MOST_PAGES) relevance.set(id, topic.wanted ? topic.similarity : 0);
    },
  };
}

export const fc = defineStrategy(NO_OPTIONS, (context) =>
  topicFocused('fc', context, ({ domain }) => domain),
);
