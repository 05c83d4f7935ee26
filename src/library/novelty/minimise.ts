import type { Ontology } from '../ontology/ontology.ts';
import type { SentenceTerm } from './statement.ts';

/** Above this a sentence is a list, and comparing all pairs of its terms would cost more than it gives. */
const MAX_NOUNS = 40;

/**
 * Removes every term that another term of the sentence implies (paper 000, section 4.2.6): in “Singapore is an island”
 * Singapore implies island, in “my name is Ram” Ram implies name.
 */
export function dropImpliedTerms(
  terms: readonly SentenceTerm[],
  ontology: Ontology,
): readonly SentenceTerm[] {
  const nouns = terms.filter((term) => term.noun);
  if (nouns.length < 2 || nouns.length > MAX_NOUNS) return terms;
  const kinds = nouns.map((term) => ontology.kindsOf(term.lemma));
  const named = nouns.some((term) => term.name);
  return terms.filter(
    (term) =>
      !term.noun ||
      term.name ||
      !((named && term.lemma === 'name') || kinds.some((kindsOfOther) => kindsOfOther.has(term.lemma))),
  );
}
