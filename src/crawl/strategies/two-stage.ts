import { z } from 'zod';
import { binIndexOf, YieldModel, type YieldSample } from '../../foundation/learning/index.ts';
import { count } from '../../foundation/options/index.ts';
import {
  FeatureSpace,
  type LinkTerms,
  pathTerms,
  siteTerms,
  type TermCounts,
} from '../../foundation/topics/index.ts';
import type { Candidate } from '../frontier/index.ts';
import { ClueReader } from './link-clues.ts';
import { PathLearning } from './path-learning.ts';
import { initialRankers, type Rankers } from './rankers.ts';
import { rankingReward } from './ranking-reward.ts';
import { RebuildPace } from './rebuild-pace.ts';
import type { SiteGraph } from './site-graph.ts';
import { SiteYields } from './site-yields.ts';
import {
  type DiscoveredPage,
  defineStrategy,
  type Learnt,
  type Lesson,
  type ReadPage,
  type Strategy,
  type StrategyContext,
} from './strategy.ts';
import { type Bins, binsFrom, factorsOf, joinBins, LIMITS, QUEUE } from './yield-factors.ts';

/** Pages after which expected yields are fitted anew, whatever was found; more when many were read. */
const FIT_AFTER = 100;
/** Yields are fitted between, which tells more; earlier spaces lose forms on five webs (45 of 47 in the median). */
const AS_PAPER = 50;
/** A redirect has been asked for already. */
const AT_ONCE = 10;

/** The two-stage crawl of papers 002 and 004; {@link twoStageStatic} is the same without its learners. */
export const twoStage = defineStrategy(
  z.object({
    learnAfter: count
      .optional()
      .describe(
        '<n> strategies that learn do so after this many new sites with forms, or twice as many new forms; the papers say 50',
      )
      .meta({ defaultText: '50 for two-stage; after 5, 10, 20, … in all for the others' }),
    rankers: z
      .string()
      .min(1)
      .optional()
      .describe(
        'model that the rankers of two-stage start from, made by "fieldfare train rankers"; none to start untrained',
      )
      .meta({
        defaultText: 'those in storage/models, else the shipped ones',
        namesFile: (rankers) => rankers !== 'none',
      }),
  }),
  (context, { rankers, learnAfter }): Strategy =>
    new TwoStage('two-stage', context, initialRankers(rankers), new RebuildPace(learnAfter ?? AS_PAPER)),
);

/**
 * One order over both stages. A front page that waits (site locating) and a link of a site that is explored (in-site
 * exploring) are both worth what reading them is expected to yield: new searchable forms at once (immediate benefit),
 * and, discounted, what hangs on them (delayed benefit, levels 2 and 3).
 */
export class TwoStage implements Strategy {
  readonly name: string;
  readonly directoryPenalty = 0.5;
  readonly reverseSearch = true;
  private readonly pace: RebuildPace | undefined;
  private readonly clues: ClueReader;
  private readonly graph: SiteGraph;
  private readonly sites: FeatureSpace;
  /** FSL, one for each level of benefit. */
  private readonly links: readonly [now: FeatureSpace, next: FeatureSpace, later: FeatureSpace];
  private readonly anyLevel: FeatureSpace;
  private readonly model: YieldModel;
  private readonly fronts = new Map<string, LinkTerms>();
  private readonly offTopic = new Set<string>();
  private readonly paths = new PathLearning(true);
  private readonly yields: SiteYields;
  private pages = 0;
  private unfitted = 0;
  private times = 0;

  /**
   * @param rankers what it knows from the start
   * @param pace when rankers are rebuilt; without it nothing is learnt
   */
  constructor(name: string, context: StrategyContext, rankers: Rankers, pace?: RebuildPace) {
    this.name = name;
    this.pace = pace;
    this.graph = context.graph;
    this.clues = new ClueReader(context.wanted);
    const { base, factors, strength, words } = rankers;
    this.sites = new FeatureSpace();
    this.links = [new FeatureSpace(undefined, words.now), new FeatureSpace(), new FeatureSpace()];
    this.anyLevel = new FeatureSpace(undefined, words.any);
    this.model = new YieldModel(base, factorsOf(factors), strength);
    this.yields = new SiteYields(this.model);
  }

  explores(topic: { readonly step: number }): boolean {
    return topic.step === 1;
  }

  score(link: Candidate): number {
    return link.kind === 'redirect' ? AT_ONCE : this.model.logYield(this.binsOf(link, this.termsOf(link)));
  }

  siteScoreOffset(site: string): number {
    return this.pace !== undefined ? this.yields.scoreOffset(site) : 0;
  }

  discovered({ id, link, topic }: DiscoveredPage): void {
    const terms = this.termsOf(link);
    if (link.kind === 'front') {
      this.fronts.set(link.site, terms);
      if (topic.wanted) this.offTopic.delete(link.site);
      else this.offTopic.add(link.site);
    }
    const bins = joinBins(this.binsOf(link, terms), this.yields.binsOf(link.site));
    this.paths.remember(id, link.parent, { kind: link.kind, site: link.site, terms, bins, ...topic });
  }

  read(page: ReadPage): Lesson {
    const { id, link, isPage } = page;
    const step = this.paths.of(id);
    if (step === undefined || !isPage) return { relearned: false };
    this.pages++;
    this.unfitted++;
    this.paths.counted(id, this.yields.read(link.site, step.bins, page));
    if (this.pace !== undefined) this.observe(link, step.terms);
    if (page.newForms > 0) this.found(page);
    return {
      relearned: this.relearnWhenDue(),
      siteScoreOffset: { site: link.site, offset: this.siteScoreOffset(link.site) },
    };
  }

  /** @returns pages with the bins that they were ranked by and what they gave, in the order in which they were read */
  lessons(): {
    readonly samples: readonly YieldSample[];
    readonly words: Readonly<Record<keyof Rankers['words'], TermCounts>>;
  } {
    const words = { now: this.links[0].counts(), any: this.anyLevel.counts() };
    return { samples: this.model.samples(), words };
  }

  learnt(): Learnt | undefined {
    if (this.times === 0) return undefined;
    return { times: this.times, sites: this.sites.terms(), links: this.links[0].terms() };
  }

  private observe(link: Candidate, terms: LinkTerms): void {
    if (link.kind === 'front') this.sites.observe(terms, false);
    else if (link.kind === 'link')
      for (const space of [...this.links, this.anyLevel]) space.observe(terms, false);
  }

  private found(page: ReadPage): void {
    const { site } = page.link;
    const isNewSite = this.yields.evidence.found(site, page.newForms);
    this.pace?.found(page.newForms, isNewSite);
    if (isNewSite) {
      const front = this.fronts.get(site);
      if (this.pace !== undefined && front !== undefined) this.sites.turnedGood(front);
    }
    // Immediate benefit to the page, delayed benefit to the pages on the path to it (path learning).
    for (const { step, sample, level, share, first, firstOfAll } of this.paths.credit(
      page.id,
      page.newForms,
    )) {
      if (this.pace === undefined) return;
      this.yields.reward(step.site, sample, share);
      if (step.kind !== 'link') continue;
      if (first) this.links[level]?.turnedGood(step.terms);
      if (firstOfAll) this.anyLevel.turnedGood(step.terms);
    }
  }

  /** Rebuilds feature spaces after enough new deep-web sites or forms (adaptive learning). */
  private relearnWhenDue(): boolean {
    if (this.pace === undefined) return false;
    const found = this.pace.isDue();
    // A crawl that finds nothing has something to learn, too: what it takes for good is not.
    if (!found && this.unfitted < Math.max(FIT_AFTER, this.pages / 10)) return false;
    if (found) {
      this.times++;
      this.sites.rebuild();
      for (const space of this.links) space.rebuild();
    }
    this.unfitted = 0;
    this.model.fit();
    return true;
  }

  private termsOf(link: Candidate): LinkTerms {
    return link.kind === 'link'
      ? pathTerms(link, this.links[0].isFrequent)
      : siteTerms(link, this.sites.isFrequent);
  }

  private binsOf(link: Candidate, terms: LinkTerms): Bins {
    const clues = this.clues.of(link);
    const domain = binIndexOf(clues.domain, LIMITS.domain);
    const parent = this.paths.of(link.parent);
    const around =
      parent === undefined ? 0 : parent.wanted ? 2 + binIndexOf(parent.similarity, LIMITS.around) : 1;
    if (link.kind !== 'link') {
      if (link.parent === 0) return binsFrom({ kind: 0 });
      const reward = binIndexOf(this.rewardOf(link, terms), LIMITS.reward);
      const words = binIndexOf(this.sites.wordYield(terms), LIMITS.words);
      return binsFrom({ kind: 1, domain, around, reward, words, queue: this.queueOf(link, domain, reward) });
    }
    const [now, next, later] = this.links;
    const immediate = binIndexOf(now.similarity(terms), LIMITS.similarity);
    const delayed = binIndexOf(Math.max(next.similarity(terms), later.similarity(terms)), LIMITS.similarity);
    const { offer, shape } = clues;
    const depth = Math.min(link.depth, 3);
    const words = binIndexOf(now.wordYield(terms), LIMITS.words);
    const allWords = binIndexOf(this.anyLevel.wordYield(terms), LIMITS.words);
    const own = { kind: 2, depth, offer, domain, around, shape, immediate, delayed, words, allWords };
    if (parent === undefined || parent.site === link.site) return binsFrom(own);
    // Another site links to it: what its own site is about still counts.
    return binsFrom({ ...own, queue: this.offTopic.has(link.site) ? QUEUE.low : QUEUE.high });
  }

  /** High: like a wanted domain or like known deep-web sites, or pointed to by one; low: the rest. */
  private queueOf(link: Candidate, domain: number, reward: number): number {
    if (this.graph.isCentreLinked(link.site)) return QUEUE.centre;
    return domain > 0 || reward > 0 || this.graph.frequency(link.site) > 0 ? QUEUE.high : QUEUE.low;
  }

  private rewardOf(link: Candidate, terms: LinkTerms): number {
    const front = link.kind === 'link' ? this.fronts.get(link.site) : terms;
    return rankingReward({
      termWeight: front === undefined ? 0 : this.sites.termWeight(front),
      similarity: front === undefined ? 0 : this.sites.similarity(front),
      frequency: this.graph.frequency(link.site),
      ...(this.pace !== undefined ? this.yields.evidence.of(link.site) : { newDocuments: 0, cost: 1 }),
    });
  }
}

/** The two-stage crawl by what the domain file and the form lexicon know from the start; nothing is learnt. */
export const twoStageStatic = defineStrategy(
  twoStage.options.pick({ rankers: true }),
  (context, { rankers }) => new TwoStage('two-stage-static', context, initialRankers(rankers)),
);
