import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/foundation/learning/index.ts';
import { neighbourhoodWeights } from '../../../../src/wings/laboratory/learning/neighbourhood.ts';
import { informationGain, separabilityOf } from '../../../../src/wings/laboratory/learning/separability.ts';

describe('separability', () => {
  it('is the scatter of class means over that within classes, worked out by hand', () => {
    const samples = [
      [0, 0],
      [2, 0],
      [4, 1],
      [6, 1],
    ].map((row) => Float64Array.from(row));
    const found = separabilityOf(samples, ['a', 'a', 'b', 'b']);
    // Means (1, 0) and (5, 1), centre (3, .5): between 4 + 4 and .25 + .25; within (1 + 1 + 1 + 1) / 4 and 0.
    expect(found).toMatchObject({ within: 1, between: 8.5, ratio: 8.5 });
    expect(found.features.map(({ ratio }) => ratio)).toEqual([8, Infinity]);
  });

  it('counts each class once, however large, and distances squared (paper 004, eq. 24 to 26)', () => {
    const samples = [0, 2, 4, 10].map((value) => Float64Array.of(value));
    const found = separabilityOf(samples, ['a', 'a', 'a', 'b']);
    // Means 2 and 10, centre 6: between 16 + 16; within (4 + 0 + 4 + 0) / 4.
    expect(found).toMatchObject({ within: 2, between: 32, ratio: 16 });
  });

  it('counts information in bits', () => {
    expect(informationGain([true, true, false, false], ['a', 'a', 'b', 'b'])).toBe(1);
    expect(informationGain([true, false, true, false], ['a', 'a', 'b', 'b'])).toBe(0);
    // 1 − (3/4 · H(1/3)) for one of two told apart.
    expect(informationGain([true, false, false, false], ['a', 'a', 'b', 'b'])).toBeCloseTo(0.31128, 5);
  });
});

describe('neighbourhood component analysis', () => {
  it('keeps the feature that tells the classes and drops those of noise', () => {
    const random = seededRandom(3);
    const labels = Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? 'a' : 'b'));
    const samples = labels.map((label) =>
      Float64Array.of((label === 'a' ? 0 : 1) + 0.2 * random(), random(), random(), random()),
    );
    const [telling = 0, ...noise] = neighbourhoodWeights(samples, labels, { penalty: 0.02, steps: 60 });
    expect(telling).toBeGreaterThan(1);
    for (const weight of noise) expect(weight).toBeLessThan(telling / 4);
  });
});
