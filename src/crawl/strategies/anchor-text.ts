import {
  KeywordCounter,
  type RelevanceCounts,
  relevancyScore,
  siblingCount,
} from '../../foundation/topics/index.ts';
import type { Candidate } from '../frontier/index.ts';
import type { Lesson, MetPage, ReadPage, Strategy, StrategyContext } from './strategy.ts';

interface Parent {
  /** Lc of its links: keywords in its text. */
  readonly mentions: number;
  readonly relevant: boolean;
  childrenRead: number;
  childrenRelevant: number;
}

const MOST_PARENTS = 200_000;
/** How often sibling learning has to change a page's links before what waits is scored again. */
const RESCORE_AFTER = 200;
/** Links below the threshold come after all others, links with all keywords before them. */
const SELECTED = 1_000;
const ALL_KEYWORDS = 1_000_000;

/**
 * The anchor-text crawl of paper 001: content-based, link-based and sibling-based learning. A page is relevant (in S1) if
 * a keyword stands in its text, else it is in S2. What the paper deletes is kept for last here, so that what it cost to
 * leave it out can be measured ({@link RelevanceLog}).
 */
export class AnchorText implements Strategy {
  readonly name = 'anchor-text';
  readonly exhaustive = false;
  readonly balance = 0;
  readonly reverseSearch = false;
  private readonly counter: KeywordCounter;
  private readonly context: StrategyContext;
  private readonly parents = new Map<number, Parent>();
  private changes = 0;

  constructor(context: StrategyContext) {
    this.context = context;
    this.counter = new KeywordCounter(context.keywords);
  }

  /** Sites are nothing to it: every link is judged by itself. */
  explores(): boolean {
    return true;
  }

  score(link: Candidate): number {
    if (link.parent === 0 || link.kind === 'redirect') return 2 * ALL_KEYWORDS;
    const score = this.relevancy(link);
    const inAddress = this.counter.inAddress(link.url);
    const all = inAddress > 0 && inAddress === this.counter.keywords.size ? ALL_KEYWORDS : 0;
    return score + all + (score > this.context.anchorThreshold ? SELECTED : 0);
  }

  /** Rs of a link by what is known now. */
  relevancy(link: Candidate): number {
    return relevancyScore(this.countsOf(link), this.context.anchorWeights);
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

  met({ id, mentions }: MetPage): void {
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

  standing(): number {
    return 0;
  }
}

export const anchorText = (context: StrategyContext): Strategy => new AnchorText(context);
