import { FormFocused } from './form-focused.ts';
import type { Strategy, StrategyContext } from './strategy.ts';

/** Baseline: the adaptive crawler for hidden-web entries, whose link classifier learns from the paths to forms. */
export const ache = (context: StrategyContext): Strategy => new FormFocused('ache', context, true);
