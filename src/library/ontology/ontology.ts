import type { WordNet } from '../../foundation/text/index.ts';

/** Is-a relations of a domain, WordNet's hypernyms behind them. */
export interface Ontology {
  /** Everything a word is a kind of, directly or by way of others. */
  kindsOf(word: string): ReadonlySet<string>;
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
  return { kindsOf };
}
