import type { Candidate } from '../pages/index.ts';
import { scoreLink, type Topic } from '../topics/index.ts';
import type { StrategyName } from './options.ts';
import type { Judgement } from './read-page.ts';

/** Which sites are worth exploring and which link comes next. */
export interface Strategy {
  readonly name: StrategyName;
  /** Judged from a site's front page; seeds are explored whatever it says. */
  explores(topic: Topic): boolean;
  /** Larger comes first. */
  score(link: Candidate, siteSimilarity: number): number;
  /** Whether everything is fetched in the end, whatever the order: no rule that depends on the order may stop it. */
  readonly exhaustive: boolean;
}

/** Front pages come before what lies behind them: a site that is not judged yet may be the better one. */
const FRONT_PAGE_SCORE = 1_000;

export function strategyOf(name: StrategyName, judgement: Judgement): Strategy {
  return name === 'breadth-first' ? breadthFirst : focused(judgement);
}

/** Everything, nearest first. */
const breadthFirst: Strategy = {
  name: 'breadth-first',
  explores: () => true,
  exhaustive: true,
  score: ({ kind, depth }) => orderOf(kind) - depth,
};

/** Sites about a wanted domain alone; in them, the links that speak of the domain first. */
function focused({ wanted }: Judgement): Strategy {
  return {
    name: 'focused',
    exhaustive: false,
    explores: (topic) => topic.step === 1,
    score: (link, siteSimilarity) => {
      if (link.kind !== 'link') return orderOf(link.kind) + siteSimilarity;
      const best = Math.max(...wanted.map((domain) => scoreLink(link, domain)));
      return siteSimilarity + best - link.depth / 10;
    },
  };
}

const orderOf = (kind: Candidate['kind']): number =>
  kind === 'redirect' ? 2 * FRONT_PAGE_SCORE : kind === 'front' ? FRONT_PAGE_SCORE : 0;
