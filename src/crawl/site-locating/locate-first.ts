import type { Strategy } from '../strategies/index.ts';

/** More than any two links differ in score. */
const HELD_BACK = 1e6;

/**
 * Delays in-site exploring until so many new sites have been located (paper 004: 80 new URLs, then in-site searching).
 * Until then front pages, and their redirects, come before all links within sites.
 * @param located sites discovered so far that are no seeds
 */
export function locateFirst(strategy: Strategy, newSites: number, located: () => number): Strategy {
  if (newSites === 0) return strategy;
  let exploring = false;
  const { name, exhaustive = false, directoryPenalty = 0, reverseSearch = false } = strategy;
  return {
    ...{ name, exhaustive, directoryPenalty, reverseSearch },
    explores: (topic) => strategy.explores(topic),
    score: (link) => {
      const score = strategy.score(link);
      return exploring || link.kind !== 'link' ? score : score - HELD_BACK;
    },
    discovered: (page) => strategy.discovered(page),
    read: (page) => {
      const lesson = strategy.read(page);
      if (exploring || located() < newSites) return lesson;
      exploring = true;
      return { ...lesson, relearned: true };
    },
    learnt: () => strategy.learnt?.(),
    siteScoreOffset: (site) => strategy.siteScoreOffset(site),
  };
}
