import type { Vector } from './kernel.ts';

/** How far apart classes lie, over all features and in each (paper 004, eq. 23–26). */
export interface Separability {
  /** Trace of the scatter within classes (eq. 24), a mean a sample. */
  readonly within: number;
  /** Trace of the scatter of the class means about their own mean (eq. 25 and 26). */
  readonly between: number;
  /** between / within: the larger, the further apart. */
  readonly ratio: number;
  /** The largest distance of two samples: the paper's training distance. */
  readonly trainingDistance: number;
  readonly features: readonly FeatureSeparability[];
}

export interface FeatureSeparability {
  readonly feature: number;
  readonly ratio: number;
  /** Bits that “not zero” tells about the class. */
  readonly information: number;
}

const ratioOf = (between: number, within: number): number =>
  within > 0 ? between / within : between > 0 ? Infinity : 0;

/** @throws where there are no samples, or other labels than samples */
export function separabilityOf(samples: readonly Vector[], labels: readonly string[]): Separability {
  if (samples.length === 0 || samples.length !== labels.length)
    throw new Error(`${labels.length} labels for ${samples.length} samples`);
  const width = samples[0]?.length ?? 0;
  const classes = [...new Set(labels)].map((name) => samples.filter((_, i) => labels[i] === name));
  const means = classes.map((members) => meanOf(members, width));
  // The mean of the class means, each class counting once, as in eq. 26.
  const centre = meanOf(means, width);
  const features = Array.from({ length: width }, (_, feature) => {
    let within = 0;
    classes.forEach((members, c) => {
      for (const sample of members) within += (at(sample, feature) - at(means[c], feature)) ** 2;
    });
    const between = means.reduce((sum, mean) => sum + (at(mean, feature) - at(centre, feature)) ** 2, 0);
    return { within: within / samples.length, between };
  });
  const within = features.reduce((sum, feature) => sum + feature.within, 0);
  const between = features.reduce((sum, feature) => sum + feature.between, 0);
  return {
    within,
    between,
    ratio: ratioOf(between, within),
    trainingDistance: largestDistance(samples),
    features: features.map((feature, i) => ({
      feature: i,
      ratio: ratioOf(feature.between, feature.within),
      information: informationGain(
        samples.map((sample) => at(sample, i) !== 0),
        labels,
      ),
    })),
  };
}

const at = (vector: Vector | undefined, i: number): number => vector?.[i] ?? 0;

function meanOf(members: readonly Vector[], width: number): Vector {
  const mean = new Float64Array(width);
  for (const member of members)
    for (let i = 0; i < width; i++) mean[i] = at(mean, i) + at(member, i) / members.length;
  return mean;
}

function largestDistance(samples: readonly Vector[]): number {
  let largest = 0;
  for (let i = 0; i < samples.length; i++) {
    const a = samples[i] as Vector;
    for (let j = 0; j < i; j++) {
      const b = samples[j] as Vector;
      let sum = 0;
      for (let k = 0; k < a.length; k++) sum += (at(a, k) - at(b, k)) ** 2;
      if (sum > largest) largest = sum;
    }
  }
  return Math.sqrt(largest);
}

/** Entropy of the classes less what is left of it once the term is known to occur or not (paper 004, eq. 11), in bits. */
export function informationGain(occurs: readonly boolean[], labels: readonly string[]): number {
  const entropy = (members: readonly string[]): number => {
    const counts = new Map<string, number>();
    for (const name of members) counts.set(name, (counts.get(name) ?? 0) + 1);
    let sum = 0;
    for (const count of counts.values()) sum -= (count / members.length) * Math.log2(count / members.length);
    return sum;
  };
  const [yes, no] = [true, false].map((wanted) => labels.filter((_, i) => occurs[i] === wanted));
  const left = [yes ?? [], no ?? []].reduce(
    (sum, part) => sum + (part.length === 0 ? 0 : (part.length / labels.length) * entropy(part)),
    0,
  );
  return Math.max(0, entropy(labels) - left);
}
