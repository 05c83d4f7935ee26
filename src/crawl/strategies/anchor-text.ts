import { z } from 'zod';
import { amount } from '../../foundation/options/index.ts';
import {
  KeywordCounter,
  type RelevanceCounts,
  relevancyScore,
  siblingCount,
} from '../../foundation/topics/index.ts';
import type { Candidate } from '../frontier/index.ts';
import {
  type DiscoveredPage,
  defineStrategy,
  type Lesson,
  type ReadPage,
  type Strategy,
  type StrategyContext,
} from './strategy.ts';

const options = z.object({
  keywords: z
    .array(z.string().trim().min(1))
    .max(20, 'expected 20 keywords at most')
    .default([])
    .describe('<words> keywords of anchor-text, with commas between')
    .meta({ defaultText: 'the names of the domains', commas: true }),
  anchorWeights: z
    .tuple([amount, amount, amount], 'expected three numbers of at least 0')
    .default([0.2, 0.2, 0.3])
    .describe('<list> weights of content, link and sibling learning')
    .meta({ commas: true }),
  anchorThreshold: amount.default(2.1).describe('anchor-text reads links that score this or less last'),
});
type AnchorTextOptions = z.output<typeof options>;

interface Parent {
  /** Lc of its links: keywords in its text. */
  readonly mentions: number;
  readonly relevant: boolean;
  childrenRead: number;
  childrenRelevant: number;
}

const MOST_PARENTS = 200_000;
/** Scores what waits again when sibling learning has changed a page's links so often. */
const RESCORE_AFTER = 200;
/** Links below the threshold come after all others, links with all keywords before them. */
const SELECTED = 1_000;
const ALL_KEYWORDS = 1_000_000;

/**
 * The anchor-text crawl of paper 001: content-based, link-based and sibling-based learning. A page is relevant (in S1) if
 * a keyword stands in its text, else it is in S2. What the paper deletes is kept for last here, so that what it cost to
 * leave it out can be measured (`thresholdScores`).
 */
class AnchorText implements Strategy {
  readonly name = 'anchor-text';
  private readonly counter: KeywordCounter;
  private readonly weights: AnchorTextOptions['anchorWeights'];
  /** T_r: links that score no more come after all others. */
  private readonly threshold: number;
  private readonly parents = new Map<number, Parent>();
  private changes = 0;

  constructor(
    { keywords }: Pick<StrategyContext, 'keywords'>,
    { anchorWeights, anchorThreshold }: Pick<AnchorTextOptions, 'anchorWeights' | 'anchorThreshold'>,
  ) {
    this.counter = new KeywordCounter(keywords);
    this.weights = anchorWeights;
    this.threshold = anchorThreshold;
  }

  /** Sites are nothing to it: every link is judged by itself. */
  explores(): boolean {
    return true;
  }

  score(link: Candidate): number {
    if (link.parent === 0 || link.kind === 'redirect') return 2 * ALL_KEYWORDS;
    const score = this.relevancy(link);
    const all = this.counter.allIn(link.url) ? ALL_KEYWORDS : 0;
    return score + all + (score > this.threshold ? SELECTED : 0);
  }

  relevancy(link: Candidate): number {
    return relevancyScore(this.countsOf(link), this.weights);
  }

  private countsOf(link: Candidate): RelevanceCounts {
    const parent = this.parents.get(link.parent);
    if (parent === undefined) return { content: 0, link: 0, siblings: 0 };
    return {
      content: parent.mentions,
      link: parent.relevant ? this.counter.inAddress(link.url) : 0,
      siblings: siblingCount(parent.childrenRead, parent.childrenRelevant),
    };
  }

  discovered({ id, mentions }: DiscoveredPage): void {
    if (this.parents.size < MOST_PARENTS)
      this.parents.set(id, { mentions, relevant: mentions > 0, childrenRead: 0, childrenRelevant: 0 });
  }

  read(page: ReadPage): Lesson {
    const relevant = page.mentions > 0;
    if (!page.isPage) return { relearned: false };
    const parent = this.parents.get(page.link.parent);
    if (parent !== undefined) {
      const before = siblingCount(parent.childrenRead, parent.childrenRelevant);
      parent.childrenRead++;
      if (relevant) parent.childrenRelevant++;
      if (siblingCount(parent.childrenRead, parent.childrenRelevant) !== before) this.changes++;
    }
    const relearned = this.changes >= RESCORE_AFTER;
    if (relearned) this.changes = 0;
    return { relearned };
  }

  siteScoreOffset(): number {
    return 0;
  }
}

export const anchorText = defineStrategy(options, (context, own): Strategy => new AnchorText(context, own));
