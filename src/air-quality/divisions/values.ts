import { type Gazetteer, gazetteerOf, type Location, type Region } from '../../foundation/domain/index.ts';
import { studentT } from '../../foundation/learning/index.ts';
import type { Observation } from '../observation.ts';
import { type Aqi, particulateAqi } from '../units/aqi.ts';
import type { Particulate } from '../units/breakpoints.ts';
import { CONFIDENCE_LEVEL, type GroupedSample, type Interpolation, interpolationOf } from './interpolate.ts';
import { type StationSeries, stationSeries } from './stations.ts';

/** First and last day, both included, `2025-09-23`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

type Mark = 'measured' | 'estimated' | 'none';

interface Uncertainty {
  readonly low: number;
  /** Infinity where the published index stops at 500. */
  readonly high: number;
  /** Chance that the limits hold the value; null for the plain limits of a rounding. */
  readonly level: number | null;
  readonly basis: string;
}

/** A value of a division or a city with its mark. */
export interface MarkedValue {
  /** Mean of the days of the period that had figures; null where the mark is `none`. */
  readonly value: number | null;
  readonly unit: 'µg/m³';
  readonly mark: Mark;
  /** True where a synthetic station of a practice web contributed. */
  readonly synthetic: boolean;
  readonly uncertainty: Uncertainty | null;
  /** Stations it was read from, or the method it was estimated by. */
  readonly source: string;
  /** Days of the period that had a value. */
  readonly days: number;
}

export interface DivisionValues {
  readonly city: string;
  readonly name: string;
  readonly location: Location;
  readonly note: string | null;
  readonly pm25: MarkedValue;
  readonly pm10: MarkedValue;
  readonly aqi: Aqi | null;
}

export interface CityValues {
  readonly name: string;
  readonly pm25: MarkedValue;
  readonly pm10: MarkedValue;
  readonly aqi: Aqi | null;
}

/** A station with its mean over the period. */
interface StationValue extends Omit<StationSeries, 'days'> {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly days: number;
}

export interface AirTable {
  readonly period: Period;
  readonly divisions: readonly DivisionValues[];
  readonly cities: readonly CityValues[];
  readonly stations: readonly StationValue[];
  readonly interpolations: Readonly<Record<Particulate, Interpolation | null>>;
  readonly series: readonly StationSeries[];
}

const DAY_MS = 86_400_000;
/** Default period: days up to the last one with a value. */
const USUAL_DAYS = 90;

/**
 * Computes PM2.5 and PM10 of every division and city: measured where a station lies in the division, else estimated from
 * nearby stations, else none.
 */
export function airTable(
  observations: readonly Observation[],
  region: Region,
  asked: Partial<Period> = {},
  gazetteer: Gazetteer = gazetteerOf(region),
): AirTable {
  const series = stationSeries(observations, region, gazetteer);
  const period = periodOf(series, asked);
  const stations = series.flatMap((one) => meanOver(one, period) ?? []);
  const stationsFor = (pollutant: Particulate) => stations.filter((one) => one.pollutant === pollutant);
  const interpolations = {
    'PM2.5': interpolationOf(samplesOf(stationsFor('PM2.5'))),
    PM10: interpolationOf(samplesOf(stationsFor('PM10'))),
  };
  const divisions = region.cities.flatMap((city) =>
    city.divisions.map(({ name, location, note }) => {
      const value = (pollutant: Particulate) =>
        divisionValue(
          stationsFor(pollutant).filter((one) => one.city === city.name && one.division === name),
          location,
          stationsFor(pollutant),
          interpolations[pollutant],
        );
      const pm25 = value('PM2.5');
      const pm10 = value('PM10');
      return { city: city.name, name, location, note: note ?? null, pm25, pm10, aqi: aqiOf(pm25, pm10) };
    }),
  );
  const cities = region.cities.map(({ name }) => {
    const members = divisions.filter((division) => division.city === name);
    const pm25 = cityValue(members.map((division) => division.pm25));
    const pm10 = cityValue(members.map((division) => division.pm10));
    return { name, pm25, pm10, aqi: aqiOf(pm25, pm10) };
  });
  return { period, divisions, cities, stations, interpolations, series };
}

function periodOf(series: readonly StationSeries[], { from, to }: Partial<Period>): Period {
  const days = series.flatMap((one) => one.days.map(({ day }) => day)).sort();
  const last = to ?? days.at(-1) ?? new Date(0).toISOString().slice(0, 10);
  const first = from ?? new Date(Date.parse(last) - (USUAL_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  return { from: first, to: last };
}

function meanOver({ days, ...station }: StationSeries, { from, to }: Period): StationValue | null {
  const within = days.filter(({ day }) => day >= from && day <= to);
  if (within.length === 0) return null;
  const mean = (pick: (day: (typeof within)[number]) => number) =>
    within.reduce((sum, day) => sum + pick(day), 0) / within.length;
  return {
    ...station,
    value: mean((day) => day.value),
    low: mean(({ low }) => low),
    high: mean(({ high }) => high),
    days: within.length,
  };
}

const samplesOf = (stations: readonly StationValue[]): GroupedSample[] =>
  stations.flatMap(({ at, value, city }) => (at === null ? [] : [{ at, value, group: city }]));

function divisionValue(
  inside: readonly StationValue[],
  location: Location,
  all: readonly StationValue[],
  interpolation: Interpolation | null,
): MarkedValue {
  // Real stations exclude synthetic ones.
  const real = inside.filter(({ synthetic }) => !synthetic);
  if (inside.length > 0) return measured(real.length > 0 ? real : inside);
  if (interpolation === null) return NONE;
  const { value, low, high } = interpolation.estimate(location);
  const { method, leaveOneOut } = interpolation;
  const used = all.filter(({ at }) => at !== null);
  return {
    value,
    unit: 'µg/m³',
    mark: 'estimated',
    synthetic: used.some(({ synthetic }) => synthetic),
    uncertainty: {
      low,
      high,
      level: CONFIDENCE_LEVEL,
      basis: `${method}, widened to what left-out stations show`,
    },
    source: `${method} from ${used.length} stations; left-out stations missed by ${leaveOneOut.error.toFixed(1)} µg/m³`,
    days: Math.max(...used.map(({ days }) => days)),
  };
}

const NONE: MarkedValue = {
  value: null,
  unit: 'µg/m³',
  mark: 'none',
  synthetic: false,
  uncertainty: null,
  source: 'no station, and too few round about to estimate from',
  days: 0,
};

function measured(stations: readonly StationValue[]): MarkedValue {
  const mean = (pick: (one: StationValue) => number) =>
    stations.reduce((sum, one) => sum + pick(one), 0) / stations.length;
  const value = mean((one) => one.value);
  return {
    value,
    unit: 'µg/m³',
    mark: 'measured',
    synthetic: stations.some(({ synthetic }) => synthetic),
    uncertainty: spreadOf(stations, value) ?? {
      low: mean(({ low }) => low),
      high: mean(({ high }) => high),
      level: null,
      basis: 'rounding of the published figure; how well one station stands for its division is not known',
    },
    source: `${stations.map(({ station }) => station).join('; ')} (${originsOf(stations)})`,
    days: Math.max(...stations.map(({ days }) => days)),
  };
}

/** Lists hosts and files of the sources. */
function originsOf(stations: readonly StationValue[]): string {
  const origins = stations.flatMap(({ sources }) =>
    sources.map((source) => URL.parse(source)?.host || (source.split(/[\\/]/).at(-1) ?? source)),
  );
  return [...new Set(origins)].sort().join(', ');
}

function spreadOf(stations: readonly StationValue[], value: number): Uncertainty | null {
  const count = stations.length;
  if (count < 2) return null;
  const squares = stations.reduce((sum, one) => sum + (one.value - value) ** 2, 0);
  const half = (studentT(count - 1) * Math.sqrt(squares / (count - 1))) / Math.sqrt(count);
  // Stations that publish the same whole index are no more certain than its rounding.
  const rounding = (pick: (one: StationValue) => number) =>
    stations.reduce((sum, one) => sum + pick(one), 0) / count;
  return {
    low: Math.max(
      0,
      Math.min(
        value - half,
        rounding(({ low }) => low),
      ),
    ),
    high: Math.max(
      value + half,
      rounding(({ high }) => high),
    ),
    level: CONFIDENCE_LEVEL,
    basis: `spread of ${count} stations`,
  };
}

/** Averages the divisions. Errors of neighbours are correlated, so the limits are averaged too. */
function cityValue(divisions: readonly MarkedValue[]): MarkedValue {
  const known = divisions.filter(({ mark }) => mark !== 'none');
  if (known.length === 0) return NONE;
  const mean = (pick: (one: MarkedValue) => number) =>
    known.reduce((sum, one) => sum + pick(one), 0) / known.length;
  const estimated = known.filter(({ mark }) => mark === 'estimated').length;
  const value = mean((one) => one.value ?? 0);
  return {
    value,
    unit: 'µg/m³',
    mark: estimated > 0 ? 'estimated' : 'measured',
    synthetic: known.some(({ synthetic }) => synthetic),
    uncertainty: {
      low: mean((one) => one.uncertainty?.low ?? one.value ?? 0),
      high: mean((one) => one.uncertainty?.high ?? one.value ?? 0),
      level: null,
      basis: 'means of the limits of its divisions',
    },
    source: `mean of ${known.length} of its ${divisions.length} divisions, ${estimated} of them estimated`,
    days: Math.max(...known.map(({ days }) => days)),
  };
}

function aqiOf(pm25: MarkedValue, pm10: MarkedValue): Aqi | null {
  return particulateAqi({
    ...(pm25.value === null ? {} : { 'PM2.5': pm25.value }),
    ...(pm10.value === null ? {} : { PM10: pm10.value }),
  });
}
