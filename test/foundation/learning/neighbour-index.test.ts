import { expect, test } from 'vitest';
import { neighbourIndexOf, seededRandom, sparseOf } from '../../../src/foundation/learning/index.ts';

const sparse = (...numbers: number[]) => sparseOf(Float64Array.from(numbers));

test('distances are Euclidean, and equal ones go to the earlier sample', () => {
  const index = neighbourIndexOf([sparse(3, 4, 0), sparse(0, 0, 0), sparse(0, 0, 2), sparse(0, 0, -2)], 3);
  // From (0, 0, 0): 5, 0, 2 and 2.
  expect(index.nearest(sparse(0, 0, 0), 4)).toEqual([
    { at: 1, distance: 0 },
    { at: 2, distance: 2 },
    { at: 3, distance: 2 },
    { at: 0, distance: 5 },
  ]);
  // From (3, 0, 2): √20, √13, 3 and 5.
  expect(index.nearest(sparse(3, 0, 2), 2)).toEqual([
    { at: 2, distance: 3 },
    { at: 1, distance: Math.sqrt(13) },
  ]);
  expect(index.nearest(sparse(3, 4, 0), 9)).toHaveLength(4);
});

test('they are those of all differences, on random samples with many zeros', () => {
  const random = seededRandom(7);
  const rows = Array.from({ length: 200 }, () =>
    Float64Array.from({ length: 40 }, () => (random() < 0.2 ? random() : 0)),
  );
  const index = neighbourIndexOf(rows.map(sparseOf), 40);
  for (const row of rows.slice(0, 50)) {
    const asked = row.map((value) => (random() < 0.3 ? 0 : value));
    const brute = rows
      .map((other, at) => ({
        at,
        distance: Math.hypot(...other.map((value, i) => value - (asked[i] as number))),
      }))
      .sort((a, b) => a.distance - b.distance || a.at - b.at)
      .slice(0, 5);
    const near = index.nearest(sparseOf(asked), 5);
    expect(near.map(({ at }) => at)).toEqual(brute.map(({ at }) => at));
    near.forEach(({ distance }, i) => {
      expect(distance).toBeCloseTo(brute[i]?.distance as number, 9);
    });
  }
});
