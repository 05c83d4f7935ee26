import type { FeatureVector } from '../../../foundation/learning/index.ts';
import { fitGaussianMixture, type MixtureOptions } from './fit.ts';
import { COVARIANCES, type Covariance, type GaussianMixture, parametersOf } from './mixture.ts';

interface ChoiceOptions extends Omit<MixtureOptions, 'components' | 'covariance' | 'from'> {
  /** Kinds to try; all four by default. */
  readonly covariances?: readonly Covariance[];
  /** Default 8; the number of samples may allow fewer. */
  readonly maxComponents?: number;
  readonly by?: 'bic' | 'aic';
}

interface Candidate {
  readonly kind: Covariance;
  readonly components: number;
  readonly bic: number;
  readonly aic: number;
  /** A component with one or two samples has a meaningless likelihood and is not chosen. */
  readonly spurious: boolean;
}

interface MixtureChoice {
  readonly mixture: GaussianMixture;
  readonly tried: readonly Candidate[];
}

/** Returns the most components for so many samples, at least 1: free parameters must not outnumber samples, else BIC falls for ever. */
export function mostComponents(samples: number, width: number, kind: Covariance): number {
  let count = 1;
  while (parametersOf(kind, count + 1, width) <= samples) count++;
  return count;
}

/**
 * Tries kinds and numbers of components, and takes the one with the lowest BIC (or AIC); of equals the simpler.
 * Mixtures with a component of fewer samples than columns + 1 do not count: one that closes in on a single sample
 * is as likely as the regularisation lets it be.
 * @throws {GaussianMixtureError} as {@link fitGaussianMixture}
 */
export function chooseGaussianMixture(
  samples: readonly FeatureVector[],
  options: ChoiceOptions = {},
): MixtureChoice {
  const { covariances = COVARIANCES, maxComponents = 8, by = 'bic', ...fitting } = options;
  const width = samples[0]?.length ?? 0;
  const tried: Candidate[] = [];
  let best: GaussianMixture | undefined;
  for (const covariance of covariances) {
    const most = Math.min(maxComponents, mostComponents(samples.length, width, covariance));
    for (let components = 1; components <= most; components++) {
      const mixture = fitGaussianMixture(samples, { ...fitting, components, covariance });
      // Fewer different samples than components: the same mixture again.
      if (mixture.components.length < components) break;
      const { bic, aic } = mixture;
      const spurious = components > 1 && leastMass(mixture, samples.length) < width + 1;
      tried.push({ kind: covariance, components, bic, aic, spurious });
      if (!spurious && (best === undefined || better(mixture, best, by))) best = mixture;
    }
  }
  if (best === undefined) throw new RangeError('expected a kind of covariance to try, got none');
  return { mixture: best, tried };
}

const leastMass = ({ components }: GaussianMixture, samples: number): number =>
  samples * Math.min(...components.map(({ weight }) => weight));

function better(one: GaussianMixture, other: GaussianMixture, by: 'bic' | 'aic'): boolean {
  const gain = other[by] - one[by];
  return gain > 1e-9 || (Math.abs(gain) <= 1e-9 && one.parameters < other.parameters);
}
