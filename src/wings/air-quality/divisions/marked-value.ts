import type { Location } from '../../../foundation/domain/index.ts';
import { studentT } from '../../../foundation/learning/index.ts';
import { digitsOf, type MassUnit, POLLUTANTS, type Pollutant } from '../units/pollutants.ts';
import { CONFIDENCE_LEVEL, type Interpolation } from './interpolate.ts';
import { MIN_FOR_KRIGING } from './kriging.ts';
import { daysIn, type MonthGap, monthGaps, type Period } from './month-gaps.ts';
import type { DayValue, StationSeries } from './stations.ts';

/** Says how a value is known: by a station in the place, from stations around it, or not at all. */
type Mark = 'measured' | 'estimated' | 'none';

/** Holds what the limits of a value come from. */
type Basis = 'rounding' | 'days' | 'stations' | 'left-out-stations' | 'divisions';

interface Uncertainty {
  readonly low: number;
  /** Infinity where the published index stops at 500. */
  readonly high: number;
  /** Chance that the limits hold the value; null where they are no more than the rounding of what was published. */
  readonly level: number | null;
  readonly basis: readonly Basis[];
}

/** A value of a division or a city with its mark. */
export interface MarkedValue {
  readonly pollutant: Pollutant;
  /** Mean of the days of the period that had figures; null where the mark is `none`, and for an estimate without skill. */
  readonly value: number | null;
  readonly unit: MassUnit;
  readonly mark: Mark;
  /** False for an estimate that misses left-out stations by no less than the mean of their city does. */
  readonly skilled: boolean;
  /** True where a synthetic station of a practice web contributed. */
  readonly synthetic: boolean;
  /** Null where there is no value, and where a season has no day: a mean without it cannot bound that of the period. */
  readonly uncertainty: Uncertainty | null;
  /** Standard error of the mean over the days of the period, from how much days differ; null for fewer than two days, and where a season has none. */
  readonly dayError: number | null;
  /** Seasons of the period that had no day, the longest first. */
  readonly gaps: readonly MonthGap[];
  /** Stations it was read from, or the method it was estimated by. */
  readonly source: string;
  readonly stations: number;
  /** Days of the period that had a value. */
  readonly days: number;
  /** Counts the divisions of a city that its value is the mean of. */
  readonly divisions?: { readonly known: number; readonly of: number };
}

/** A station with its mean over the period. */
export interface StationValue extends Omit<StationSeries, 'days'> {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly days: number;
  readonly within: readonly DayValue[];
}

/** Keeps noise out: by it alone the skill of 9 stations exceeds this in one draw of ten, that of 36 in none of sixty. */
const LEAST_SKILL = 0.2;

/** Fewer left-out stations than kriging takes cannot tell skill from chance. */
const isSkilled = ({ leaveOneOut: { skill, stations } }: Interpolation): boolean =>
  skill >= LEAST_SKILL && stations >= MIN_FOR_KRIGING;

export const noValue = (pollutant: Pollutant): MarkedValue => ({
  pollutant,
  value: null,
  unit: POLLUTANTS[pollutant].unit,
  mark: 'none',
  skilled: true,
  synthetic: false,
  uncertainty: null,
  dayError: null,
  gaps: [],
  source: 'no station, and too few nearby to estimate from',
  stations: 0,
  days: 0,
});

/**
 * Standard error of a mean of some days of a period, from the sample of days alone (Cochran 1977, section 2.6):
 * s / √n · √(1 − n / N). Days are taken as independent.
 * @returns null for fewer than two days, from which no difference is known
 */
export function dayErrorOf(values: readonly number[], daysOfPeriod: number): number | null {
  const count = values.length;
  if (count < 2) return null;
  const mean = averageOf(values);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  return Math.sqrt((variance / count) * Math.max(0, 1 - count / daysOfPeriod));
}

/** Mean of the stations of a place. */
export function measuredValue(
  pollutant: Pollutant,
  stations: readonly StationValue[],
  period: Period,
): MarkedValue {
  const value = averageOf(stations.map((one) => one.value));
  const low = averageOf(stations.map((one) => one.low));
  const high = averageOf(stations.map((one) => one.high));
  const days = dayMeansOf(stations);
  const gaps = monthGaps(days.keys(), period);
  const dayError = dayErrorOf([...days.values()], daysIn(period));
  const [betweenDays, betweenStations] = [halfWidth(dayError, days.size), spreadOf(stations, value)];
  const basis: Basis[] = [];
  if (betweenDays > 0) basis.push('days');
  if (stations.length > 1) basis.push('stations');
  const half = Math.hypot(betweenDays, betweenStations);
  return {
    value,
    pollutant,
    unit: POLLUTANTS[pollutant].unit,
    mark: 'measured',
    skilled: true,
    synthetic: stations.some(({ synthetic }) => synthetic),
    ...boundedBy(gaps, dayError, {
      // Stations that publish the same whole index are no more certain than its rounding.
      low: Math.max(0, Math.min(value - half, low)),
      high: Math.max(value + half, high),
      level: basis.length === 0 ? null : CONFIDENCE_LEVEL,
      basis: basis.length === 0 ? ['rounding'] : basis,
    }),
    source: `${stations.map(({ station }) => station).join('; ')} (${originsOf(stations)})`,
    stations: stations.length,
    days: days.size,
  };
}

/** Days are drawn at random by no one: where a season is missing, neither limits nor an error between days are true. */
const boundedBy = (gaps: readonly MonthGap[], dayError: number | null, uncertainty: Uncertainty | null) =>
  gaps.length > 0 ? { gaps, uncertainty: null, dayError: null } : { gaps, uncertainty, dayError };

/**
 * Estimate at a place from stations elsewhere. Its days differ as those of a station do, so its error between days is the root
 * of the mean square of theirs; that of their common mean would make an estimate look surer than a measurement.
 */
export function estimatedValue(
  pollutant: Pollutant,
  at: Location,
  interpolation: Interpolation,
  used: readonly StationValue[],
  period: Period,
): MarkedValue {
  const { value, low, high } = interpolation.estimate(at);
  const skilled = isSkilled(interpolation);
  const days = dayMeansOf(used);
  const errors = used.flatMap(
    ({ within }) =>
      dayErrorOf(
        within.map((one) => one.value),
        daysIn(period),
      ) ?? [],
  );
  const dayError = errors.length === 0 ? null : Math.sqrt(averageOf(errors.map((error) => error * error)));
  const betweenDays = halfWidth(dayError, days.size);
  const { method, leaveOneOut } = interpolation;
  const { unit } = POLLUTANTS[pollutant];
  return {
    pollutant,
    // An estimate without skill is no figure of this place: neither it nor its limits are kept.
    value: skilled ? value : null,
    unit,
    mark: 'estimated',
    skilled,
    synthetic: used.some(({ synthetic }) => synthetic),
    ...boundedBy(
      monthGaps(days.keys(), period),
      skilled ? dayError : null,
      skilled
        ? {
            low: Math.max(0, value - Math.hypot(value - low, betweenDays)),
            high: value + Math.hypot(high - value, betweenDays),
            level: CONFIDENCE_LEVEL,
            basis: betweenDays > 0 ? ['left-out-stations', 'days'] : ['left-out-stations'],
          }
        : null,
    ),
    source: `${method} from ${used.length} stations; left-out stations missed by ${leaveOneOut.error.toFixed(digitsOf(pollutant))} ${unit}`,
    stations: used.length,
    days: days.size,
  };
}

/**
 * Mean of the divisions that are measured or estimated with skill. Errors of neighbours are correlated, so limits and
 * errors are averaged too.
 */
export function cityValue(pollutant: Pollutant, divisions: readonly MarkedValue[]): MarkedValue {
  const known = divisions.filter(({ mark, skilled }) => mark !== 'none' && skilled);
  if (known.length === 0) return { ...noValue(pollutant), source: 'no division is measured' };
  const estimated = known.filter(({ mark }) => mark === 'estimated').length;
  const measured = known.filter(({ mark }) => mark === 'measured');
  const errors = known.flatMap(({ dayError }) => dayError ?? []);
  const onlyRounding = known.every(({ uncertainty }) => uncertainty?.level === null);
  // Of the division that lacks most: its mean is a part of this one.
  const gaps = known
    .map((one) => one.gaps)
    .reduce((most, own) => (monthsOf(own) > monthsOf(most) ? own : most));
  return {
    value: averageOf(known.map(({ value }) => value ?? 0)),
    pollutant,
    unit: POLLUTANTS[pollutant].unit,
    mark: estimated > 0 ? 'estimated' : 'measured',
    skilled: true,
    synthetic: known.some(({ synthetic }) => synthetic),
    ...boundedBy(gaps, errors.length < known.length ? null : averageOf(errors), {
      low: averageOf(known.map(({ uncertainty, value }) => uncertainty?.low ?? value ?? 0)),
      high: averageOf(known.map(({ uncertainty, value }) => uncertainty?.high ?? value ?? 0)),
      level: onlyRounding ? null : CONFIDENCE_LEVEL,
      basis: onlyRounding ? ['rounding'] : ['divisions'],
    }),
    divisions: { known: known.length, of: divisions.length },
    source: `mean of ${known.length} of its ${divisions.length} divisions, ${estimated} of them estimated`,
    stations: measured.reduce((sum, { stations }) => sum + stations, 0),
    days: Math.max(...known.map(({ days }) => days)),
  };
}

const averageOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const monthsOf = (gaps: readonly MonthGap[]): number =>
  gaps.reduce((sum, { from, to }) => sum + ((to - from + 12) % 12) + 1, 0);

/** Mean of all stations, by day. */
function dayMeansOf(stations: readonly StationValue[]): Map<string, number> {
  const days = Map.groupBy(
    stations.flatMap(({ within }) => within),
    ({ day }) => day,
  );
  return new Map([...days].map(([day, members]) => [day, averageOf(members.map(({ value }) => value))]));
}

const halfWidth = (dayError: number | null, days: number): number =>
  dayError === null || dayError === 0 ? 0 : studentT(days - 1) * dayError;

/** Half-width of the 95 % interval of a mean of stations. */
function spreadOf(stations: readonly StationValue[], value: number): number {
  const count = stations.length;
  if (count < 2) return 0;
  const squares = stations.reduce((sum, one) => sum + (one.value - value) ** 2, 0);
  return (studentT(count - 1) * Math.sqrt(squares / (count - 1))) / Math.sqrt(count);
}

const ORIGINS = 2;

/** Names hosts and files of the sources, the first of many. */
function originsOf(stations: readonly StationValue[]): string {
  const origins = stations.flatMap(({ sources }) =>
    sources.map((source) => URL.parse(source)?.host || (source.split(/[\\/]/).at(-1) ?? source)),
  );
  const names = [...new Set(origins)].sort();
  const more = names.length - ORIGINS;
  return [...names.slice(0, ORIGINS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
