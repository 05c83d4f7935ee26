import type { Statement } from './statement.ts';

/** Sentences of a summary: three, as in paper 000, or this share of a long page. */
const MIN_SENTENCES = 3;
const SHARE = 0.75;

/**
 * Selects the sentences that summarise a page (paper 000, section 4.2.5): the weight of a sentence is the sum of the nouns
 * it shares with each other sentence. Returns the heaviest in the order of the page.
 */
export function summaryOf<S extends Statement>(statements: readonly S[]): readonly S[] {
  const wanted = Math.max(MIN_SENTENCES, Math.ceil(statements.length * SHARE));
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
