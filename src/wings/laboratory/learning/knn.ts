import type { FeatureVector } from '../../../foundation/learning/index.ts';

interface KnnModel {
  readonly k: number;
  readonly samples: readonly FeatureVector[];
  readonly labels: readonly string[];
}

/** k nearest neighbours by Euclidean distance (paper 004). @throws when k is not between 1 and the number of samples */
export function trainKnn(samples: readonly FeatureVector[], labels: readonly string[], k: number): KnnModel {
  if (samples.length !== labels.length)
    throw new Error(`${labels.length} labels for ${samples.length} samples`);
  if (!Number.isInteger(k) || k < 1 || k > samples.length) {
    throw new Error(`k must be between 1 and the number of samples (${samples.length}), not ${k}`);
  }
  return { k, samples, labels };
}

/** Votes of the k nearest; equal distances go to the earlier sample, so the answer does not hang on memory order. */
function votesOf(model: KnnModel, sample: FeatureVector): Map<string, number> {
  const near: { distance: number; i: number }[] = [];
  for (let i = 0; i < model.samples.length; i++) {
    const bound = near.length < model.k ? Infinity : (near[near.length - 1]?.distance ?? Infinity);
    const distance = squaredDistance(model.samples[i] as FeatureVector, sample, bound);
    if (distance >= bound) continue;
    let at = near.length;
    while (at > 0 && (near[at - 1]?.distance ?? 0) > distance) at--;
    near.splice(at, 0, { distance, i });
    if (near.length > model.k) near.pop();
  }
  const votes = new Map<string, number>();
  for (const { i } of near)
    votes.set(model.labels[i] as string, (votes.get(model.labels[i] as string) ?? 0) + 1);
  return votes;
}

/** The class with most votes; of equals the one with the nearest neighbour, as the votes come in that order. */
export function classifyKnn(model: KnnModel, sample: FeatureVector): string {
  let best = '';
  let most = 0;
  for (const [label, count] of votesOf(model, sample)) {
    if (count > most) {
      best = label;
      most = count;
    }
  }
  return best;
}

/** Stops adding up once the sum passes `bound`. */
function squaredDistance(a: FeatureVector, b: FeatureVector, bound: number): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    sum += difference * difference;
    if (sum >= bound) return sum;
  }
  return sum;
}
