import { CholeskyDecomposition, inverse, Matrix } from 'ml-matrix';
import type { Component, SampleTable } from './mixture.ts';

const LOG_2_PI = Math.log(2 * Math.PI);

interface Prepared {
  readonly mean: Float64Array;
  /** Rows of L⁻¹ one after the other, where L Lᵀ is the covariance. */
  readonly whitening: Float64Array;
  /** log weight − (d log 2π + log |Σ|) / 2 */
  readonly offset: number;
}

function prepare({ weight, mean, covariance }: Component): Prepared {
  const width = mean.length;
  const cholesky = new CholeskyDecomposition(new Matrix(covariance.map((row) => [...row])));
  const lower = cholesky.lowerTriangularMatrix;
  const whitening = Float64Array.from(inverse(lower).to1DArray());
  let halfLogDeterminant = 0;
  for (let i = 0; i < width; i++) halfLogDeterminant += Math.log(lower.get(i, i));
  return {
    mean: Float64Array.from(mean),
    whitening,
    offset: Math.log(weight) - halfLogDeterminant - (width * LOG_2_PI) / 2,
  };
}

/**
 * Expectation step (paper 004, eq. 40–41): writes the responsibilities, a row of one number a component for each sample,
 * in log space so that far samples do not vanish.
 * @returns mean log-likelihood of a sample
 */
export function writeResponsibilities(
  table: SampleTable,
  components: readonly Component[],
  into: Float64Array,
): number {
  const { rows } = table;
  const count = components.length;
  components.forEach((component, k) => {
    writeLogDensity(table, prepare(component), into, k, count);
  });
  let total = 0;
  for (let row = 0; row < rows; row++) total += normalise(into, row * count, count);
  return total / rows;
}

/** log(weight · density) of every sample under one component. */
function writeLogDensity(
  { values, rows, width }: SampleTable,
  { mean, whitening, offset }: Prepared,
  into: Float64Array,
  column: number,
  columns: number,
): void {
  const centred = new Float64Array(width);
  for (let row = 0; row < rows; row++) {
    const start = row * width;
    let distance = 0;
    for (let i = 0; i < width; i++) {
      centred[i] = (values[start + i] as number) - (mean[i] as number);
      let sum = 0;
      const base = i * width;
      for (let j = 0; j <= i; j++) sum += (whitening[base + j] as number) * (centred[j] as number);
      distance += sum * sum;
    }
    into[row * columns + column] = offset - distance / 2;
  }
}

/** Turns log joint densities into shares of 1. @returns the logarithm of their sum */
function normalise(into: Float64Array, start: number, count: number): number {
  let largest = -Infinity;
  for (let k = start; k < start + count; k++) largest = Math.max(largest, into[k] as number);
  let sum = 0;
  for (let k = start; k < start + count; k++) {
    const share = Math.exp((into[k] as number) - largest);
    into[k] = share;
    sum += share;
  }
  for (let k = start; k < start + count; k++) into[k] = (into[k] as number) / sum;
  return largest + Math.log(sum);
}
