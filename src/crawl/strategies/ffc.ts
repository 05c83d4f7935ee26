import { FormFocused } from './form-focused.ts';
import { defineStrategy, NO_OPTIONS } from './strategy.ts';

/** Baseline: the form-focused crawler with fixed link levels. */
export const ffc = defineStrategy(NO_OPTIONS, (context) => new FormFocused('ffc', context), 'counts');
