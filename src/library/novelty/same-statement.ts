import type { WordNet } from '../../foundation/text/index.ts';
import { dice, fingerprintOf } from './fingerprint.ts';
import { textOfStatement } from './read-text.ts';
import type { Statement, Term } from './statement.ts';

/**
 * How alike two sentences are in what they state, 0 to 1. Synonyms count as the same word. 0 where the numbers differ, one
 * denies what the other says, one has a word and the other its opposite, or each names someone the other does not.
 */
export function statementSimilarity(a: Statement, b: Statement, wordNet: WordNet): number {
  if (a.guard !== b.guard) return 0;
  const aligned = align(a.terms, b.terms, wordNet);
  if (aligned === undefined) return 0;
  return dice(fingerprintOf([textOfStatement(a)]), fingerprintOf([textOfStatement({ terms: aligned })]));
}

/** `b` with its words put as `a` puts them, or undefined where the two cannot mean the same. */
function align(a: readonly Term[], b: readonly Term[], wordNet: WordNet): readonly Term[] | undefined {
  const ofA = new Set(a.map((term) => term.token));
  const ofB = new Set(b.map((term) => term.token));
  const onlyA = a.filter((term) => !ofB.has(term.token));
  const onlyB = b.filter((term) => !ofA.has(term.token));
  if (onlyA.length === 0 || onlyB.length === 0) return b;
  const instead = new Map<Term, Term>();
  const taken = new Set<Term>();
  for (const term of onlyB) {
    if (onlyA.some((other) => wordNet.areAntonyms(term.lemma, other.lemma))) return undefined;
    const same = onlyA.find((other) => !taken.has(other) && mean(term, other, wordNet));
    if (same === undefined) continue;
    taken.add(same);
    instead.set(term, same);
  }
  const strange = (terms: readonly Term[], explained: { has(term: Term): boolean }) =>
    terms.some((term) => term.name && !explained.has(term));
  if (strange(onlyA, taken) && strange(onlyB, instead)) return undefined;
  return b.map((term) => instead.get(term) ?? term);
}

const mean = (a: Term, b: Term, wordNet: WordNet): boolean =>
  a.lemma === b.lemma || (!a.name && !b.name && wordNet.areSynonyms(a.lemma, b.lemma));
