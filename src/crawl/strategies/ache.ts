import { FormFocused } from './form-focused.ts';
import { RebuildPace } from './rebuild-pace.ts';
import { defineStrategy } from './strategy.ts';
import { twoStage } from './two-stage.ts';

export const ache = defineStrategy(
  twoStage.options.pick({ learnAfter: true }),
  (context, { learnAfter }) => new FormFocused('ache', context, new RebuildPace(learnAfter)),
  { formJudge: 'counts' },
);
