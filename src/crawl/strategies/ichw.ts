import { z } from 'zod';
import { share } from '../../foundation/options/index.ts';
import { FeatureSpace } from '../../foundation/topics/index.ts';
import { FeatureSpaces } from './feature-spaces.ts';
import { ClueReader } from './link-clues.ts';
import { DISCOUNT } from './path-learning.ts';
import { rankingReward } from './ranking-reward.ts';
import { RebuildPace } from './rebuild-pace.ts';
import { SiteEvidence } from './site-evidence.ts';
import { smartcrawler } from './smartcrawler.ts';
import { defineStrategy, type Strategy, UNLEARNED } from './strategy.ts';

const AT_ONCE = 1_000;
/** Links of pages that are like no domain, which the paper does not extract, come after all others. */
const LAST = -1_000;
/** 80 new URLs, then in-site searching. */
const LOCATE_FIRST = 80;

/**
 * The crawler of paper 004: links by the ranking reward r = (1 − w)·δ + w·€/c with € = w_ij + S + SF (its eq. 2 and 3).
 * Pages are judged one by one by its three steps: links of pages like a wanted domain (step 1) or like another one (step 2)
 * are extracted. S is the cosine with the domain until there are paths to learn from, then with FS or FL as well, FL of
 * immediate and, discounted, of delayed benefit.
 */
export const ichw = defineStrategy(
  z.object({
    rankingWeight: share
      .default(0.5)
      .describe(
        '<share> w of ichw, 0 to 1: weight of the expected reward of a site beside the reward so far',
      ),
    ...smartcrawler.options.pick({ topTerms: true, learnAfter: true }).shape,
  }),
  ({ wanted, graph }, { rankingWeight, topTerms, learnAfter }): Strategy => {
    const makeSpace = () => new FeatureSpace(topTerms);
    const spaces = new FeatureSpaces({ makeSpace, levels: 3, pace: new RebuildPace(learnAfter) });
    const sites = new SiteEvidence();
    const clues = new ClueReader(wanted);
    const nothing = { termWeight: 0, similarity: 0, frequency: 0, newDocuments: 0, cost: 1 };
    // (1 − w)·δ is the same for all links of a site; the frontier adds it when it changes.
    const siteScoreOffset = (site: string): number =>
      rankingReward({ ...nothing, newDocuments: sites.of(site).newDocuments }, rankingWeight);
    return {
      ...UNLEARNED,
      name: 'ichw',
      locateFirst: LOCATE_FIRST,
      explores: () => true,
      siteScoreOffset,
      score: (link) => {
        if (link.parent === 0 || link.kind === 'redirect') return AT_ONCE;
        const terms = spaces.termsOf(link);
        const near = link.kind === 'link' ? spaces.links : [spaces.sites];
        const learnt = near.map((space, level) => space.similarity(terms) * DISCOUNT ** level);
        const promise = rankingReward(
          {
            termWeight: near[0]?.termWeight(terms) ?? 0,
            similarity: Math.max(clues.of(link).domain, ...learnt),
            frequency: graph.frequency(link.site),
            newDocuments: 0,
            cost: sites.of(link.site).cost,
          },
          rankingWeight,
        );
        return (spaces.parentOf(link)?.step ?? 3) === 3 ? LAST + promise : promise;
      },
      discovered: (page) => spaces.discovered(page),
      learnt: () => spaces.terms(),
      read: (page) => {
        const { site } = page.link;
        if (!page.isPage) return { relearned: false };
        sites.read(site, page);
        if (page.newForms > 0) sites.found(site, page.newForms);
        return {
          relearned: spaces.read(page),
          siteScoreOffset: { site, offset: siteScoreOffset(site) },
        };
      },
    };
  },
  { formJudge: 'knn' },
);
