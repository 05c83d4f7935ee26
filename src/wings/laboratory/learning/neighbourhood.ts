import type { FeatureVector } from '../../../foundation/learning/index.ts';

interface NeighbourhoodOptions {
  /** Pulls weights to zero; the larger, the fewer features stay. */
  readonly penalty: number;
  readonly steps: number;
}

/**
 * Weights of features by neighbourhood component analysis (Yang, Wang and Zuo, 2012; the selection of paper 004).
 *
 * Gradient ascent on the expected share of samples whose randomly drawn neighbour is of their class, distances being
 * Σ w² |a − b|, less `penalty` times Σ w². Deterministic: all weights begin at 1. The cost is steps × samples² × features.
 * @returns one weight a feature, 0 and more; those near 0 do not help
 */
export function neighbourhoodWeights(
  samples: readonly FeatureVector[],
  labels: readonly string[],
  { penalty, steps }: NeighbourhoodOptions,
): Float64Array {
  const width = samples[0]?.length ?? 0;
  let weights = new Float64Array(width).fill(1);
  let best = -Infinity;
  let rate = 1;
  let kept = objective(samples, labels, weights, penalty);
  best = kept.value;
  for (let step = 0; step < steps && rate > 1e-6; step++) {
    const next = weights.map((weight, f) => Math.max(0, weight + rate * (kept.gradient[f] as number)));
    const tried = objective(samples, labels, next, penalty);
    if (tried.value > best) {
      [weights, kept, best] = [next, tried, tried.value];
      rate *= 1.2;
    } else rate *= 0.4;
  }
  return weights;
}

function objective(
  samples: readonly FeatureVector[],
  labels: readonly string[],
  weights: Float64Array,
  penalty: number,
): { value: number; gradient: Float64Array } {
  const count = samples.length;
  const width = weights.length;
  const squares = weights.map((weight) => weight * weight);
  const gradient = new Float64Array(width);
  const chances = new Float64Array(count);
  const all = new Float64Array(width);
  const same = new Float64Array(width);
  let value = 0;
  for (let i = 0; i < count; i++) {
    const right = neighbourChances(samples, labels, squares, i, chances);
    value += right;
    all.fill(0);
    same.fill(0);
    const sample = samples[i] as FeatureVector;
    for (let j = 0; j < count; j++) {
      const chance = chances[j] as number;
      if (chance < 1e-9) continue;
      const other = samples[j] as FeatureVector;
      const alike = labels[i] === labels[j];
      for (let f = 0; f < width; f++) {
        const part = chance * Math.abs((sample[f] as number) - (other[f] as number));
        all[f] = (all[f] as number) + part;
        if (alike) same[f] = (same[f] as number) + part;
      }
    }
    for (let f = 0; f < width; f++)
      gradient[f] = (gradient[f] as number) + (right * (all[f] as number) - (same[f] as number));
  }
  for (let f = 0; f < width; f++)
    gradient[f] = 2 * (weights[f] as number) * ((gradient[f] as number) / count - penalty);
  return { value: value / count - penalty * squares.reduce((sum, square) => sum + square, 0), gradient };
}

/** Fills in with which chance each sample is drawn as the neighbour of sample i; returns that of its own class. */
function neighbourChances(
  samples: readonly FeatureVector[],
  labels: readonly string[],
  squares: Float64Array,
  i: number,
  chances: Float64Array,
): number {
  const sample = samples[i] as FeatureVector;
  let nearest = Infinity;
  for (let j = 0; j < samples.length; j++) {
    let distance = 0;
    const other = samples[j] as FeatureVector;
    for (let f = 0; f < squares.length; f++)
      distance += (squares[f] as number) * Math.abs((sample[f] as number) - (other[f] as number));
    chances[j] = distance;
    if (j !== i && distance < nearest) nearest = distance;
  }
  let sum = 0;
  for (let j = 0; j < samples.length; j++) {
    // Relative to the nearest, so that nothing underflows when all are far.
    chances[j] = j === i ? 0 : Math.exp(nearest - (chances[j] as number));
    sum += chances[j] as number;
  }
  let right = 0;
  for (let j = 0; j < samples.length; j++) {
    chances[j] = sum > 0 ? (chances[j] as number) / sum : 0;
    if (labels[j] === labels[i]) right += chances[j] as number;
  }
  return right;
}
