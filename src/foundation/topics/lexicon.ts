import type { Domain } from '../domain/index.ts';
import { stem, tokensOf, wordsOf } from '../text/index.ts';

export interface Dimension {
  readonly domain: number;
  readonly term: number;
}

/** Words that have to follow each other, as Porter stems. */
export interface Phrase extends Dimension {
  readonly stems: readonly string[];
}

export interface Lexicon {
  readonly first: number;
  /** Weight of each term; below 0 for negative terms. */
  readonly weights: readonly number[];
  readonly norm: number;
  /** Single words as they are written: stronger than their singular, so that `jeans` may be another term than `jean`. */
  readonly exact: ReadonlyMap<string, Dimension>;
  readonly singulars: ReadonlyMap<string, Dimension>;
  readonly phrases: readonly Phrase[];
}

/** Makes a domain's terms ready for matching. Spellings of one term fall on one dimension. @param first number of its first term */
export function lexiconOf(domain: Domain, index: number, first: number): Lexicon {
  const weights: number[] = [];
  const exact = new Map<string, Dimension>();
  const singulars = new Map<string, Dimension>();
  const phrases: Phrase[] = [];
  for (const { spellings, weight } of weighted(domain)) {
    const dimension = { domain: index, term: first + weights.push(weight) - 1 };
    for (const tokens of spellings.flatMap(tokenizations)) {
      const [first] = tokens;
      if (first === undefined) continue;
      if (tokens.length > 1) phrases.push({ ...dimension, stems: tokens.map(stem) });
      else {
        if (!exact.has(first)) exact.set(first, dimension);
        if (!singulars.has(singularOf(first))) singulars.set(singularOf(first), dimension);
      }
    }
  }
  return { first, weights, norm: Math.hypot(...weights), exact, singulars, phrases };
}

/**
 * Spells an English word and its plural alike: `house` and `houses` as `hous`. Only plurals count as a written word: by stems,
 * `authority` would be an author, `policy` a `policier`, and whatever is `reserved` a reservation.
 */
export const singularOf = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/ies?$/, 'y')
        .replace(/(?<![su])s$/, '')
        .replace(/(?<=s|x|z|ch|sh)e$/, '');

/** As prose and as identifiers are read: `mp3`, and `mp` `3`. */
function tokenizations(spelling: string): string[][] {
  const [prose, identifier] = [wordsOf(spelling), tokensOf(spelling)];
  return prose.length === identifier.length ? [prose] : [prose, identifier];
}

interface WeightedTerm {
  readonly spellings: readonly string[];
  readonly weight: number;
}

/** Terms before negative terms: a word that is both is a term. */
function weighted(domain: Domain): WeightedTerm[] {
  const terms = Object.entries(domain.terms).map(([term, weight]) => ({
    spellings: [term, ...(Object.hasOwn(domain.synonyms, term) ? (domain.synonyms[term] ?? []) : [])],
    weight,
  }));
  const negative = Object.entries(domain.negativeTerms).map(([term, weight]) => ({
    spellings: [term],
    weight: -weight,
  }));
  return [...terms, ...negative];
}
