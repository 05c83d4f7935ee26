import { topicFocused } from './fc.ts';
import { defineStrategy, NO_OPTIONS } from './strategy.ts';

/**
 * Baseline: EEFC of paper 004's figure 19, the enhanced form-focused crawler E-FFC (Li, Wang, Du 2013), restated from its
 * abstract and from what 004 says of it: a page classifier by terms, a score of links, classifiers of searchable and of
 * domain-specific forms, rules of when to stop. Links count by the page they stand on, their own similarity and whether
 * they offer a search; sites are left by the stopping rules of the harvest, and not after three forms as `ffc` does.
 */
export const eefc = defineStrategy(NO_OPTIONS, (context) =>
  topicFocused('eefc', context, ({ domain, offer }) => domain + offer / 3),
);
