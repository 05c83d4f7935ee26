import type { Statement } from './statement.ts';

/** Takes three sentences in four of a longer page; paper 000 takes three of any page. */
export const DEFAULT_SUMMARY = 0.75;
const MIN_SENTENCES = 3;

/**
 * Selects the sentences that summarise a page (paper 000, section 4.2.5): the weight of a sentence is the sum of the nouns
 * it shares with each other sentence. Returns the heaviest in the order of the page.
 * @param length so many sentences; below 1 this share of the page, but three at least
 */
export function summaryOf<S extends Statement>(statements: readonly S[], length: number): readonly S[] {
  const share = Math.max(MIN_SENTENCES, Math.ceil(statements.length * length));
  const wanted = length < 1 ? share : length;
  if (statements.length <= wanted) return statements;
  const nouns = statements.map(
    ({ terms }) => new Set(terms.flatMap((term) => (term.noun ? [term.token] : []))),
  );
  const sentencesWith = new Map<string, number>();
  for (const set of nouns)
    for (const noun of set) sentencesWith.set(noun, (sentencesWith.get(noun) ?? 0) + 1);
  const weights = nouns.map((set) => {
    let weight = 0;
    for (const noun of set) weight += (sentencesWith.get(noun) ?? 1) - 1;
    return weight;
  });
  const chosen = statements
    .map((_, i) => i)
    .sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || compareByText(statements[a], statements[b]))
    .slice(0, wanted)
    .sort((a, b) => a - b);
  return chosen.flatMap((i) => statements[i] ?? []);
}

/** Orders equal weights by text, not position: the same sentences in another order have the same summary. */
function compareByText(a: Statement | undefined, b: Statement | undefined): number {
  const [textA, textB] = [a, b].map(
    (statement) => statement?.terms.map((term) => term.token).join(' ') ?? '',
  );
  return textA === textB ? 0 : (textA ?? '') < (textB ?? '') ? -1 : 1;
}
