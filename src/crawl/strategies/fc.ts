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
function topicFocused(
  name: string,
  { wanted }: StrategyContext,
  promise: (clues: ReturnType<ClueReader['of']>) => number,
): Strategy {
  const clues = new ClueReader(wanted);
  const relevance = new Map<number, number>();
  return {
    ...UNLEARNED,
    name,
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

/**
 * Baseline: EEFC of paper 004's figure 19, the enhanced form-focused crawler E-FFC (Li, Wang, Du 2013), restated from its
 * abstract and from what 004 says of it: a page classifier by terms, a score of links, classifiers of searchable and of
 * domain-specific forms, rules of when to stop. Links count by the page they stand on, their own similarity and whether
 * they offer a search; sites are left by the stopping rules of the harvest, and not after three forms as `ffc` does.
 */
export const eefc = defineStrategy(NO_OPTIONS, (context) =>
  topicFocused('eefc', context, ({ domain, offer }) => domain + offer / 3),
);
