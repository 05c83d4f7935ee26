/** Says in which words a strategy looks for forms: what it learnt first, and what it goes by now. */

import type { LearntTerms } from '../crawl/strategies/index.ts';
import type { CrawlFacts } from './collect-crawl.ts';
import { counted, shown } from './words.ts';

const SPACES = [
  ['sites', 'Front pages'],
  ['links', 'Links'],
] as const;
const FEATURES = { address: 'address', anchor: 'link text', around: 'text around' } as const;
const TERMS = 6;

export const learntHead = ({ learnt }: Pick<CrawlFacts, 'learnt'>): string =>
  `What the strategy learnt, ${counted(learnt?.last.times ?? 0, 'time')}: terms and their weights`;

/** @returns for each feature the terms that were learnt first and last; empty where nothing was learnt */
export function learntRows({ learnt }: Pick<CrawlFacts, 'learnt'>): [string, string, string, string][] {
  if (learnt === null) return [];
  return SPACES.flatMap(([name, of]) =>
    Object.entries(FEATURES).flatMap(([key, feature]): [string, string, string, string][] => {
      const text = (terms: LearntTerms | undefined): string =>
        (terms?.[key as keyof LearntTerms] ?? [])
          .slice(0, TERMS)
          .map(([term, weight]) => `${shown(term, 30)} ${weight.toFixed(2)}`)
          .join(', ');
      const [first, last] = [text(learnt.first[name]), text(learnt.last[name])];
      return last === '' ? [] : [[of, feature, first, last]];
    }),
  );
}
