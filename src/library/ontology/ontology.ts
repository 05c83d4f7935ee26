import type { WordNet } from '../../foundation/text/index.ts';

/** Is-a relations of a domain, extended by WordNet's hypernyms. */
export interface Ontology {
  /** Returns all direct and indirect hypernyms of a word. */
  kindsOf(word: string): ReadonlySet<string>;
}

/** @param relations direct hypernyms of each term, without cycles */
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
  return { kindsOf };
}
