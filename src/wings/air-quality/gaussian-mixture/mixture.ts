import type { FeatureVector } from '../../../foundation/learning/index.ts';

/**
 * Says how free the covariance of a component is: one matrix each, one for all, variances each, one variance each. The fewer
 * samples, the less free it should be.
 */
export const COVARIANCES = ['full', 'tied', 'diagonal', 'spherical'] as const;
export type Covariance = (typeof COVARIANCES)[number];

export interface Component {
  /** Share of the samples, 0 to 1 (θ of paper 004, eq. 38). */
  readonly weight: number;
  readonly mean: readonly number[];
  /** d × d, whatever the kind; a tied mixture repeats it. */
  readonly covariance: readonly (readonly number[])[];
}

export interface GaussianMixture {
  readonly kind: Covariance;
  readonly components: readonly Component[];
  /** Mean over the samples, natural logarithm. */
  readonly logLikelihood: number;
  readonly parameters: number;
  readonly bic: number;
  readonly aic: number;
  readonly iterations: number;
  readonly converged: boolean;
  /** Warns about the data, such as "column 2 is constant"; mostly empty. */
  readonly notes: readonly string[];
}

/** Samples side by side in one array, a row each. */
export interface SampleTable {
  readonly values: Float64Array;
  readonly rows: number;
  readonly width: number;
}

export class GaussianMixtureError extends Error {
  override readonly name = 'GaussianMixtureError';
}

/** @throws {GaussianMixtureError} where there are no samples, widths differ, or a value is no number */
export function sampleTableOf(samples: readonly FeatureVector[]): SampleTable {
  const width = samples[0]?.length ?? 0;
  if (samples.length === 0 || width === 0)
    throw new GaussianMixtureError('a mixture needs samples of at least one column; there are none');
  const values = new Float64Array(samples.length * width);
  samples.forEach((sample, row) => {
    if (sample.length !== width)
      throw new GaussianMixtureError(
        `sample ${row + 1} has ${sample.length} columns, the first has ${width}`,
      );
    for (let column = 0; column < width; column++) {
      const value = sample[column] as number;
      if (!Number.isFinite(value))
        throw new GaussianMixtureError(`sample ${row + 1}, column ${column + 1}: ${value} is no number`);
      values[row * width + column] = value;
    }
  });
  return { values, rows: samples.length, width };
}

/** Free parameters of a mixture: means, covariances, and weights that add up to 1. */
export function parametersOf(kind: Covariance, components: number, width: number): number {
  const covariance = {
    full: (components * width * (width + 1)) / 2,
    tied: (width * (width + 1)) / 2,
    diagonal: components * width,
    spherical: components,
  }[kind];
  return components * width + covariance + components - 1;
}
