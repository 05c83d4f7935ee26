import { ache } from './ache.ts';
import { anchorText } from './anchor-text.ts';
import { breadthFirst } from './breadth-first.ts';
import { fc } from './fc.ts';
import { ffc } from './ffc.ts';
import { semantic } from './semantic.ts';
import type { Strategy, StrategyContext } from './strategy.ts';
import { twoStage } from './two-stage.ts';
import { twoStageStatic } from './two-stage-static.ts';

const MAKERS = {
  'two-stage': twoStage,
  'two-stage-static': twoStageStatic,
  'anchor-text': anchorText,
  'breadth-first': breadthFirst,
  semantic,
  fc,
  ffc,
  ache,
} as const satisfies Readonly<Record<string, (context: StrategyContext) => Strategy>>;

type StrategyName = keyof typeof MAKERS;

/** The strategies a user can choose; the first is the default, the last three are baselines of the literature. */
export const STRATEGIES = Object.keys(MAKERS) as [StrategyName, ...StrategyName[]];

export const strategyOf = (name: StrategyName, context: StrategyContext): Strategy => MAKERS[name](context);
