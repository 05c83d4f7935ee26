import { FEATURE_NAMES } from './features.ts';

/** Sources whose words did not help in cross-validation. */
const LEFT_OUT = ['submit-markup', 'heading', 'around'];

/** The features the shipped machines use. */
export const usedFeatures = (): string[] =>
  FEATURE_NAMES.filter((name) => !LEFT_OUT.some((source) => name.endsWith(` in ${source}`)));
