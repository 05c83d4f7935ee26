import { z } from 'zod';
import { count } from '../../foundation/options/index.ts';
import { FeatureSpace } from '../../foundation/topics/index.ts';
import type { Candidate } from '../frontier/index.ts';
import { FeatureSpaces } from './feature-spaces.ts';
import { ClueReader } from './link-clues.ts';
import { RebuildPace } from './rebuild-pace.ts';
import { defineStrategy, type Strategy, UNLEARNED } from './strategy.ts';
import { twoStage } from './two-stage.ts';

const AT_ONCE = 1_000;
/** A cosine is 1 at most: sites of the low-priority queue come after all others. */
const LOW_PRIORITY = 2;
/** A cosine of links is small beside the logarithm of a yield: so much is lost to the link tree. */
const DIRECTORY_PENALTY = 0.1;

/**
 * The crawler of paper 002: sites by their similarity to known deep-web sites, links by theirs to links that point to pages
 * with searchable forms, both by the k most frequent terms of a context with 1 + log tf (its eq. 1 to 3); two queues of
 * sites, a link tree, reverse search. Until something was learnt, it goes by prior knowledge: domain file and form lexicon.
 */
export const smartcrawler = defineStrategy(
  z.object({
    topTerms: count
      .default(10)
      .describe('<k> terms of each context that smartcrawler and ichw compare links by'),
    ...twoStage.options.pick({ learnAfter: true }).shape,
  }),
  ({ wanted, graph }, { topTerms, learnAfter }): Strategy => {
    const makeSpace = () => new FeatureSpace(topTerms, undefined, 'frequency');
    const spaces = new FeatureSpaces({ makeSpace, levels: 1, pace: new RebuildPace(learnAfter) });
    const clues = new ClueReader(wanted);
    const isHigh = ({ site }: Candidate) => graph.isCentreLinked(site) || graph.frequency(site) > 0;
    return {
      ...UNLEARNED,
      name: 'smartcrawler',
      directoryPenalty: DIRECTORY_PENALTY,
      reverseSearch: true,
      explores: ({ step }) => step === 1,
      score: (link) => {
        if (link.parent === 0 || link.kind === 'redirect') return AT_ONCE;
        const { domain, offer } = clues.of(link);
        const isSite = link.kind !== 'link';
        const space = isSite ? spaces.sites : spaces.links[0];
        const prior = isSite ? domain : (domain + offer / 3) / 2;
        const similarity = spaces.learnt ? (space?.similarity(spaces.termsOf(link)) ?? 0) : prior;
        return isSite && similarity === 0 && domain === 0 && !isHigh(link)
          ? similarity - LOW_PRIORITY
          : similarity;
      },
      discovered: (page) => spaces.discovered(page),
      learnt: () => spaces.terms(),
      read: (page) => ({ relearned: spaces.read(page) }),
    };
  },
);
