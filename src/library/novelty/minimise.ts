import type { Ontology } from '../ontology/ontology.ts';
import type { Term } from './statement.ts';

/** Above this a sentence is a list, and comparing all pairs of its terms would cost more than it gives. */
const MOST_NOUNS = 40;

/**
 * Leaves out every term that another term of the sentence already is (paper 000, section 4.2.6): in “Singapore is an island”
 * Singapore says it, and in “my name is Ram” Ram is the name.
 */
export function minimise(terms: readonly Term[], ontology: Ontology): readonly Term[] {
  const nouns = terms.filter((term) => term.noun);
  if (nouns.length < 2 || nouns.length > MOST_NOUNS) return terms;
  const kinds = nouns.map((term) => ontology.kindsOf(term.lemma));
  const named = nouns.some((term) => term.name);
  return terms.filter(
    (term) =>
      !term.noun ||
      term.name ||
      !((named && term.lemma === 'name') || kinds.some((kindsOfOther) => kindsOfOther.has(term.lemma))),
  );
}
