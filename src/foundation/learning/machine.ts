/** Kernels of paper 004 (eq. 15–22: the quadratic one is `polynomial` of degree 2, gamma 1, offset 0) and the Gaussian. */
export type Kernel =
  | { readonly kind: 'linear' }
  | { readonly kind: 'polynomial'; readonly degree: number; readonly gamma: number; readonly offset: number }
  | { readonly kind: 'rbf'; readonly gamma: number };

export type FeatureVector = Float64Array;

/** Support vectors with their signed multipliers; a linear machine needs only its weights. */
export interface SvmModel {
  readonly kernel: Kernel;
  readonly vectors: readonly FeatureVector[];
  readonly coefficients: Float64Array;
  readonly bias: number;
}

/** A sparse sample: positions and values of its non-zero features. */
export interface SparseVector {
  readonly at: readonly number[];
  readonly values: readonly number[];
}

export function sparseOf(sample: FeatureVector): SparseVector {
  const at: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < sample.length; i++) {
    const value = sample[i] as number;
    if (value !== 0) {
      at.push(i);
      values.push(value);
    }
  }
  return { at, values };
}

/** Judges many sparse samples fast. */
export interface Machine {
  decision(sample: SparseVector): number;
  /** Returns decision value and share of each non-zero number: exact for a linear machine, value times slope for the others. */
  explain(sample: SparseVector): { readonly decision: number; readonly shares: readonly number[] };
}

export function machineOf(model: SvmModel): Machine {
  const squares = model.vectors.map((vector) => vector.reduce((sum, value) => sum + value * value, 0));
  const terms = (sample: SparseVector): { value: number; slope: number }[] => {
    const square = sample.values.reduce((sum, value) => sum + value * value, 0);
    return model.vectors.map((vector, i) => {
      const product = sparseDot(vector, sample);
      return termOf(
        model,
        model.coefficients[i] as number,
        product,
        (squares[i] as number) + square - 2 * product,
      );
    });
  };
  return {
    decision: (sample) => terms(sample).reduce((sum, { value }) => sum + value, model.bias),
    explain(sample) {
      const parts = terms(sample);
      const shares = sample.values.map(
        (value, j) => value * slopeAt(model, parts, sample.at[j] as number, value),
      );
      return { decision: parts.reduce((sum, part) => sum + part.value, model.bias), shares };
    },
  };
}

function sparseDot(vector: FeatureVector, { at, values }: SparseVector): number {
  let sum = 0;
  for (let j = 0; j < at.length; j++) sum += (vector[at[j] as number] as number) * (values[j] as number);
  return sum;
}

/** A support vector's part of the decision, and the factor of its part of the slope. */
function termOf(
  { kernel }: SvmModel,
  coefficient: number,
  product: number,
  distance: number,
): { value: number; slope: number } {
  switch (kernel.kind) {
    case 'linear':
      return { value: coefficient * product, slope: coefficient };
    case 'polynomial': {
      const base = kernel.gamma * product + kernel.offset;
      return {
        value: coefficient * base ** kernel.degree,
        slope: coefficient * kernel.degree * kernel.gamma * base ** (kernel.degree - 1),
      };
    }
    case 'rbf': {
      const value = coefficient * Math.exp(-kernel.gamma * Math.max(0, distance));
      return { value, slope: 2 * kernel.gamma * value };
    }
  }
}

function slopeAt(model: SvmModel, parts: readonly { slope: number }[], at: number, value: number): number {
  const origin = model.kernel.kind === 'rbf' ? value : 0;
  let slope = 0;
  for (let i = 0; i < parts.length; i++) {
    slope += (parts[i]?.slope ?? 0) * ((model.vectors[i]?.[at] ?? 0) - origin);
  }
  return slope;
}

/** Turns decision values into probabilities: P(+1) = 1 / (1 + exp(slope · decision + offset)). */
export interface Sigmoid {
  readonly slope: number;
  readonly offset: number;
}

export function probability({ slope, offset }: Sigmoid, decision: number): number {
  const exponent = slope * decision + offset;
  return exponent >= 0 ? Math.exp(-exponent) / (1 + Math.exp(-exponent)) : 1 / (1 + Math.exp(exponent));
}
