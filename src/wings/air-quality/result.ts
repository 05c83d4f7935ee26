import { median } from 'simple-statistics';
import type { Region } from '../../foundation/domain/index.ts';
import { wholeNumber } from '../../reports/index.ts';
import { type Clustering, clusteringOf } from './clusters.ts';
import {
  CLUSTERED,
  type DivisionClusters,
  type DivisionMembership,
  divisionClusters,
  divisionKey,
} from './division-clusters.ts';
import type { MarkedValue } from './divisions/marked-value.ts';
import type { Period } from './divisions/month-gaps.ts';
import { type AirTable, airTable, type CityValues, type DivisionValues } from './divisions/values.ts';
import type { Observation } from './observation.ts';
import { type CleanListings, cleanListings, type Listing, type SoundListing } from './property/index.ts';
import type { Aqi } from './units/aqi.ts';
import {
  digitsOf,
  POLLUTANT_NAMES,
  POLLUTANTS,
  type Pollutant,
  type PollutantColumn,
} from './units/pollutants.ts';

/** Asking price of homes in a division. */
interface DivisionPrice {
  /** Median rupees a square foot of houses and flats for sale. */
  readonly rate: number;
  readonly offers: number;
  readonly synthetic: boolean;
}

export interface DivisionResult extends DivisionValues {
  readonly price: DivisionPrice | null;
  /** Name of its cluster; null where no station-day was measured, or too few of the samples agree. */
  readonly cluster: string | null;
  readonly membership: DivisionMembership | null;
}

/** All that is known of a region, ready to be shown. */
export interface RegionResult {
  readonly region: Region;
  readonly air: AirTable;
  readonly divisions: readonly DivisionResult[];
  readonly cities: readonly CityValues[];
  readonly clusters: DivisionClusters | null;
  /** Homes for sale by the air of their division and their price. */
  readonly homes: Clustering | null;
  readonly listings: CleanListings;
  readonly observations: readonly Observation[];
  /** True where any figure was made up by a practice web. */
  readonly synthetic: boolean;
}

const LEAST_OFFERS = 3;
/** Share of the bootstrap samples that a division must keep its cluster in to be called a member. */
const LEAST_STABILITY = 0.8;

/** Computes values, prices and clusters of a region; a pure function of the collected data. */
export function regionResult(
  observations: readonly Observation[],
  listings: readonly Listing[],
  region: Region,
  period: Partial<Period> = {},
): RegionResult {
  const air = airTable(observations, region, period);
  const clean = cleanListings(listings);
  const homes = clean.sound.filter(
    ({ deal, kind, area }) => deal === 'sale' && (kind === 'house' || kind === 'flat') && area !== null,
  );
  const clusters = divisionClusters(air.stations);
  const divisions = air.divisions.map((division): DivisionResult => {
    const membership = clusters?.divisions.get(divisionKey(division)) ?? null;
    const found = membership === null ? undefined : clusters?.clustering.clusters[membership.cluster];
    const cluster = (membership?.stability ?? 0) < LEAST_STABILITY ? null : (found?.name ?? null);
    return { ...division, price: priceOf(division, homes), membership, cluster };
  });
  return {
    region,
    air,
    divisions,
    cities: air.cities,
    clusters,
    homes: clusterHomes(homes, divisions),
    listings: clean,
    observations,
    synthetic: observations.some(({ synthetic }) => synthetic) || listings.some(({ synthetic }) => synthetic),
  };
}

function priceOf(division: DivisionValues, homes: readonly SoundListing[]): DivisionPrice | null {
  const here = homes.filter((one) => one.city === division.city && one.division === division.name);
  if (here.length < LEAST_OFFERS) return null;
  return {
    rate: median(here.map(({ price, area }) => price / (area ?? 1))),
    offers: here.length,
    synthetic: here.some(({ synthetic }) => synthetic),
  };
}

/** Homes at the PM2.5 of their division, where that is measured or estimated with skill. Prices are log-normal. */
function clusterHomes(
  homes: readonly SoundListing[],
  divisions: readonly DivisionValues[],
): Clustering | null {
  const airOf = new Map(divisions.map((division) => [divisionKey(division), division.values['PM2.5']]));
  return clusteringOf(
    homes.flatMap(({ key, city, division, price, area }) => {
      const air = division === null ? undefined : airOf.get(divisionKey({ city, name: division }));
      if (air === undefined || air.value === null || !air.skilled || area === null) return [];
      return [{ key, values: [air.value, Math.log10(price / area)] }];
    }),
    ['PM2.5', 'price'],
    {
      nameOf: ([air = 0, price = 0]) => `PM2.5 ${Math.round(air)}, ₹ ${wholeNumber(10 ** price)} a sq ft`,
    },
  );
}

/** Rounded to the digits of the pollutant; null for what JSON cannot say. */
export const rounded = (value: number | null, pollutant: Pollutant): number | null =>
  value === null || !Number.isFinite(value) ? null : Number(value.toFixed(digitsOf(pollutant)));

/** Values by column: `pm25`, `pm10` and so on, all of the table of pollutants. */
export const columnsOf = <Cell>(values: DivisionValues['values'], cell: (value: MarkedValue) => Cell) =>
  Object.fromEntries(POLLUTANT_NAMES.map((name) => [POLLUTANTS[name].column, cell(values[name])])) as Record<
    PollutantColumn,
    Cell
  >;

const valueJson = ({ value, pollutant, uncertainty, dayError, ...rest }: MarkedValue) => ({
  value: rounded(value, pollutant),
  ...rest,
  dayError: rounded(dayError, pollutant),
  uncertainty: uncertainty && {
    ...uncertainty,
    low: rounded(uncertainty.low, pollutant),
    high: rounded(uncertainty.high, pollutant),
  },
});

const aqiJson = (index: Aqi | null) => index && { ...index, standard: 'CPCB 2014' };

/** Holds what is kept of a result, in `divisions.json`. */
export type RegionReport = ReturnType<typeof resultJson>;

/** The one object that `--json` ends with. Numbers are rounded; no interval end is infinite in JSON. */
export function resultJson(result: RegionResult) {
  const { region, air, clusters } = result;
  const names = (clusters?.clustering.clusters ?? []).map(({ name }) => name);
  return {
    type: 'air-quality',
    region: region.name,
    period: { ...air.period, days: air.daysOfPeriod },
    synthetic: result.synthetic,
    pollutants: air.pollutants,
    divisions: result.divisions.map(({ price, membership, ...one }) => ({
      city: one.city,
      name: one.name,
      latitude: one.location[0],
      longitude: one.location[1],
      ...columnsOf(one.values, valueJson),
      aqi: aqiJson(one.aqi),
      price: price && { ...price, rate: Math.round(price.rate), unit: 'rupees a square foot' },
      cluster: one.cluster,
      membership: membership && {
        shares: Object.fromEntries(membership.shares.map((share, k) => [names[k], share])),
        stability: membership.stability,
        stationDays: membership.stationDays,
      },
    })),
    cities: result.cities.map((one) => ({
      name: one.name,
      ...columnsOf(one.values, valueJson),
      aqi: aqiJson(one.aqi),
    })),
    interpolation: Object.fromEntries(
      Object.entries(air.interpolations).map(([pollutant, one]) => [
        pollutant,
        one && { method: one.method, ...one.leaveOneOut },
      ]),
    ),
    clusters: (clusters?.clustering.clusters ?? []).map(({ name, size, mean }) => ({
      name,
      stationDays: size,
      ...Object.fromEntries(
        (clusters?.clustering.axes ?? []).map((axis, i) => [
          axis,
          rounded(mean[i] ?? null, CLUSTERED[i] ?? 'PM2.5'),
        ]),
      ),
    })),
    covariance: clusters?.clustering.kind ?? null,
    observations: result.observations.length,
    listings: { sound: result.listings.sound.length, leftOut: result.listings.leftOut.length },
  };
}
