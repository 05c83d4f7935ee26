import { alternatives, wordsFor } from '../../foundation/language/index.ts';
import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { CueKind } from './reading.ts';

/** What sites say when they answer; of two kinds in one line both count. */
const KINDS = [
  ...(['no-results', 'invalid', 'too-many', 'too-fast', 'login', 'blocked', 'failure'] as const),
  ...(['not-found', 'expired'] as const),
];
const MATCHER = termMatcher(KINDS.map((kind) => wordsFor(`answer/${kind}`)));

/**
 * Matches “no” and “found” with the site's word for a record between them: “No repositories found”, “keine
 * passenden Projekte gefunden”, “aucune ordonnance trouvée”. Applies to a word line.
 */
const NONE_FOUND = new RegExp(`(?:^| )(?:${alternatives('answer/none-found')})(?: |$)`, 'u');

/** Finds the cues in a line of a page, with the words that were matched. */
export function findCues(text: string): readonly { readonly kind: CueKind; readonly words: string }[] {
  const line = wordLine(text);
  const hits = MATCHER.count(line);
  const cues = KINDS.flatMap((kind, i) => {
    if (hits[i] === 0) return [];
    return [{ kind, words: MATCHER.find(line, i) ?? '' }];
  });
  const [noneFound] = NONE_FOUND.exec(line) ?? [];
  if (noneFound === undefined || cues.some(({ kind }) => kind === 'no-results')) return cues;
  return [...cues, { kind: 'no-results', words: noneFound }];
}
