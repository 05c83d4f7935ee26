import type { Domain } from '../domain/index.ts';
import { type NounMeaning, type NounNet, stem, wordsOf } from '../text/index.ts';

interface Expansion {
  readonly term: string;
  /** Similarity of its meaning with the meaning of the term that it comes from (Wu and Palmer), 0 to 1. */
  readonly similarity: number;
  readonly from: string;
}

/** Expands the heaviest terms of the domain only. */
const EXPANDED = 8;
const LEAST_SIMILARITY = 0.9;
const MAX_WORDS = 3;

/**
 * Words near in meaning to the heaviest terms of a domain, or to other words in its sense, the most similar first (paper 002: the query is expanded by
 * semantic similarity). Of a term's meanings the one is taken whose surroundings share most words with the domain; of two
 * as similar words the one comes first that more terms lead to.
 * @param limit how many
 */
export function expandDomain(
  domain: Domain,
  net: NounNet,
  limit = 8,
  terms: readonly string[] = heaviest(domain),
): Expansion[] {
  const known = new Set(Object.keys(domain.terms).map(stemmed));
  const about = new Set(Object.keys(domain.terms).flatMap(wordsOf).map(stem));
  const found = new Map<string, Expansion & { readonly support: number }>();
  for (const term of terms) {
    const meaning = closest(net, term, about);
    if (meaning === undefined) continue;
    for (const { word, synset } of neighbours(net, meaning)) {
      const similarity = net.similarity(meaning, synset);
      const key = stemmed(word);
      if (known.has(key) || similarity < LEAST_SIMILARITY) continue;
      const before = found.get(key);
      const support = (before?.support ?? 0) + overlap(synset, about);
      if (before === undefined || similarity > before.similarity)
        found.set(key, { term: word, similarity, from: term, support });
    }
  }
  return [...found.values()]
    .sort((a, b) => b.support - a.support || b.similarity - a.similarity || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
    .map(({ support: _, ...expansion }) => expansion);
}

const stemmed = (term: string): string => wordsOf(term).map(stem).join(' ');

/** Terms by weight, those written first before others as heavy. */
export const heaviest = (domain: Domain, count = EXPANDED): string[] =>
  Object.entries(domain.terms)
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([term]) => term);

/** The meaning of a term that the domain has in mind; undefined where WordNet has none that shares a word with it. */
function closest(net: NounNet, term: string, about: ReadonlySet<string>): NounMeaning | undefined {
  const own = new Set(wordsOf(term).map(stem));
  const others = new Set([...about].filter((word) => !own.has(word)));
  const scored = net
    .meanings(term)
    .map((synset) => ({ synset, score: surroundings(net, synset, others) }))
    .sort((a, b) => b.score - a.score);
  return scored[0]?.synset;
}

function surroundings(net: NounNet, synset: NounMeaning, about: ReadonlySet<string>): number {
  const near = [
    synset,
    ...[...synset.hypernyms, ...synset.hyponyms].slice(0, 50).map((at) => net.meaning(at)),
  ];
  return near.reduce((sum, one) => sum + overlap(one, about), 0) / Math.sqrt(near.length);
}

function overlap({ words, gloss }: NounMeaning, about: ReadonlySet<string>): number {
  const said = new Set([...words, gloss].flatMap(wordsOf).map(stem));
  let count = 0;
  for (const word of said) if (about.has(word)) count++;
  return count;
}

/** Other words of the meaning, its kinds, what it is a kind of, and other kinds of that. */
function* neighbours(net: NounNet, meaning: NounMeaning): Generator<{ word: string; synset: NounMeaning }> {
  const above = meaning.hypernyms.map((at) => net.meaning(at));
  const beside = above.flatMap(({ hyponyms }) => hyponyms.slice(0, 60));
  const offsets = new Set([meaning.offset, ...meaning.hyponyms, ...meaning.hypernyms, ...beside]);
  for (const synset of [...offsets].map((at) => net.meaning(at))) {
    // Clive Staples Lewis is an author, and no word for one.
    if (synset.isInstance) continue;
    for (const word of synset.words) {
      if (wordsOf(word).length <= MAX_WORDS && word === word.toLowerCase()) yield { word, synset };
    }
  }
}
