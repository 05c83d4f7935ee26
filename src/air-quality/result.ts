import { median } from 'simple-statistics';
import type { Region } from '../foundation/domain/index.ts';
import { type Clustering, clusteringOf } from './clusters.ts';
import {
  type AirTable,
  airTable,
  type CityValues,
  type DivisionValues,
  type Period,
} from './divisions/values.ts';
import type { Observation } from './observation.ts';
import { type CleanListings, cleanListings, type Listing, type SoundListing } from './property/index.ts';

/** Asking price of homes in a division. */
interface DivisionPrice {
  /** Median rupees a square foot of houses and flats for sale. */
  readonly rate: number;
  readonly offers: number;
  readonly synthetic: boolean;
}

interface DivisionResult extends DivisionValues {
  readonly price: DivisionPrice | null;
  /** Name of its cluster; null where a value is missing that clusters are made of. */
  readonly cluster: string | null;
}

/** All that is known of a region, ready to be shown. */
export interface RegionResult {
  readonly region: Region;
  readonly air: AirTable;
  readonly divisions: readonly DivisionResult[];
  readonly cities: readonly CityValues[];
  readonly clusters: Clustering | null;
  /** Homes for sale by the air of their division and their price. */
  readonly homes: Clustering | null;
  readonly listings: CleanListings;
  readonly observations: readonly Observation[];
  /** True where any figure was made up by a practice web. */
  readonly synthetic: boolean;
}

const LEAST_OFFERS = 3;
const AIR = { name: 'air', low: 'clean', high: 'polluted' };
const DUST = { name: 'dust', low: 'little dust', high: 'dusty' };
const PRICE = { name: 'price', low: 'cheap', high: 'dear' };

const divisionKey = ({ city, name }: { readonly city: string; readonly name: string }): string =>
  `${city}/${name}`;

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
  const priced = air.divisions.map((division) => ({ ...division, price: priceOf(division, homes) }));
  // Prices are log-normal.
  const clusters = clusteringOf(
    priced.flatMap((division) =>
      division.pm25.value === null || division.pm10.value === null || division.price === null
        ? []
        : [
            {
              key: divisionKey(division),
              values: [division.pm25.value, division.pm10.value, Math.log10(division.price.rate)],
            },
          ],
    ),
    [AIR, DUST, PRICE],
  );
  const divisions = priced.map((division) => {
    const member = clusters?.members.get(divisionKey(division));
    return {
      ...division,
      cluster: member === undefined ? null : (clusters?.clusters[member.cluster]?.name ?? null),
    };
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

function clusterHomes(
  homes: readonly SoundListing[],
  divisions: readonly DivisionValues[],
): Clustering | null {
  const airOf = new Map(divisions.map((division) => [divisionKey(division), division.pm25.value]));
  return clusteringOf(
    homes.flatMap(({ key, city, division, price, area }) => {
      const pm25 = division === null ? undefined : airOf.get(divisionKey({ city, name: division }));
      return pm25 == null || area === null ? [] : [{ key, values: [pm25, Math.log10(price / area)] }];
    }),
    [AIR, PRICE],
  );
}

/** The one object that `--json` ends with. Numbers are rounded to a tenth; no interval end is infinite in JSON. */
export function resultJson(result: RegionResult) {
  const { region, air } = result;
  const value = ({ value, unit, mark, synthetic, uncertainty, source, days }: DivisionValues['pm25']) => ({
    value: tenth(value),
    unit,
    mark,
    synthetic,
    uncertainty: uncertainty && {
      ...uncertainty,
      low: tenth(uncertainty.low),
      high: Number.isFinite(uncertainty.high) ? tenth(uncertainty.high) : null,
    },
    source,
    days,
  });
  const aqi = (index: DivisionValues['aqi']) =>
    index && { ...index, standard: 'CPCB 2014, particulates alone' };
  return {
    type: 'air-quality',
    region: region.name,
    period: air.period,
    synthetic: result.synthetic,
    divisions: result.divisions.map((one) => ({
      city: one.city,
      name: one.name,
      latitude: one.location[0],
      longitude: one.location[1],
      pm25: value(one.pm25),
      pm10: value(one.pm10),
      aqi: aqi(one.aqi),
      price: one.price && { ...one.price, rate: Math.round(one.price.rate), unit: 'rupees a square foot' },
      cluster: one.cluster,
    })),
    cities: result.cities.map((one) => ({
      name: one.name,
      pm25: value(one.pm25),
      pm10: value(one.pm10),
      aqi: aqi(one.aqi),
    })),
    interpolation: Object.fromEntries(
      Object.entries(air.interpolations).map(([pollutant, one]) => [
        pollutant,
        one && { method: one.method, ...one.leaveOneOut },
      ]),
    ),
    clusters: (result.clusters?.clusters ?? []).map(({ name, size, mean }) => ({
      name,
      size,
      pm25: tenth(mean[0] ?? null),
      pm10: tenth(mean[1] ?? null),
      rate: Math.round(10 ** (mean[2] ?? 0)),
    })),
    listings: { sound: result.listings.sound.length, leftOut: result.listings.leftOut.length },
  };
}

const tenth = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);
