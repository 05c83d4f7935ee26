import type { Domain } from '../domain/index.ts';
import type { PageLink } from '../pages/index.ts';
import { scoreLink, type Topic } from '../topics/index.ts';
import type { StrategyName } from './options.ts';

/** Which sites are worth exploring and which link comes next. */
export interface Strategy {
  readonly name: StrategyName;
  /** Judged from a site's front page; seeds are explored whatever it says. */
  explores(topic: Topic): boolean;
  /** Larger comes first. */
  score(link: PageLink, depth: number, siteSimilarity: number): number;
}

export function strategyOf(name: StrategyName, wanted: readonly Domain[]): Strategy {
  return name === 'breadth-first' ? breadthFirst : focused(wanted);
}

/** Everything, nearest first. */
const breadthFirst: Strategy = {
  name: 'breadth-first',
  explores: () => true,
  score: (_link, depth) => -depth,
};

/** Sites about a wanted domain alone; in them, links that speak of the domain or of searching first. */
function focused(wanted: readonly Domain[]): Strategy {
  const names = new Set(wanted.map((domain) => domain.name));
  return {
    name: 'focused',
    explores: (topic) => topic.domain !== null && names.has(topic.domain),
    score: (link, depth, siteSimilarity) => {
      const best = Math.max(
        ...wanted.map((domain) => scoreLink({ url: link.url, anchor: link.anchor }, domain)),
      );
      return siteSimilarity + best - depth / 10;
    },
  };
}
