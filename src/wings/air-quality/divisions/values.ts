import type { Location, Region } from '../../../foundation/domain/index.ts';
import type { Observation } from '../observation.ts';
import { type Gazetteer, gazetteerOf } from '../property/index.ts';
import { type Aqi, airQualityIndex } from '../units/aqi.ts';
import { isParticulate } from '../units/breakpoints.ts';
import { forEachPollutant, POLLUTANT_NAMES, type Pollutant } from '../units/pollutants.ts';
import { type GroupedSample, type Interpolation, interpolationOf } from './interpolate.ts';
import {
  cityValue,
  estimatedValue,
  type MarkedValue,
  measuredValue,
  noValue,
  type StationValue,
} from './marked-value.ts';
import { daysIn, type Period } from './month-gaps.ts';
import { type StationSeries, stationSeries } from './stations.ts';

interface PlaceIndex extends Aqi {
  /** Days of the pollutant with the largest sub-index. */
  readonly days: number;
}

interface PlaceValues {
  readonly values: Readonly<Record<Pollutant, MarkedValue>>;
  /** Covers the values that are measured, or estimated with skill; null where particulates have no day in a season. */
  readonly aqi: PlaceIndex | null;
}

export interface DivisionValues extends PlaceValues {
  readonly city: string;
  readonly name: string;
  readonly location: Location;
  readonly note: string | null;
}

export interface CityValues extends PlaceValues {
  readonly name: string;
}

export interface AirTable {
  readonly period: Period;
  readonly daysOfPeriod: number;
  /** With a figure in the period, in the order of the table of pollutants. */
  readonly pollutants: readonly Pollutant[];
  readonly divisions: readonly DivisionValues[];
  readonly cities: readonly CityValues[];
  readonly stations: readonly StationValue[];
  readonly interpolations: Readonly<Record<Pollutant, Interpolation | null>>;
}

const DAY_MS = 86_400_000;
/** Default period: days up to the last one with a value. */
const USUAL_DAYS = 90;

/**
 * Computes each pollutant in every division and city: measured where a station lies in the division, else estimated from
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
  const of = forEachPollutant((pollutant) => stations.filter((one) => one.pollutant === pollutant));
  const interpolations = forEachPollutant((pollutant) => interpolationOf(samplesOf(of[pollutant])));
  const divisions = region.cities.flatMap((city) =>
    city.divisions.map(({ name, location, note }) => {
      const values = forEachPollutant((pollutant) => {
        const inside = of[pollutant].filter((one) => one.city === city.name && one.division === name);
        // Real stations exclude synthetic ones.
        const real = inside.filter(({ synthetic }) => !synthetic);
        if (inside.length > 0) return measuredValue(pollutant, real.length > 0 ? real : inside, period);
        const interpolation = interpolations[pollutant];
        if (interpolation === null) return noValue(pollutant);
        const located = of[pollutant].filter(({ at }) => at !== null);
        return estimatedValue(pollutant, location, interpolation, located, period);
      });
      return { city: city.name, name, location, note: note ?? null, values, aqi: aqiOf(values) };
    }),
  );
  const cities = region.cities.map(({ name }) => {
    const members = divisions.filter((division) => division.city === name);
    const values = forEachPollutant((pollutant) =>
      cityValue(
        pollutant,
        members.map((division) => division.values[pollutant]),
      ),
    );
    return { name, values, aqi: aqiOf(values) };
  });
  const pollutants = POLLUTANT_NAMES.filter((pollutant) => of[pollutant].length > 0);
  return { period, daysOfPeriod: daysIn(period), pollutants, divisions, cities, stations, interpolations };
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
    within,
  };
}

const samplesOf = (stations: readonly StationValue[]): GroupedSample[] =>
  stations.flatMap(({ at, value, city }) => (at === null ? [] : [{ at, value, group: city }]));

/** A gas that has no day in a season is left out; without the season of the particulates there is no index. */
function aqiOf(values: PlaceValues['values']): PlaceIndex | null {
  const known = POLLUTANT_NAMES.filter((name) => values[name].value !== null && values[name].skilled);
  if (known.some((name) => isParticulate(name) && values[name].gaps.length > 0)) return null;
  const whole = known.filter((name) => values[name].gaps.length === 0);
  const index = airQualityIndex(Object.fromEntries(whole.map((name) => [name, values[name].value ?? 0])));
  return index && { ...index, days: values[index.dominant].days };
}
