import { z } from 'zod';
import type { Intersection } from '../../foundation/options/index.ts';
import { ache } from './ache.ts';
import { anchorText } from './anchor-text.ts';
import { breadthFirst } from './breadth-first.ts';
import { fc } from './fc.ts';
import { ffc } from './ffc.ts';
import { semantic } from './semantic.ts';
import type { Strategy, StrategyContext, StrategyDefinition } from './strategy.ts';
import { twoStage } from './two-stage.ts';
import { twoStageStatic } from './two-stage-static.ts';

const CATALOGUE = {
  'two-stage': twoStage,
  'two-stage-static': twoStageStatic,
  'anchor-text': anchorText,
  'breadth-first': breadthFirst,
  semantic,
  fc,
  ffc,
  ache,
} as const satisfies Readonly<Record<string, StrategyDefinition>>;

type StrategyName = keyof typeof CATALOGUE;
type Shape = Intersection<(typeof CATALOGUE)[StrategyName]['options']['shape']>;

/** The strategies a user can choose; the first is the default, the last three are baselines of the literature. */
export const STRATEGIES = Object.keys(CATALOGUE) as [StrategyName, ...StrategyName[]];

/** The options that strategies own, all together. */
export const strategyOptions = z.object(
  Object.assign({}, ...STRATEGIES.map((name) => CATALOGUE[name].options.shape)) as Shape,
);

export const strategyOf = (
  name: StrategyName,
  context: StrategyContext,
  options: z.output<typeof strategyOptions>,
): Strategy => (CATALOGUE[name] as StrategyDefinition).create(context, options);
