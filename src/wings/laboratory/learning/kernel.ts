import type { FeatureVector, Kernel } from '../../../foundation/learning/index.ts';

export function dot(a: FeatureVector, b: FeatureVector): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** Kernel value from the three inner products it depends on. */
export function kernelValue(kernel: Kernel, ab: number, aa: number, bb: number): number {
  switch (kernel.kind) {
    case 'linear':
      return ab;
    case 'polynomial':
      return (kernel.gamma * ab + kernel.offset) ** kernel.degree;
    case 'rbf':
      return Math.exp(-kernel.gamma * Math.max(0, aa + bb - 2 * ab));
  }
}

/** Inner products of all samples, computed once and shared by many trainings. */
export interface GramMatrix {
  readonly size: number;
  readonly products: Float64Array;
}

export function gramOf(samples: readonly FeatureVector[]): GramMatrix {
  const size = samples.length;
  const products = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const product = dot(samples[i] as FeatureVector, samples[j] as FeatureVector);
      products[i * size + j] = product;
      products[j * size + i] = product;
    }
  }
  return { size, products };
}

/** Kernel values in place of inner products: trainings that share it use the linear kernel on it. */
export function kernelGram({ size, products }: GramMatrix, kernel: Kernel): GramMatrix {
  const values = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const at = i * size + j;
      const aa = products[i * size + i] as number;
      const bb = products[j * size + j] as number;
      values[at] = kernelValue(kernel, products[at] as number, aa, bb);
    }
  }
  return { size, products: values };
}

/** Rows of the kernel matrix of a training set. */
export interface KernelRows {
  readonly size: number;
  row(i: number): Float64Array;
  diagonal(i: number): number;
}

const MAX_CACHED_NUMBERS = 32_000_000;

/** Kernel rows of samples, computed on demand and cached within a memory limit. */
export function rowsFromSamples(samples: readonly FeatureVector[], kernel: Kernel): KernelRows {
  const squares = Float64Array.from(samples, (sample) => dot(sample, sample));
  const compute = (i: number): Float64Array => {
    const sample = samples[i] as FeatureVector;
    const square = squares[i] as number;
    return Float64Array.from(samples, (other, j) =>
      kernelValue(kernel, dot(sample, other), square, squares[j] as number),
    );
  };
  return cached(samples.length, compute, (i) => {
    const square = squares[i] as number;
    return kernelValue(kernel, square, square, square);
  });
}

/** Kernel rows of the samples at `members` from inner products worked out before. */
export function rowsFromGram(
  { size, products }: GramMatrix,
  members: readonly number[],
  kernel: Kernel,
): KernelRows {
  const at = (i: number, j: number): number => products[i * size + j] as number;
  const compute = (i: number): Float64Array => {
    const a = members[i] as number;
    const row = new Float64Array(members.length);
    for (let j = 0; j < members.length; j++) {
      const b = members[j] as number;
      row[j] = kernelValue(kernel, at(a, b), at(a, a), at(b, b));
    }
    return row;
  };
  return cached(members.length, compute, (i) => {
    const square = at(members[i] as number, members[i] as number);
    return kernelValue(kernel, square, square, square);
  });
}

function cached(
  size: number,
  compute: (i: number) => Float64Array,
  diagonal: (i: number) => number,
): KernelRows {
  const rows = new Map<number, Float64Array>();
  const limit = Math.max(2, Math.floor(MAX_CACHED_NUMBERS / Math.max(1, size)));
  return {
    size,
    diagonal,
    row(i) {
      let row = rows.get(i);
      if (row === undefined) {
        if (rows.size >= limit) rows.clear();
        row = compute(i);
        rows.set(i, row);
      }
      return row;
    },
  };
}
