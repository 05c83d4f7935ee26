import { alternatives, wordsFor } from '../../foundation/language/index.ts';
import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { CueKind } from './reading.ts';

/** What sites say when they answer; of two kinds in one line both count. */
const KINDS = ['no-results', 'invalid', 'login', 'blocked', 'failure', 'not-found', 'expired'] as const;
const MATCHER = termMatcher(KINDS.map((kind) => wordsFor(`answer/${kind}`)));

/**
 * “No” and “found” with the site's own word for a record between them: “No repositories found”, “keine passenden Projekte
 * gefunden”, “aucune ordonnance trouvée”. Of a word line.
 */
const NONE_FOUND = new RegExp(`(?:^| )(?:${alternatives('answer/none-found')})(?: |$)`, 'u');

/** What a line of a page says in words, with the words that say it. */
export function cuesIn(text: string): readonly { readonly kind: CueKind; readonly words: string }[] {
  const line = wordLine(text);
  const hits = MATCHER.count(line);
  const signs = KINDS.flatMap((kind, i) => {
    if (hits[i] === 0) return [];
    return [{ kind, words: MATCHER.find(line, i) ?? '' }];
  });
  const [none] = NONE_FOUND.exec(line) ?? [];
  if (none === undefined || signs.some(({ kind }) => kind === 'no-results')) return signs;
  return [...signs, { kind: 'no-results', words: none }];
}
