import { initialRankers } from './rankers.ts';
import { defineStrategy } from './strategy.ts';
import { TwoStage, twoStage } from './two-stage.ts';

/** The two-stage crawl by what the domain file and the form lexicon know from the start; nothing is learnt. */
export const twoStageStatic = defineStrategy(
  twoStage.options.pick({ rankers: true }),
  (context, { rankers }) => new TwoStage('two-stage-static', context, initialRankers(rankers)),
);
