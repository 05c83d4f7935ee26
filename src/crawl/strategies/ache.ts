import { FormFocused } from './form-focused.ts';
import { defineStrategy } from './strategy.ts';
import { twoStage } from './two-stage.ts';

/** Baseline: the adaptive crawler for hidden-web entries, whose link classifier learns from the paths to forms. */
export const ache = defineStrategy(
  twoStage.options.pick({ learnAfter: true }),
  (context, { learnAfter }) => new FormFocused('ache', context, learnAfter),
  'counts',
);
