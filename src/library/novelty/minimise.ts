import type { WordNet } from '../../foundation/text/index.ts';
import type { Ontology } from '../ontology/ontology.ts';
import type { SentenceTerm } from './statement.ts';

/** Above this a sentence is a list, and comparing all pairs of its terms would cost more than it gives. */
const MAX_NOUNS = 40;

/**
 * Removes every term that another term of the sentence implies (paper 000, section 4.2.6): in “Paris is the capital”
 * Paris implies capital, in “my surname is Ram” Ram implies surname.
 */
export function dropImpliedTerms(
  terms: readonly SentenceTerm[],
  ontology: Ontology,
  wordNet: WordNet,
): readonly SentenceTerm[] {
  const stated = dropNaming(terms, wordNet);
  const nouns = stated.filter((term) => term.noun);
  if (nouns.length < 2 || nouns.length > MAX_NOUNS) return stated;
  const kinds = nouns.map((term) => ontology.kindsOf(term.lemma));
  return stated.filter(
    (term) => !term.noun || term.name || !kinds.some((kindsOfOther) => kindsOfOther.has(term.lemma)),
  );
}

/**
 * Removes the words that say of a proper name that it is one: naming nouns (name, pen name, title …) anywhere, a naming
 * verb where there is nothing else: “they call me Ram”, but not “Sita called Ram”.
 */
function dropNaming(terms: readonly SentenceTerm[], wordNet: WordNet): readonly SentenceTerm[] {
  if (!terms.some((term) => term.name)) return terms;
  const [first, ...others] = terms;
  if (first?.name === false && others.every((term) => term.name) && wordNet.isNaming(first.lemma, 'verb'))
    return others;
  const naming = terms.map((term) => !term.name && term.noun && wordNet.isNaming(term.lemma, 'noun'));
  const beginsNaming = (i: number) =>
    naming[i + 1] === true && wordNet.isNaming(`${terms[i]?.lemma}_${terms[i + 1]?.lemma}`, 'noun');
  return terms.filter((term, i) => term.name || !(naming[i] === true || beginsNaming(i)));
}
