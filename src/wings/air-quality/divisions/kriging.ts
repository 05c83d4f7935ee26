import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { kilometresBetween, type Location } from '../../../foundation/domain/index.ts';

/** A value at a place. */
export interface Sample {
  readonly at: Location;
  readonly value: number;
}

/** An estimate with the standard error that its method gives. */
export interface KrigingEstimate {
  readonly value: number;
  readonly standardError: number;
}

/** Fewest samples for a variogram to mean something (issue: ordinary kriging from eight stations on). */
export const MIN_FOR_KRIGING = 8;

/** Ranges to try, in shares of the largest distance, and shares of the variance that neighbours do not have in common. */
const RANGES = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.2, 2];
const NUGGETS = [0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1];
/** Keeps two stations at one place from making the matrix singular. */
const JITTER = 1e-9;

/** Exponential covariance: sill · (1 − nugget) · exp(−distance / range), and the sill at distance 0. */
export interface Variogram {
  /** Kilometres. */
  readonly range: number;
  /** Share of the sill, 0 to 1. */
  readonly nugget: number;
  /** Variance, in squared units of the value. */
  readonly sill: number;
}

interface System {
  readonly variogram: Variogram;
  readonly cholesky: CholeskyDecomposition;
  /** C⁻¹ 1 and its sum. */
  readonly ones: readonly number[];
  readonly onesSum: number;
  readonly logLikelihood: number;
}

interface Kriging {
  readonly variogram: Variogram;
  estimate(at: Location): KrigingEstimate;
}

/**
 * Ordinary kriging (Matheron 1963; Cressie 1993, section 3.2) with an exponential covariance whose range and nugget are
 * those of the highest restricted likelihood on a grid. Distances in kilometres.
 * @throws {RangeError} for fewer than two samples
 */
export function krigingOf(samples: readonly Sample[], fixed?: Pick<Variogram, 'range' | 'nugget'>): Kriging {
  if (samples.length < 2) throw new RangeError(`kriging needs two samples or more, got ${samples.length}`);
  const distances = samples.map((a) => samples.map((b) => kilometresBetween(a.at, b.at)));
  const values = samples.map(({ value }) => value);
  const system = fixed ? solve(distances, values, fixed.range, fixed.nugget) : fit(distances, values);
  const mean = dot(system.ones, values) / system.onesSum;
  const weighted = solveFor(
    system.cholesky,
    values.map((value) => value - mean),
  );
  const { variogram } = system;
  return {
    variogram,
    estimate(at) {
      const near = samples.map(
        (sample) => (1 - variogram.nugget) * Math.exp(-kilometresBetween(at, sample.at) / variogram.range),
      );
      const share = solveFor(system.cholesky, near);
      const lack = 1 - dot(system.ones, near);
      const variance = 1 - dot(near, share) + lack ** 2 / system.onesSum;
      return {
        value: mean + dot(near, weighted),
        standardError: Math.sqrt(Math.max(0, variance) * variogram.sill),
      };
    },
  };
}

function fit(distances: readonly (readonly number[])[], values: readonly number[]): System {
  const largest = Math.max(...distances.flat()) || 1;
  let best: System | undefined;
  for (const share of RANGES)
    for (const nugget of NUGGETS) {
      const system = solve(distances, values, share * largest, nugget);
      if (best === undefined || system.logLikelihood > best.logLikelihood) best = system;
    }
  return best as System;
}

/** The system of one covariance, its sill by restricted likelihood. */
function solve(
  distances: readonly (readonly number[])[],
  values: readonly number[],
  range: number,
  nugget: number,
): System {
  const n = values.length;
  const correlations = new Matrix(
    distances.map((row, i) =>
      row.map((distance, j) => (i === j ? 1 + JITTER : (1 - nugget) * Math.exp(-distance / range))),
    ),
  );
  const cholesky = new CholeskyDecomposition(correlations);
  const ones = solveFor(
    cholesky,
    values.map(() => 1),
  );
  const onesSum = ones.reduce((sum, value) => sum + value, 0);
  const mean = dot(ones, values) / onesSum;
  const centred = values.map((value) => value - mean);
  const sill = Math.max(dot(centred, solveFor(cholesky, centred)) / (n - 1), Number.MIN_VALUE);
  const lower = cholesky.lowerTriangularMatrix;
  let logDeterminant = 0;
  for (let i = 0; i < n; i++) logDeterminant += 2 * Math.log(lower.get(i, i));
  const logLikelihood = -((n - 1) * Math.log(sill) + logDeterminant + Math.log(onesSum)) / 2;
  return { variogram: { range, nugget, sill }, cholesky, ones, onesSum, logLikelihood };
}

const solveFor = (cholesky: CholeskyDecomposition, side: readonly number[]): number[] =>
  cholesky.solve(Matrix.columnVector([...side])).to1DArray();

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
