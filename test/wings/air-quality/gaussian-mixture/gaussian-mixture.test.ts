import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/foundation/learning/index.ts';
import {
  chooseGaussianMixture,
  mostComponents,
} from '../../../../src/wings/air-quality/gaussian-mixture/choose.ts';
import {
  fitGaussianMixture,
  responsibilitiesOf,
} from '../../../../src/wings/air-quality/gaussian-mixture/fit.ts';
import {
  COVARIANCES,
  type Component,
  type Covariance,
  type GaussianMixture,
} from '../../../../src/wings/air-quality/gaussian-mixture/mixture.ts';

interface Expected {
  readonly logLikelihood: number;
  readonly bic: number;
  readonly aic: number;
  readonly components: readonly Component[];
  readonly responsibilities: readonly (readonly number[])[];
}

/** Made by scikit-learn: make-reference.py. */
const REFERENCE = JSON.parse(readFileSync(new URL('reference.json', import.meta.url), 'utf8')) as readonly {
  readonly name: string;
  readonly kind: Covariance;
  readonly samples: readonly (readonly number[])[];
  readonly start: readonly Component[];
  readonly afterTen: Expected;
  readonly best: Expected;
}[];

const rowsOf = (samples: readonly (readonly number[])[]) => samples.map((row) => Float64Array.from(row));

/** Components in scikit-learn's order, by their means. */
const orderOf = (mixture: GaussianMixture): number[] =>
  mixture.components
    .map((_, k) => k)
    .sort((a, b) => mixture.components[a]!.mean[0]! - mixture.components[b]!.mean[0]!);

const largestGap = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));

function compare(mixture: GaussianMixture, expected: Expected, samples: readonly Float64Array[]): void {
  const limit = 1e-6;
  expect(Math.abs(mixture.logLikelihood - expected.logLikelihood)).toBeLessThan(limit);
  expect(Math.abs(mixture.bic - expected.bic)).toBeLessThan(limit * samples.length);
  expect(Math.abs(mixture.aic - expected.aic)).toBeLessThan(limit * samples.length);
  // Matched by the nearest mean: two components may share their first coordinate.
  const order = expected.components.map(
    ({ mean }) =>
      orderOf(mixture).sort(
        (a, b) =>
          largestGap(mixture.components[a]!.mean, mean) - largestGap(mixture.components[b]!.mean, mean),
      )[0]!,
  );
  expect(new Set(order).size).toBe(expected.components.length);
  expected.components.forEach((component, i) => {
    const ours = mixture.components[order[i]!]!;
    expect(Math.abs(ours.weight - component.weight)).toBeLessThan(limit);
    expect(largestGap(ours.mean, component.mean)).toBeLessThan(limit);
    expect(largestGap(ours.covariance.flat(), component.covariance.flat())).toBeLessThan(limit);
  });
  const shares = responsibilitiesOf(mixture, samples.slice(0, 5));
  expected.responsibilities.forEach((row, i) => {
    expect(
      largestGap(
        order.map((k) => shares[i]![k]!),
        row,
      ),
    ).toBeLessThan(limit);
  });
}

describe('the Gaussian mixture', () => {
  it('has ten data sets to be compared on', () => {
    expect(REFERENCE.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...COVARIANCES]));
    expect(REFERENCE).toHaveLength(10);
  });

  for (const { name, kind, samples, start, afterTen, best } of REFERENCE) {
    it(`equals scikit-learn after ten steps from one start: ${name}, ${kind}`, () => {
      const rows = rowsOf(samples);
      const options = { components: start.length, covariance: kind, from: start, tolerance: 0 };
      compare(fitGaussianMixture(rows, { ...options, maxIterations: 10 }), afterTen, rows);
    });

    it(`comes to the same best as scikit-learn's 50 starts: ${name}, ${kind}`, () => {
      const rows = rowsOf(samples);
      const options = { components: start.length, covariance: kind, tolerance: 1e-14, maxIterations: 20_000 };
      const mixture = fitGaussianMixture(rows, options);
      expect(mixture.converged).toBe(true);
      compare(mixture, best, rows);
    });
  }

  it('gives the same mixture for the same seed', () => {
    const rows = rowsOf(REFERENCE[4]!.samples);
    const options = { components: 4, covariance: 'full', seed: 3, starts: 3 } as const;
    expect(fitGaussianMixture(rows, options)).toEqual(fitGaussianMixture(rows, options));
  });

  const finite = (mixture: GaussianMixture): void => {
    const numbers = [
      mixture.logLikelihood,
      mixture.bic,
      ...mixture.components.flatMap(({ weight, mean, covariance }) => [
        weight,
        ...mean,
        ...covariance.flat(),
      ]),
    ];
    expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
  };

  for (const covariance of COVARIANCES) {
    it(`stays finite on poor data and says what is poor about it: ${covariance}`, () => {
      const point = Float64Array.of(1, 2, 3);
      const same = fitGaussianMixture(Array(17).fill(point), { components: 5, covariance });
      finite(same);
      expect(same.components).toHaveLength(1);
      expect(same.notes[0]).toBe('only 1 different samples: 1 components in the place of 5');
      expect(same.notes.slice(1)).toEqual(
        [1, 2, 3].map((column) => `column ${column} is constant and tells nothing apart`),
      );

      const random = seededRandom(5);
      const three = Array.from({ length: 3 }, () => Float64Array.of(random(), random(), 1));
      const few = fitGaussianMixture(three, { components: 8, covariance });
      finite(few);
      expect(few.components).toHaveLength(3);

      const seventeen = Array.from({ length: 17 }, () => Float64Array.of(random(), random(), random()));
      finite(fitGaussianMixture(seventeen, { components: 6, covariance }));
      finite(fitGaussianMixture([...seventeen, ...seventeen], { components: 17, covariance }));
      const far = fitGaussianMixture([...seventeen, Float64Array.of(1e9, -1e9, 1e9)], {
        components: 3,
        covariance,
      });
      finite(far);
      for (const row of responsibilitiesOf(far, seventeen))
        expect(row.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    });
  }

  it('refuses what is no table of numbers', () => {
    const options = { components: 2, covariance: 'full' } as const;
    expect(() => fitGaussianMixture([], options)).toThrow('there are none');
    expect(() =>
      fitGaussianMixture(
        [[1, 2], [1]].map((row) => Float64Array.from(row)),
        options,
      ),
    ).toThrow('sample 2 has 1 columns, the first has 2');
    expect(() => fitGaussianMixture([Float64Array.of(1, NaN)], options)).toThrow(
      'sample 1, column 2: NaN is no number',
    );
    expect(() => fitGaussianMixture([Float64Array.of(1)], { ...options, components: 0 })).toThrow(
      'expected one component or more, got 0',
    );
  });
});

describe('the choice of a mixture', () => {
  it('finds how many clouds there are', () => {
    for (const [index, components] of [
      [0, 2],
      [1, 3],
      [4, 4],
      [9, 3],
    ] as const) {
      const { mixture, tried } = chooseGaussianMixture(rowsOf(REFERENCE[index]!.samples), { starts: 5 });
      expect(mixture.components).toHaveLength(components);
      const sound = tried.filter(({ spurious }) => !spurious);
      expect(Math.min(...sound.map(({ bic }) => bic))).toBe(mixture.bic);
    }
  });

  it('allows few samples few components, and at least one', () => {
    expect(COVARIANCES.map((kind) => mostComponents(17, 3, kind))).toEqual([1, 3, 2, 3]);
    expect(COVARIANCES.map((kind) => mostComponents(17, 2, kind))).toEqual([3, 5, 3, 4]);
    expect(COVARIANCES.map((kind) => mostComponents(1, 4, kind))).toEqual([1, 1, 1, 1]);
    const random = seededRandom(1);
    const noise = Array.from({ length: 17 }, () => Float64Array.of(random(), random(), random()));
    const { tried } = chooseGaussianMixture(noise);
    expect(Math.max(...tried.map(({ components }) => components))).toBeLessThanOrEqual(3);
  });
});
