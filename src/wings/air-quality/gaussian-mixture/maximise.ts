import type { Component, Covariance, SampleTable } from './mixture.ts';

/** Keeps a component that has lost all its samples from dividing by zero (scikit-learn's own figure). */
const TINY = 10 * Number.EPSILON;

/**
 * Maximisation (paper 004, eq. 42): the components that make the samples most likely, given the responsibilities.
 * @param shares responsibilities, a row for each sample
 * @param regularisation added to the diagonal of each covariance, in squared units of the data
 */
export function maximise(
  table: SampleTable,
  shares: Float64Array,
  count: number,
  kind: Covariance,
  regularisation: number,
): Component[] {
  const masses = massesOf(shares, table.rows, count);
  const means = meansOf(table, shares, masses);
  const scatters = kind === 'full' || kind === 'tied' ? scattersOf : variancesOf;
  const covariances = constrained(scatters(table, shares, means), masses, kind, table.width, regularisation);
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return Array.from({ length: count }, (_, k) => ({
    weight: (masses[k] as number) / total,
    mean: [...(means[k] as Float64Array)],
    covariance: covariances[k] as number[][],
  }));
}

function massesOf(shares: Float64Array, rows: number, count: number): Float64Array {
  const masses = new Float64Array(count).fill(TINY);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < count; k++) masses[k] = (masses[k] as number) + (shares[row * count + k] as number);
  return masses;
}

function meansOf(
  { values, rows, width }: SampleTable,
  shares: Float64Array,
  masses: Float64Array,
): Float64Array[] {
  const count = masses.length;
  return Array.from({ length: count }, (_, k) => {
    const mean = new Float64Array(width);
    for (let row = 0; row < rows; row++) {
      const share = shares[row * count + k] as number;
      for (let i = 0; i < width; i++)
        mean[i] = (mean[i] as number) + share * (values[row * width + i] as number);
    }
    return mean.map((sum) => sum / (masses[k] as number));
  });
}

/** Sums of share · (x − µ)(x − µ)ᵀ, lower triangle, one for each component. */
function scattersOf(
  table: SampleTable,
  shares: Float64Array,
  means: readonly Float64Array[],
): Float64Array[] {
  const { values, rows, width } = table;
  const centred = new Float64Array(width);
  return means.map((mean, k) => {
    const sums = new Float64Array(width * width);
    for (let row = 0; row < rows; row++) {
      const share = shares[row * means.length + k] as number;
      if (share === 0) continue;
      for (let i = 0; i < width; i++) {
        const difference = (values[row * width + i] as number) - (mean[i] as number);
        centred[i] = difference;
        const scaled = share * difference;
        const base = i * width;
        for (let j = 0; j <= i; j++)
          sums[base + j] = (sums[base + j] as number) + scaled * (centred[j] as number);
      }
    }
    return sums;
  });
}

/** Computes the diagonals alone. */
function variancesOf(
  table: SampleTable,
  shares: Float64Array,
  means: readonly Float64Array[],
): Float64Array[] {
  const { values, rows, width } = table;
  return means.map((mean, k) => {
    const sums = new Float64Array(width * width);
    for (let row = 0; row < rows; row++) {
      const share = shares[row * means.length + k] as number;
      for (let i = 0; i < width; i++) {
        const difference = (values[row * width + i] as number) - (mean[i] as number);
        sums[i * width + i] = (sums[i * width + i] as number) + share * difference * difference;
      }
    }
    return sums;
  });
}

function constrained(
  scatters: readonly Float64Array[],
  masses: Float64Array,
  kind: Covariance,
  width: number,
  regularisation: number,
): number[][][] {
  if (kind === 'tied') {
    const total = masses.reduce((sum, mass) => sum + mass, 0);
    const together = new Float64Array(width * width);
    for (const scatter of scatters)
      scatter.forEach((value, at) => {
        together[at] = (together[at] as number) + value;
      });
    return scatters.map(() => matrixOf(together, total, width, regularisation));
  }
  return scatters.map((scatter, k) => {
    const matrix = matrixOf(scatter, masses[k] as number, width, regularisation);
    return kind === 'spherical' ? levelled(matrix) : matrix;
  });
}

/** Full symmetric matrix from the lower triangle of sums. */
function matrixOf(sums: Float64Array, mass: number, width: number, regularisation: number): number[][] {
  return Array.from({ length: width }, (_, i) =>
    Array.from({ length: width }, (_, j) => {
      const value = (sums[Math.max(i, j) * width + Math.min(i, j)] as number) / mass;
      return i === j ? value + regularisation : value;
    }),
  );
}

/** One variance for all columns: the mean of theirs. */
function levelled(matrix: readonly (readonly number[])[]): number[][] {
  const mean = matrix.reduce((sum, row, i) => sum + (row[i] as number), 0) / matrix.length;
  return matrix.map((row, i) => row.map((_, j) => (i === j ? mean : 0)));
}
