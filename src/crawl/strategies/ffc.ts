import { FormFocused } from './form-focused.ts';
import { defineStrategy, NO_OPTIONS } from './strategy.ts';

export const ffc = defineStrategy(NO_OPTIONS, (context) => new FormFocused('ffc', context), {
  formJudge: 'counts',
});
