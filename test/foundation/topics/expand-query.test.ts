import { expect, test } from 'vitest';
import { loadDomain } from '../../../src/foundation/domain/index.ts';
import { nounNet } from '../../../src/foundation/text/index.ts';
import { expandDomain } from '../../../src/foundation/topics/index.ts';

test('WordNet gives the similarities that Wu and Palmer define', () => {
  const net = nounNet();
  const [dog] = net.meanings('dog');
  const [cat] = net.meanings('cat');
  // The Natural Language Toolkit gives the same for the first meanings of both.
  expect(net.similarity(dog!, cat!)).toBeCloseTo(0.8571, 4);
  expect(net.similarity(dog!, dog!)).toBe(1);
  expect(net.meanings('no such noun')).toEqual([]);
  expect(net.meanings('Book Jacket')[0]?.words).toContain('dust jacket');
});

test('a domain is expanded by near words that its file does not have', () => {
  const hotel = loadDomain('hotel');
  const expansions = expandDomain(hotel, nounNet(), 10);
  expect(expansions.map(({ term }) => term)).toContain('motor inn');
  for (const { term, similarity } of expandDomain(hotel, nounNet(), 1_000)) {
    expect(Object.keys(hotel.terms)).not.toContain(term);
    expect(similarity).toBeGreaterThanOrEqual(0.9);
  }
  expect(expandDomain(hotel, nounNet(), 10)).toEqual(expansions);
});

test('names of single things are no words for their kind: no author is asked for where authors are meant', () => {
  const terms = expandDomain(loadDomain('book'), nounNet(), 30).map(({ term }) => term);
  expect(terms).toContain('volume');
  expect(terms.filter((term) => /lewis|wilson/.test(term))).toEqual([]);
});
