import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine, frequencyWeight, weightedFrequencies } from '../../../src/foundation/topics/term-vector.ts';

const vector = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.double({ min: 0.01, max: 100, noNaN: true })))
  .map((pairs) => new Map(pairs));

describe('the weight of a term', () => {
  it('is 1 + log tf', () => {
    expect([0, 1, 10, 100].map(frequencyWeight)).toEqual([0, 1, 2, 3]);
  });

  it('adds up the fields by their weights, as eq. 6 of paper 004 does', () => {
    const frequencies = weightedFrequencies([
      { terms: ['book', 'shop'], weight: 3 },
      { terms: ['book', 'book', 'old'], weight: 1 },
    ]);
    expect(frequencies).toEqual(
      new Map([
        ['book', 5],
        ['shop', 3],
        ['old', 1],
      ]),
    );
  });
});

describe('the cosine', () => {
  it('of (1, 2) and (2, 1) is 0.8', () => {
    expect(
      cosine(
        new Map([
          ['a', 1],
          ['b', 2],
        ]),
        new Map([
          ['a', 2],
          ['b', 1],
        ]),
      ),
    ).toBeCloseTo(0.8, 12);
  });

  it('is 1 with itself, 0 with nothing, symmetric, and the same however long the vectors are', () => {
    fc.assert(
      fc.property(vector, vector, fc.double({ min: 0.1, max: 10, noNaN: true }), (a, b, factor) => {
        const longer = new Map([...a].map(([term, weight]) => [term, weight * factor]));
        expect(cosine(a, b)).toBeCloseTo(cosine(b, a), 12);
        expect(cosine(longer, b)).toBeCloseTo(cosine(a, b), 9);
        expect(cosine(a, b)).toBeLessThanOrEqual(1 + 1e-12);
        expect(cosine(a, new Map())).toBe(0);
        if (a.size > 0) expect(cosine(a, a)).toBeCloseTo(1, 12);
      }),
    );
  });
});
