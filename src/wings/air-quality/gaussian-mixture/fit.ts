import type { FeatureVector } from '../../../foundation/learning/index.ts';
import { seededRandom } from '../../../foundation/learning/index.ts';
import { writeResponsibilities } from './density.ts';
import { maximise } from './maximise.ts';
import {
  type Component,
  type Covariance,
  type GaussianMixture,
  GaussianMixtureError,
  parametersOf,
  type SampleTable,
  sampleTableOf,
} from './mixture.ts';
import { startShares } from './start.ts';

export interface MixtureOptions {
  readonly components: number;
  readonly covariance: Covariance;
  readonly seed?: number;
  /** Starts from different draws; the likeliest end wins. Default 10. */
  readonly starts?: number;
  /** Default 200. */
  readonly maxIterations?: number;
  /** EM ends when the mean log-likelihood grows by less. Default 1e-8. */
  readonly tolerance?: number;
  /** Added to every variance, in squared units of the data, so that no component shrinks to a point. Default 1e-6. */
  readonly regularisation?: number;
  /** Begin here, once, in the place of seeded starts. */
  readonly from?: readonly Component[];
}

interface Fit {
  readonly components: readonly Component[];
  readonly logLikelihood: number;
  readonly iterations: number;
  readonly converged: boolean;
}

/**
 * A Gaussian mixture by expectation and maximisation (paper 004, eq. 27–42; Dempster, Laird and Rubin 1977).
 *
 * More components than different samples are cut down to as many, which `notes` then says.
 * @param samples rows of equal width, finite numbers
 * @throws {GaussianMixtureError} for no samples, uneven rows, values that are no numbers, fewer than one component
 */
export function fitGaussianMixture(
  samples: readonly FeatureVector[],
  options: MixtureOptions,
): GaussianMixture {
  const { components: requested, covariance: kind, seed = 1, starts = 10, from } = options;
  if (!Number.isInteger(requested) || requested < 1)
    throw new GaussianMixtureError(`expected one component or more, got ${requested}`);
  const table = sampleTableOf(samples);
  const { notes, different } = examine(table, requested);
  const count = from?.length ?? Math.min(requested, different);
  const random = seededRandom(seed);
  let best: Fit | undefined;
  for (let start = 0; start < (from === undefined ? Math.max(1, starts) : 1); start++) {
    const shares = from === undefined ? startShares(table, count, random) : undefined;
    const fit = climb(table, count, options, shares);
    if (best === undefined || fit.logLikelihood > best.logLikelihood) best = fit;
  }
  return { kind, notes, ...scored(best as Fit, table, kind) };
}

/** EM from responsibilities, or from the components that were given. */
function climb(table: SampleTable, count: number, options: MixtureOptions, first?: Float64Array): Fit {
  const { covariance, maxIterations = 200, tolerance = 1e-8, regularisation = 1e-6, from } = options;
  const shares = first ?? new Float64Array(table.rows * count);
  const step = () => maximise(table, shares, count, covariance, regularisation);
  let components = first === undefined ? (from ?? []) : step();
  let before = -Infinity;
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    const logLikelihood = writeResponsibilities(table, components, shares);
    if (Math.abs(logLikelihood - before) < tolerance)
      return { components, logLikelihood, iterations: iteration, converged: true };
    before = logLikelihood;
    components = step();
  }
  const logLikelihood = writeResponsibilities(table, components, shares);
  return { components, logLikelihood, iterations: maxIterations, converged: false };
}

function scored(fit: Fit, { rows, width }: SampleTable, kind: Covariance) {
  const parameters = parametersOf(kind, fit.components.length, width);
  const deviance = -2 * rows * fit.logLikelihood;
  return {
    ...fit,
    parameters,
    bic: deviance + parameters * Math.log(rows),
    aic: deviance + 2 * parameters,
  };
}

/** Notes what makes a mixture of these samples less than it seems. */
function examine(
  { values, rows, width }: SampleTable,
  requested: number,
): { notes: string[]; different: number } {
  const seen = new Set<string>();
  // No more than asked for need to be distinguished.
  for (let row = 0; row < rows && seen.size < requested; row++)
    seen.add(values.subarray(row * width, (row + 1) * width).join(' '));
  const notes: string[] = [];
  if (seen.size < requested)
    notes.push(`only ${seen.size} different samples: ${seen.size} components in the place of ${requested}`);
  for (let column = 0; column < width; column++) {
    let constant = true;
    for (let row = 1; row < rows && constant; row++)
      constant = values[row * width + column] === values[column];
    if (constant && rows > 1) notes.push(`column ${column + 1} is constant and tells nothing apart`);
  }
  return { notes, different: seen.size };
}

/**
 * Returns how much each component has of each sample: rows of shares that add up to 1 (q of paper 004, eq. 42).
 * @throws {GaussianMixtureError} where the samples are not as wide as the mixture
 */
export function responsibilitiesOf(
  mixture: GaussianMixture,
  samples: readonly FeatureVector[],
): Float64Array[] {
  const table = sampleTableOf(samples);
  const width = mixture.components[0]?.mean.length ?? 0;
  if (table.width !== width)
    throw new GaussianMixtureError(`samples have ${table.width} columns, the mixture ${width}`);
  const count = mixture.components.length;
  const shares = new Float64Array(table.rows * count);
  writeResponsibilities(table, mixture.components, shares);
  return samples.map((_, row) => shares.slice(row * count, (row + 1) * count));
}
