import { z } from 'zod';
import { FieldfareError } from '../../foundation/errors/index.ts';
import { anchorText } from './anchor-text.ts';
import { breadthFirst } from './breadth-first.ts';
import { eefc, fc } from './fc.ts';
import { ache, ffc } from './form-focused.ts';
import { ichw } from './ichw.ts';
import { semantic } from './semantic.ts';
import { smartcrawler } from './smartcrawler.ts';
import type { Strategy, StrategyContext, StrategyDefinition, StrategyNeeds } from './strategy.ts';
import { twoStage, twoStageStatic } from './two-stage.ts';

const CATALOGUE = {
  'two-stage': twoStage,
  'two-stage-static': twoStageStatic,
  ichw,
  smartcrawler,
  'anchor-text': anchorText,
  'breadth-first': breadthFirst,
  semantic,
  fc,
  ffc,
  ache,
  eefc,
} as const satisfies Readonly<Record<string, StrategyDefinition>>;

type StrategyName = keyof typeof CATALOGUE;
/** All members of a union at once. */
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Shape = Intersection<(typeof CATALOGUE)[StrategyName]['options']['shape']>;

/** The strategies a user can choose; the first is the default, the last four are baselines from the literature. */
export const STRATEGIES = Object.keys(CATALOGUE) as [StrategyName, ...StrategyName[]];

export const strategyOptions = z.object(
  Object.assign({}, ...STRATEGIES.map((name) => CATALOGUE[name].options.shape)) as Shape,
);

/** Returns what a strategy needs of the analysis of pages. */
export const needsOf = (name: string | undefined): StrategyNeeds =>
  (CATALOGUE as Readonly<Record<string, StrategyDefinition>>)[name ?? ''] ?? {};

class StrategyRemovedError extends FieldfareError {
  readonly code = 'strategy-removed';

  constructor(name: string) {
    super(`the run goes by the strategy ${name}, which this version does not have`, {
      hint: `begin a new run with one of ${STRATEGIES.join(', ')}`,
    });
  }
}

/** @throws {StrategyRemovedError} */
export function strategyOf(
  name: StrategyName,
  context: StrategyContext,
  options: z.output<typeof strategyOptions>,
): Strategy {
  const definition: StrategyDefinition | undefined = CATALOGUE[name];
  if (definition === undefined) throw new StrategyRemovedError(name);
  return definition.create(context, options);
}
