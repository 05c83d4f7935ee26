import type { FeatureVector, Kernel, SvmModel } from '../../../foundation/learning/index.ts';
import { dot, type KernelRows, kernelValue, rowsFromSamples } from './kernel.ts';

interface SvmOptions {
  readonly kernel: Kernel;
  /** C of the soft margin (paper 004, eq. 13–16): the cost of a mistake. */
  readonly cost: number;
  /** Factor on the cost of each sample, for unbalanced classes or repeated samples; 1 by default. */
  readonly weights?: ArrayLike<number>;
  /** Largest tolerated violation of the optimality conditions. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

/** A solution of the dual problem: multipliers and bias. */
interface SvmSolution {
  readonly alphas: Float64Array;
  readonly bias: number;
  readonly iterations: number;
  /** False when the iteration limit ended the search. */
  readonly converged: boolean;
}

const TAU = 1e-12;

/**
 * Trains a soft-margin support vector machine.
 * @param labels +1 or −1 for each sample
 * @throws when there are no samples of one of the classes, or lengths differ
 */
export function trainSvm(
  samples: readonly FeatureVector[],
  labels: ArrayLike<number>,
  options: SvmOptions,
): SvmModel {
  const solution = solveDual(rowsFromSamples(samples, options.kernel), labels, options);
  const support = samples.map((_, i) => i).filter((i) => (solution.alphas[i] as number) > 0);
  const vectors = support.map((i) => samples[i] as FeatureVector);
  const coefficients = Float64Array.from(
    support,
    (i) => (solution.alphas[i] as number) * (labels[i] as number),
  );
  return collapseToLinear({ kernel: options.kernel, vectors, coefficients, bias: solution.bias });
}

/** Sums a linear machine's support vectors to its weight vector. */
export function collapseToLinear(model: SvmModel): SvmModel {
  const first = model.vectors[0];
  if (model.kernel.kind !== 'linear' || first === undefined) return model;
  const weights = new Float64Array(first.length);
  model.vectors.forEach((vector, i) => {
    const coefficient = model.coefficients[i] as number;
    for (let j = 0; j < weights.length; j++)
      weights[j] = (weights[j] as number) + coefficient * (vector[j] as number);
  });
  return { ...model, vectors: [weights], coefficients: Float64Array.of(1) };
}

/** Signed distance-like value: above zero is class +1. */
export function decisionOf(model: SvmModel, sample: FeatureVector): number {
  const square = dot(sample, sample);
  let sum = model.bias;
  for (let i = 0; i < model.vectors.length; i++) {
    const vector = model.vectors[i] as FeatureVector;
    const other = model.kernel.kind === 'rbf' ? dot(vector, vector) : 0;
    sum += (model.coefficients[i] as number) * kernelValue(model.kernel, dot(vector, sample), other, square);
  }
  return sum;
}

/**
 * Sequential minimal optimisation with second-order working sets (Fan, Chen and Lin, 2005). Deterministic.
 * @throws when there are no samples of one of the classes, or lengths differ
 */
export function solveDual(
  rows: KernelRows,
  labels: ArrayLike<number>,
  options: Omit<SvmOptions, 'kernel'>,
): SvmSolution {
  checkLabels(labels, rows.size);
  return new Dual(rows, labels, options).solve();
}

function checkLabels(labels: ArrayLike<number>, size: number): void {
  if (labels.length !== size) throw new Error(`${labels.length} labels for ${size} samples`);
  let positive = 0;
  for (let i = 0; i < size; i++) {
    if (labels[i] !== 1 && labels[i] !== -1)
      throw new Error(`Label ${labels[i]} of sample ${i} is neither 1 nor -1`);
    if (labels[i] === 1) positive++;
  }
  if (positive === 0 || positive === size)
    throw new Error('A support vector machine needs samples of both classes');
}

class Dual {
  private readonly size: number;
  private readonly rows: KernelRows;
  private readonly labels: ArrayLike<number>;
  private readonly limits: Float64Array;
  private readonly alphas: Float64Array;
  private readonly gradient: Float64Array;
  private readonly tolerance: number;
  private readonly maxIterations: number;

  constructor(rows: KernelRows, labels: ArrayLike<number>, options: Omit<SvmOptions, 'kernel'>) {
    this.size = rows.size;
    this.rows = rows;
    this.labels = labels;
    this.limits = Float64Array.from(
      { length: this.size },
      (_, i) => options.cost * (options.weights?.[i] ?? 1),
    );
    this.alphas = new Float64Array(this.size);
    this.gradient = new Float64Array(this.size).fill(-1);
    this.tolerance = options.tolerance ?? 1e-3;
    this.maxIterations = options.maxIterations ?? Math.max(100_000, 100 * this.size);
  }

  solve(): SvmSolution {
    let iterations = 0;
    for (; iterations < this.maxIterations; iterations++) {
      const pair = this.workingSet();
      if (pair === undefined) return this.solution(iterations, true);
      this.step(pair[0], pair[1]);
    }
    return this.solution(iterations, false);
  }

  private y(i: number): number {
    return this.labels[i] as number;
  }

  /** Says whether the multiplier may still move so that y·α grows. */
  private canRise(i: number): boolean {
    return this.y(i) > 0
      ? (this.alphas[i] as number) < (this.limits[i] as number)
      : (this.alphas[i] as number) > 0;
  }

  private canFall(i: number): boolean {
    return this.y(i) > 0
      ? (this.alphas[i] as number) > 0
      : (this.alphas[i] as number) < (this.limits[i] as number);
  }

  private workingSet(): readonly [number, number] | undefined {
    let up = -1;
    let most = -Infinity;
    for (let t = 0; t < this.size; t++) {
      const value = -this.y(t) * (this.gradient[t] as number);
      if (value > most && this.canRise(t)) {
        most = value;
        up = t;
      }
    }
    if (up < 0) return undefined;
    const row = this.rows.row(up);
    const own = this.rows.diagonal(up);
    let low = -1;
    let least = Infinity;
    let bestGain = Infinity;
    for (let t = 0; t < this.size; t++) {
      if (!this.canFall(t)) continue;
      const value = -this.y(t) * (this.gradient[t] as number);
      if (value < least) least = value;
      const violation = most - value;
      if (violation <= 0) continue;
      const curvature = own + this.rows.diagonal(t) - 2 * (row[t] as number);
      const gain = -(violation * violation) / Math.max(curvature, TAU);
      if (gain < bestGain) {
        bestGain = gain;
        low = t;
      }
    }
    return low < 0 || most - least < this.tolerance ? undefined : [up, low];
  }

  /** Solves the two-variable problem exactly and keeps both multipliers inside their box. */
  private step(i: number, j: number): void {
    const rowI = this.rows.row(i);
    const rowJ = this.rows.row(j);
    const [yi, yj] = [this.y(i), this.y(j)];
    const [oldI, oldJ] = [this.alphas[i] as number, this.alphas[j] as number];
    const curvature = Math.max(this.rows.diagonal(i) + this.rows.diagonal(j) - 2 * (rowI[j] as number), TAU);
    const wanted = (-yi * (this.gradient[i] as number) + yj * (this.gradient[j] as number)) / curvature;
    const roomI = yi > 0 ? (this.limits[i] as number) - oldI : oldI;
    const roomJ = yj > 0 ? oldJ : (this.limits[j] as number) - oldJ;
    const move = Math.min(wanted, roomI, roomJ);
    // At the edge of the box take the edge itself: a rounding error there would never leave the working set.
    this.alphas[i] = move === roomI ? (yi > 0 ? (this.limits[i] as number) : 0) : oldI + yi * move;
    this.alphas[j] = move === roomJ ? (yj > 0 ? 0 : (this.limits[j] as number)) : oldJ - yj * move;
    const changeI = yi * ((this.alphas[i] as number) - oldI);
    const changeJ = yj * ((this.alphas[j] as number) - oldJ);
    for (let t = 0; t < this.size; t++) {
      const change = this.y(t) * (changeI * (rowI[t] as number) + changeJ * (rowJ[t] as number));
      this.gradient[t] = (this.gradient[t] as number) + change;
    }
  }

  private solution(iterations: number, converged: boolean): SvmSolution {
    return { alphas: this.alphas, bias: this.bias(), iterations, converged };
  }

  /** Mean over the free vectors, or the middle of what the bound ones allow. */
  private bias(): number {
    let free = 0;
    let sum = 0;
    let upper = Infinity;
    let lower = -Infinity;
    for (let t = 0; t < this.size; t++) {
      const value = -this.y(t) * (this.gradient[t] as number);
      const rises = this.canRise(t);
      const falls = this.canFall(t);
      if (rises && falls) {
        free++;
        sum += value;
      } else if (rises) lower = Math.max(lower, value);
      else if (falls) upper = Math.min(upper, value);
    }
    return free > 0 ? sum / free : (upper + lower) / 2;
  }
}
