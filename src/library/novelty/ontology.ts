import type { WordNet } from '../../text/index.ts';
import type { Term } from './statement.ts';

/** Is-a relations of a domain, WordNet's hypernyms behind them. */
export interface Ontology {
  /** `word` is a kind of `ancestor`, directly or by way of others. */
  isA(word: string, ancestor: string): boolean;
}

/** @param relations what each term is, directly; free of cycles */
export function ontologyOf(relations: ReadonlyMap<string, readonly string[]>, wordNet: WordNet): Ontology {
  const kinds = new Map<string, ReadonlySet<string>>();
  const kindsOf = (word: string): ReadonlySet<string> => {
    const known = kinds.get(word);
    if (known !== undefined) return known;
    const own = relations.get(word);
    const found =
      own === undefined
        ? wordNet.kindsOf(word)
        : new Set(own.flatMap((parent) => [parent, ...kindsOf(parent)]).concat(...wordNet.kindsOf(word)));
    if (kinds.size > 100_000) kinds.clear();
    kinds.set(word, found);
    return found;
  };
  return { isA: (word, ancestor) => kindsOf(word).has(ancestor) };
}

/** Above this a sentence is a list, and comparing all pairs of its terms would cost more than it tells. */
const MOST_NOUNS = 40;

/**
 * Leaves out every term that another term of the sentence already is (paper 000, section 4.2.6): in “Singapore is an island”
 * Singapore says it, and in “my name is Ram” Ram is the name.
 */
export function minimise(terms: readonly Term[], ontology: Ontology): readonly Term[] {
  const nouns = terms.filter((term) => term.noun);
  if (nouns.length < 2 || nouns.length > MOST_NOUNS) return terms;
  const named = nouns.some((term) => term.name);
  return terms.filter(
    (term) =>
      !term.noun ||
      term.name ||
      !(
        (named && term.lemma === 'name') ||
        nouns.some((other) => other.lemma !== term.lemma && ontology.isA(other.lemma, term.lemma))
      ),
  );
}
