import { binIndexOf } from '../../foundation/learning/index.ts';
import { FeatureSpace, pathTerms } from '../../foundation/topics/index.ts';
import type { Candidate } from '../frontier/index.ts';
import { ClueReader } from './link-clues.ts';
import { PathLearning } from './path-learning.ts';
import { RebuildPace } from './rebuild-pace.ts';
import {
  type DiscoveredPage,
  defineStrategy,
  type Learnt,
  type Lesson,
  NO_OPTIONS,
  type ReadPage,
  type Strategy,
  type StrategyContext,
} from './strategy.ts';
import { twoStage } from './two-stage.ts';
import { binsFrom, LIMITS } from './yield-factors.ts';

/** Ends a site after so many forms, or so many pages, as its public configuration does. */
const FORMS_A_SITE = 3;
const PAGES_A_SITE = 100;
/** Done with, off topic: after everything else. */
const LAST = -1_000;
const AT_ONCE = 1_000;

/**
 * The form-focused crawler FFC, and with learning its successor ACHE, restated from the literature as baselines: only
 * links on pages about the topic are followed; a link classifier tells how many links before a form a link is; sites are
 * crawled until they gave three forms. There are no two stages: no site ranker, no site classifier, no reverse search.
 * All arms share Fieldfare's form classifier, so that orders are compared, not classifiers.
 */
class FormFocused implements Strategy {
  readonly name: string;
  private readonly pace: RebuildPace | undefined;
  private readonly clues: ClueReader;
  private readonly paths = new PathLearning();
  private times = 0;
  private readonly levels = [new FeatureSpace(), new FeatureSpace(), new FeatureSpace()] as const;
  private readonly sites = new Map<string, { pages: number; forms: number }>();

  /** @param pace when links are judged anew; without it nothing is learnt */
  constructor(name: string, context: StrategyContext, pace?: RebuildPace) {
    this.name = name;
    this.pace = pace;
    this.clues = new ClueReader(context.wanted);
  }

  explores(): boolean {
    return true;
  }

  score(link: Candidate): number {
    if (link.parent === 0 || link.kind === 'redirect') return AT_ONCE;
    const parent = this.paths.of(link.parent);
    const clues = this.clues.of(link);
    if (parent?.wanted !== true && link.parent !== 0) return LAST + clues.domain;
    const fixed = clues.offer >= 2 ? clues.offer : clues.domain > 0 ? 1 : 0;
    if (this.pace === undefined) return fixed + clues.domain;
    const terms = pathTerms(link, this.levels[0].isFrequent);
    const near = this.levels.map((space, level) => space.similarity(terms) * (3 - level));
    // Until it has learnt, it goes by what it was given, as its first link classifier does.
    return (this.levels[0].size === 0 ? fixed : Math.max(...near)) + clues.domain;
  }

  siteScoreOffset(site: string): number {
    const { pages, forms } = this.sites.get(site) ?? { pages: 0, forms: 0 };
    return forms >= FORMS_A_SITE || pages >= PAGES_A_SITE ? LAST : 0;
  }

  discovered({ id, link, topic }: DiscoveredPage): void {
    const terms = pathTerms(link, this.levels[0].isFrequent);
    this.paths.remember(id, link.parent, {
      kind: link.kind,
      site: link.site,
      terms,
      bins: binsFrom({ domain: binIndexOf(topic.similarity, LIMITS.domain) }),
      ...topic,
    });
  }

  read(page: ReadPage): Lesson {
    const { site } = page.link;
    if (!page.isPage) return { relearned: false };
    const entry = this.sites.get(site) ?? { pages: 0, forms: 0 };
    this.sites.set(site, entry);
    entry.pages++;
    entry.forms += page.newForms;
    const step = this.paths.of(page.id);
    if (step !== undefined) for (const space of this.levels) space.observe(step.terms, false);
    if (page.newForms > 0) {
      this.pace?.found(page.newForms, entry.forms === page.newForms);
      for (const { step, level, first } of this.paths.credit(page.id, page.newForms))
        if (first) this.levels[level]?.turnedGood(step.terms);
    }
    return {
      relearned: this.relearn(),
      siteScoreOffset: { site, offset: this.siteScoreOffset(site) },
    };
  }

  learnt(): Learnt | undefined {
    return this.times === 0 ? undefined : { times: this.times, links: this.levels[0].terms() };
  }

  private relearn(): boolean {
    if (this.pace?.isDue() !== true) return false;
    this.times++;
    for (const space of this.levels) space.rebuild();
    return true;
  }
}

export const ffc = defineStrategy(NO_OPTIONS, (context) => new FormFocused('ffc', context), {
  formJudge: 'counts',
});

export const ache = defineStrategy(
  twoStage.options.pick({ learnAfter: true }),
  (context, { learnAfter }) => new FormFocused('ache', context, new RebuildPace(learnAfter)),
  { formJudge: 'counts' },
);
