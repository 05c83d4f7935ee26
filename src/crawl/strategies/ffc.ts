import { FormFocused } from './form-focused.ts';
import type { Strategy, StrategyContext } from './strategy.ts';

/** Baseline: the form-focused crawler with fixed link levels. */
export const ffc = (context: StrategyContext): Strategy => new FormFocused('ffc', context, false);
