import { probability, type Sigmoid } from '../../../foundation/learning/index.ts';

/**
 * Fits the sigmoid by Newton's method with backtracking (Platt, 1999, as mended by Lin, Lin and Weng, 2007).
 * @param decisions of samples that the machine was not trained on
 * @param labels +1 or −1
 * @param weights how much each sample counts; 1 each where left out
 */
export function fitSigmoid(
  decisions: ArrayLike<number>,
  labels: ArrayLike<number>,
  weights?: ArrayLike<number>,
): Sigmoid {
  const size = decisions.length;
  const weightOf = (i: number): number => weights?.[i] ?? 1;
  let positives = 0;
  let negatives = 0;
  for (let i = 0; i < size; i++) {
    if ((labels[i] as number) > 0) positives += weightOf(i);
    else negatives += weightOf(i);
  }
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (negatives + 2);
  const samples: Samples = {
    decisions,
    targets: Float64Array.from({ length: size }, (_, i) => ((labels[i] as number) > 0 ? high : low)),
    weights: Float64Array.from({ length: size }, (_, i) => weightOf(i)),
  };
  let slope = 0;
  let offset = Math.log((negatives + 1) / (positives + 1));
  let loss = lossOf(samples, slope, offset);
  for (let iteration = 0; iteration < 100; iteration++) {
    const { g1, g2, h11, h22, h21 } = derivatives(samples, slope, offset);
    if (Math.abs(g1) < 1e-5 && Math.abs(g2) < 1e-5) break;
    const determinant = h11 * h22 - h21 * h21;
    const stepSlope = -(h22 * g1 - h21 * g2) / determinant;
    const stepOffset = -(-h21 * g1 + h11 * g2) / determinant;
    const descent = g1 * stepSlope + g2 * stepOffset;
    let length = 1;
    for (; length >= 1e-10; length /= 2) {
      const next = lossOf(samples, slope + length * stepSlope, offset + length * stepOffset);
      if (next >= loss + 1e-4 * length * descent) continue;
      slope += length * stepSlope;
      offset += length * stepOffset;
      loss = next;
      break;
    }
    if (length < 1e-10) break;
  }
  return { slope, offset };
}

interface Samples {
  readonly decisions: ArrayLike<number>;
  readonly targets: Float64Array;
  readonly weights: Float64Array;
}

function lossOf({ decisions, targets, weights }: Samples, slope: number, offset: number): number {
  let loss = 0;
  for (let i = 0; i < targets.length; i++) {
    const value = (decisions[i] as number) * slope + offset;
    const target = targets[i] as number;
    loss +=
      (weights[i] as number) *
      (value >= 0
        ? target * value + Math.log1p(Math.exp(-value))
        : (target - 1) * value + Math.log1p(Math.exp(value)));
  }
  return loss;
}

function derivatives(
  { decisions, targets, weights }: Samples,
  slope: number,
  offset: number,
): { g1: number; g2: number; h11: number; h22: number; h21: number } {
  const sums = { g1: 0, g2: 0, h11: 1e-12, h22: 1e-12, h21: 0 };
  for (let i = 0; i < targets.length; i++) {
    const decision = decisions[i] as number;
    const p = probability({ slope, offset }, decision);
    const weight = weights[i] as number;
    const spread = weight * p * (1 - p);
    const error = weight * ((targets[i] as number) - p);
    sums.h11 += decision * decision * spread;
    sums.h22 += spread;
    sums.h21 += decision * spread;
    sums.g1 += decision * error;
    sums.g2 += error;
  }
  return sums;
}
