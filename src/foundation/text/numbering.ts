import { wordsFor } from '../language/index.ts';
import { wordLine } from './fold.ts';
import { termMatcher } from './term-matcher.ts';

const NUMBERING = termMatcher([
  (['list/numbering', 'field/phone', 'field/fax', 'field/postal-code', 'field/isbn'] as const).flatMap(
    wordsFor,
  ),
]);

/** Whether a column is called as numbers that name things, with which nobody counts. */
export const isNumbering = (name: string): boolean => (NUMBERING.count(wordLine(name))[0] ?? 0) > 0;
