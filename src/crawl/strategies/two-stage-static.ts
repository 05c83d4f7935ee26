import type { Strategy, StrategyContext } from './strategy.ts';
import { TwoStage } from './two-stage.ts';

/** The two-stage crawl by what the domain file and the form lexicon know from the start; nothing is learnt. */
export const twoStageStatic = (context: StrategyContext): Strategy =>
  new TwoStage('two-stage-static', context, false);
