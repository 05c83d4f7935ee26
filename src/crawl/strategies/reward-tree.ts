/** Samples that a leaf needs to be split, and the depth of the tree (the paper's values where a site may give 100 pages). */
const LEAST_SAMPLES = 5;
const MOST_DEPTH = 18;
const MOST_SAMPLES = 2_000;

/** Features of a link, each between 0 and 1 in tenths; the last one is 1. */
export type Features = readonly number[];

interface Sample {
  readonly features: Features;
  readonly reward: number;
}

interface Leaf {
  readonly depth: number;
  readonly samples: Sample[];
  /** Links scored since representatives were drawn, and before that. */
  waiting: number;
  before: number;
}

interface Split {
  readonly feature: number;
  readonly value: number;
  readonly left: RewardTree;
  readonly right: RewardTree;
}

/** A tree over features, grown from samples: a leaf is split where that reduces the variance of its rewards most (Tree-Frontier of TRES). */
export class RewardTree {
  private at: Leaf | Split;

  constructor(depth = 0, samples: Sample[] = [], before = 0) {
    this.at = { depth, samples, waiting: 0, before };
  }

  leafOf(features: Features): Leaf {
    return 'left' in this.at ? sideOf(this.at, features).leafOf(features) : this.at;
  }

  *leaves(): Generator<Leaf> {
    if (!('left' in this.at)) return yield this.at;
    yield* this.at.left.leaves();
    yield* this.at.right.leaves();
  }

  /** Adds a sample to its leaf, which is split where it can be. */
  add(sample: Sample): void {
    const { at } = this;
    if ('left' in at) {
      sideOf(at, sample.features).add(sample);
      return;
    }
    if (at.samples.length >= MOST_SAMPLES) at.samples.shift();
    at.samples.push(sample);
    if (at.samples.length >= LEAST_SAMPLES && at.depth < MOST_DEPTH) this.at = splitOf(at) ?? at;
  }
}

const sideOf = ({ feature, value, left, right }: Split, features: Features): RewardTree =>
  (features[feature] ?? 0) <= value ? left : right;

/** Returns the split of a leaf that reduces the variance of its rewards most; undefined where none does. */
function splitOf({ depth, samples, waiting, before }: Leaf): Split | undefined {
  let best: Split | undefined;
  let least = squaresOf(samples) - 1e-9;
  for (const feature of samples[0]?.features.keys() ?? []) {
    for (const value of new Set(samples.map(({ features }) => features[feature] ?? 0))) {
      const low = samples.filter(({ features }) => (features[feature] ?? 0) <= value);
      const high = samples.filter(({ features }) => (features[feature] ?? 0) > value);
      const squares = squaresOf(low) + squaresOf(high);
      if (squares >= least) continue;
      least = squares;
      const half = Math.max(waiting, before) / 2;
      const [left, right] = [new RewardTree(depth + 1, low, half), new RewardTree(depth + 1, high, half)];
      best = { feature, value, left, right };
    }
  }
  return best;
}

/** Returns the variance of the rewards times their number. */
function squaresOf(samples: readonly Sample[]): number {
  const mean = samples.reduce((sum, { reward }) => sum + reward, 0) / Math.max(1, samples.length);
  return samples.reduce((sum, { reward }) => sum + (reward - mean) ** 2, 0);
}
