import { kilometresBetween, type Location } from '../../../foundation/domain/index.ts';
import { studentT } from '../../../foundation/learning/index.ts';
import { type KrigingEstimate, krigingOf, MIN_FOR_KRIGING, type Sample, type Variogram } from './kriging.ts';

const MIN_FOR_DISTANCES = 3;
export const CONFIDENCE_LEVEL = 0.95;
const POWER = 2;
/** Least distance of a station, in kilometres. */
const NEAREST_KM = 0.1;

type Method = 'ordinary kriging' | 'inverse distance';

/** Errors of leave-one-out cross-validation over the stations. */
interface LeaveOneOut {
  readonly stations: number;
  /** Root of the mean squared error, in the unit of the values. */
  readonly error: number;
  /** The same for the mean of the other stations of the same group (city). */
  readonly errorOfMean: number;
  /**
   * 1 − (error / e)², e the lower error of the mean of the city and the mean of all: 0 where a plain mean does as well,
   * 1 for no error.
   */
  readonly skill: number;
  /** Share of left-out values within the stated interval. */
  readonly covered: number;
}

export interface Interpolation {
  readonly method: Method;
  readonly leaveOneOut: LeaveOneOut;
  readonly variogram: Variogram | null;
  /** Estimates a value and its limits at `CONFIDENCE_LEVEL`. Never below 0. */
  estimate(at: Location): { readonly value: number; readonly low: number; readonly high: number };
}

export interface GroupedSample extends Sample {
  /** City, for the mean that the error is compared with. */
  readonly group: string;
}

/**
 * Interpolates between stations: ordinary kriging from eight on, inverse squared distances from three on, else null.
 *
 * Intervals come from leave-one-out errors: the standard error of kriging is scaled by their spread where that is above 1;
 * inverse distances take the error of the left-out stations. Both use Student's t for few stations.
 */
export function interpolationOf(samples: readonly GroupedSample[]): Interpolation | null {
  if (samples.length < MIN_FOR_DISTANCES) return null;
  const kriged = samples.length >= MIN_FOR_KRIGING ? krigingOf(samples) : undefined;
  const without = (left: GroupedSample, rest: readonly GroupedSample[]): KrigingEstimate =>
    kriged
      ? krigingOf(rest, kriged.variogram).estimate(left.at)
      : { value: inverseDistance(rest, left.at), standardError: 1 };
  const left = samples.map((sample, i) => {
    const rest = samples.filter((_, j) => j !== i);
    const estimate = without(sample, rest);
    return { sample, estimate, mean: meanOfGroup(rest, sample.group), error: estimate.value - sample.value };
  });
  const spread = Math.sqrt(
    left.reduce((sum, { error, estimate }) => sum + (error / (estimate.standardError || 1)) ** 2, 0) /
      left.length,
  );
  const scale = (kriged ? Math.max(1, spread) : spread) * studentT(samples.length - 1);
  const within = ({ error, estimate }: (typeof left)[number]) =>
    Math.abs(error) <= scale * estimate.standardError;
  const error = rootMeanSquare(left.map((one) => one.error));
  const errorOfMean = rootMeanSquare(left.map(({ mean, sample }) => mean - sample.value));
  const { length } = samples;
  const total = samples.reduce((sum, { value }) => sum + value, 0);
  const errorOfAll = rootMeanSquare(samples.map(({ value }) => (total - length * value) / (length - 1)));
  return {
    method: kriged ? 'ordinary kriging' : 'inverse distance',
    variogram: kriged?.variogram ?? null,
    leaveOneOut: {
      stations: samples.length,
      error,
      errorOfMean,
      skill: skillOf(error, Math.min(errorOfMean, errorOfAll)),
      covered: left.filter(within).length / left.length,
    },
    estimate(at) {
      const { value, standardError } = kriged?.estimate(at) ?? {
        value: inverseDistance(samples, at),
        standardError: 1,
      };
      const half = scale * standardError;
      return { value: Math.max(0, value), low: Math.max(0, value - half), high: value + half };
    },
  };
}

/** Murphy's skill score (1988). */
const skillOf = (error: number, errorOfMean: number): number =>
  errorOfMean === 0 ? 0 : 1 - (error / errorOfMean) ** 2;

function inverseDistance(samples: readonly Sample[], at: Location): number {
  let total = 0;
  let weights = 0;
  for (const sample of samples) {
    const weight = Math.max(NEAREST_KM, kilometresBetween(at, sample.at)) ** -POWER;
    total += weight * sample.value;
    weights += weight;
  }
  return total / weights;
}

function meanOfGroup(samples: readonly GroupedSample[], group: string): number {
  const members = samples.filter((sample) => sample.group === group);
  const averaged = members.length > 0 ? members : samples;
  return averaged.reduce((sum, { value }) => sum + value, 0) / averaged.length;
}

const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
