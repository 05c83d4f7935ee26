import type { PageLink } from '../pages/index.ts';
import { scoreLink, type Topic } from '../topics/index.ts';
import type { StrategyName } from './options.ts';
import type { Judgement } from './read-page.ts';

/** Which sites are worth exploring and which link comes next. */
export interface Strategy {
  readonly name: StrategyName;
  /** Judged from a site's front page; seeds are explored whatever it says. */
  explores(topic: Topic): boolean;
  /** Larger comes first. */
  score(link: PageLink, depth: number, siteSimilarity: number): number;
}

export function strategyOf(name: StrategyName, judgement: Judgement): Strategy {
  return name === 'breadth-first' ? breadthFirst : focused(judgement);
}

/** Everything, nearest first. */
const breadthFirst: Strategy = {
  name: 'breadth-first',
  explores: () => true,
  score: (_link, depth) => -depth,
};

/** Sites about a wanted domain alone; in them, the links that speak of the domain first. */
function focused({ wanted }: Judgement): Strategy {
  return {
    name: 'focused',
    explores: (topic) => topic.step === 1,
    score: (link, depth, siteSimilarity) => {
      const best = Math.max(...wanted.map((domain) => scoreLink(link, domain)));
      return siteSimilarity + best - depth / 10;
    },
  };
}
