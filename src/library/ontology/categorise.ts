import type { WordNet } from '../../foundation/text/index.ts';
import type { OntologyFile } from './load-ontology.ts';

/** Share of a text's nouns and number of distinct nouns that a category must explain. */
const MIN_SHARE = 0.04;
const MIN_TERMS = 3;

/** Weight of a noun that is a hyponym of a term, relative to the term itself. */
const HYPONYM_WEIGHT = 0.4;

interface Share {
  readonly category: number;
  readonly weight: number;
}

/** Decides the category of a text by the is-a relations of the categories. */
export class Categoriser {
  readonly #files: readonly OntologyFile[];
  readonly #wordNet: WordNet;
  readonly #shares = new Map<string, readonly Share[]>();

  constructor(files: readonly OntologyFile[], wordNet: WordNet) {
    this.#files = files;
    this.#wordNet = wordNet;
  }

  /**
   * Returns the category that explains most of a text's nouns: a noun belongs to it as one of its terms or, with less
   * weight, as a hyponym of one in WordNet. A noun of several categories is shared among them. Undefined where none
   * explains enough.
   */
  categoryOf(nouns: Iterable<string>): string | undefined {
    const scores = new Float64Array(this.#files.length);
    const terms = this.#files.map(() => new Set<string>());
    let all = 0;
    for (const noun of nouns) {
      all++;
      for (const { category, weight } of this.#sharesOf(noun)) {
        scores[category] = (scores[category] ?? 0) + weight;
        terms[category]?.add(noun);
      }
    }
    let best: number | undefined;
    scores.forEach((score, category) => {
      if (score < MIN_SHARE * all || (terms[category]?.size ?? 0) < MIN_TERMS) return;
      if (best === undefined || score > (scores[best] ?? 0)) best = category;
    });
    return best === undefined ? undefined : this.#files[best]?.name;
  }

  #sharesOf(noun: string): readonly Share[] {
    const known = this.#shares.get(noun);
    if (known !== undefined) return known;
    const kinds = this.#wordNet.kindsOf(noun);
    const found = this.#files.flatMap(({ relations }, category) => {
      if (relations.has(noun)) return [{ category, weight: 1 }];
      return [...relations.keys()].some((term) => kinds.has(term))
        ? [{ category, weight: HYPONYM_WEIGHT }]
        : [];
    });
    const shares = found.map(({ category, weight }) => ({ category, weight: weight / found.length }));
    if (this.#shares.size > 100_000) this.#shares.clear();
    this.#shares.set(noun, shares);
    return shares;
  }
}
