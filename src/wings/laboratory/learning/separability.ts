import type { FeatureVector } from '../../../foundation/learning/index.ts';

/** Measures how far apart classes lie, over all features and in each (paper 004, eq. 23–26). */
interface Separability {
  /** Trace of the scatter within classes (eq. 24), a mean a sample. */
  readonly within: number;
  /** Trace of the scatter of the class means about their own mean (eq. 25 and 26). */
  readonly between: number;
  /** between / within: the larger, the further apart. */
  readonly ratio: number;
  readonly features: readonly FeatureSeparability[];
}

interface FeatureSeparability {
  readonly feature: number;
  readonly ratio: number;
  /** Bits that “not zero” gives about the class. */
  readonly information: number;
}

const ratioOf = (between: number, within: number): number =>
  within > 0 ? between / within : between > 0 ? Infinity : 0;

/** @throws where there are no samples, or other labels than samples */
export function separabilityOf(samples: readonly FeatureVector[], labels: readonly string[]): Separability {
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

const at = (vector: FeatureVector | undefined, i: number): number => vector?.[i] ?? 0;

function meanOf(members: readonly FeatureVector[], width: number): FeatureVector {
  const mean = new Float64Array(width);
  for (const member of members)
    for (let i = 0; i < width; i++) mean[i] = at(mean, i) + at(member, i) / members.length;
  return mean;
}

/** Entropy of the classes less what is left of it once the term is known to occur or not (paper 004, eq. 11), in bits. */
export function informationGain(occurs: readonly boolean[], labels: readonly string[]): number {
  const { classOf, sizes } = classesOf(labels);
  const having = sizes.map(() => 0);
  classOf.forEach((at, i) => {
    if (occurs[i] === true) having[at] = (having[at] as number) + 1;
  });
  return gainOfCounts(having, sizes);
}

/** The number of each label's class, in order of appearance, and how many members each class has. */
export function classesOf(labels: readonly string[]): {
  classOf: readonly number[];
  sizes: readonly number[];
} {
  const numbers = new Map<string, number>();
  const sizes: number[] = [];
  const classOf = labels.map((name) => {
    const at = numbers.get(name) ?? sizes.push(0) - 1;
    numbers.set(name, at);
    sizes[at] = (sizes[at] as number) + 1;
    return at;
  });
  return { classOf, sizes };
}

/** Information gain from counts alone. @param having members of each class that the term occurs in @param sizes members of each class */
export function gainOfCounts(having: readonly number[], sizes: readonly number[]): number {
  const lacking = sizes.map((size, at) => size - (having[at] ?? 0));
  const total = sum(sizes);
  const left = [having, lacking].reduce((bits, part) => bits + (sum(part) / total) * entropy(part), 0);
  return Math.max(0, entropy(sizes) - left);
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** Bits; 0 where nothing is counted. */
function entropy(counts: readonly number[]): number {
  const total = sum(counts);
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / total) * Math.log2(count / total);
  return bits;
}
