import { seededRandom } from '../../foundation/learning/index.ts';
import { type ClusterItem, type Clustering, clusteringOf, REGULARISATION } from './clusters.ts';
import type { StationValue } from './divisions/marked-value.ts';
import { stationKey } from './divisions/stations.ts';
import { fitGaussianMixture, responsibilitiesOf } from './gaussian-mixture/fit.ts';
import type { Pollutant } from './units/pollutants.ts';

/** The station-days of a division, as the mixture sees them. */
export interface DivisionMembership {
  /** Cluster with the largest share. */
  readonly cluster: number;
  /** Mean posterior of its station-days, by cluster; adds up to 1. */
  readonly shares: readonly number[];
  /** Share of the bootstrap samples whose mixture puts the division into the same cluster. */
  readonly stability: number;
  readonly stationDays: number;
}

interface StationDay extends ClusterItem {
  /** `City/Division`, as {@link divisionKey}; null where the station is in none, or must not speak for it. */
  readonly division: string | null;
  readonly station: string;
  readonly day: string;
}

export interface DivisionClusters {
  readonly clustering: Clustering;
  readonly stationDays: readonly StationDay[];
  /** Leaves out divisions without a measurement. */
  readonly divisions: ReadonlyMap<string, DivisionMembership>;
  /** Holds what the bootstrap draws: whole days, or whole stations where there are fewer days. */
  readonly drawn: 'day' | 'station';
}

/** Columns of the mixture (paper 004 clusters regions by both). */
export const CLUSTERED: readonly Pollutant[] = ['PM2.5', 'PM10'];
const RESAMPLES = 100;
const RESAMPLE_ITERATIONS = 20;

export const divisionKey = ({ city, name }: { readonly city: string; readonly name: string }): string =>
  `${city}/${name}`;

/**
 * Fits the mixture to the station-days of the period on which both pollutants were published, and gives each measured
 * division the mean posterior of its station-days. Estimates take no part.
 * @returns null for fewer than three station-days
 */
export function divisionClusters(stations: readonly StationValue[], seed = 1): DivisionClusters | null {
  const stationDays = stationDaysOf(stations);
  const clustering = clusteringOf(stationDays, CLUSTERED, { seed });
  if (clustering === null) return null;
  const rowsOf = new Map<string, number[]>();
  stationDays.forEach(({ division }, row) => {
    if (division !== null) rowsOf.set(division, [...(rowsOf.get(division) ?? []), row]);
  });
  const posteriors = stationDays.map(({ key }) => clustering.members.get(key)?.shares ?? []);
  const shares = new Map([...rowsOf].map(([division, rows]) => [division, meanShares(posteriors, rows)]));
  const units = (pick: (one: StationDay) => string) =>
    Map.groupBy(stationDays.keys(), (row) => pick(stationDays[row] as StationDay));
  const [days, places] = [units(({ day }) => day), units(({ station }) => station)];
  const drawn = days.size < places.size ? 'station' : 'day';
  const same = sameCluster(clustering, [...(drawn === 'day' ? days : places).values()], rowsOf, shares, seed);
  return {
    clustering,
    stationDays,
    drawn,
    divisions: new Map(
      [...shares].map(([division, own]) => [
        division,
        {
          cluster: largest(own),
          shares: own,
          stability: (same.get(division) ?? 0) / RESAMPLES,
          stationDays: rowsOf.get(division)?.length ?? 0,
        },
      ]),
    ),
  };
}

/** Real stations exclude synthetic ones of their division, as they do in its values. */
function stationDaysOf(stations: readonly StationValue[]): StationDay[] {
  const real = new Set(stations.flatMap((one) => (one.synthetic ? [] : (placeOf(one) ?? []))));
  const days = new Map<string, StationDay & { readonly found: Map<Pollutant, number> }>();
  for (const one of stations) {
    const division = placeOf(one);
    const station = `${stationKey(one.station, one.city)}|${one.synthetic}`;
    for (const { day, value } of one.within) {
      const key = `${station}|${day}`;
      const silent = division === null || (one.synthetic && real.has(division));
      const known = days.get(key) ?? {
        ...{ key, station, day, division: silent ? null : division, values: [] },
        found: new Map<Pollutant, number>(),
      };
      known.found.set(one.pollutant, value);
      days.set(key, known);
    }
  }
  return [...days.values()].flatMap(({ found, ...one }) => {
    const values = CLUSTERED.flatMap((pollutant) => found.get(pollutant) ?? []);
    return values.length < CLUSTERED.length ? [] : [{ ...one, values }];
  });
}

const placeOf = ({ city, division }: StationValue): string | null =>
  division === null ? null : divisionKey({ city, name: division });

function meanShares(posteriors: readonly ArrayLike<number>[], rows: readonly number[]): number[] {
  const width = posteriors[0]?.length ?? 0;
  return Array.from(
    { length: width },
    (_, k) => rows.reduce((sum, row) => sum + (posteriors[row]?.[k] ?? 0), 0) / rows.length,
  );
}

const largest = (shares: readonly number[]): number => shares.indexOf(Math.max(...shares));

/**
 * How often each division keeps its cluster when the mixture is fitted to units drawn with replacement (Efron 1979), from
 * the components that were found, and the division is judged by its own rows among them. Units are whole, as days of a
 * station and stations on a day resemble each other.
 */
function sameCluster(
  { fitted: { rows: samples, mixture } }: Clustering,
  units: readonly (readonly number[])[],
  rowsOf: ReadonlyMap<string, readonly number[]>,
  shares: ReadonlyMap<string, readonly number[]>,
  seed: number,
): Map<string, number> {
  const random = seededRandom(seed);
  const same = new Map<string, number>();
  const members = [...rowsOf].map(([division, rows]) => ({ division, all: rows, own: new Set(rows) }));
  for (let sample = 0; sample < RESAMPLES; sample++) {
    const drawn = units.flatMap(() => units[Math.floor(random() * units.length)] ?? []);
    const refitted = fitGaussianMixture(
      drawn.flatMap((row) => samples[row] ?? []),
      {
        components: mixture.components.length,
        covariance: mixture.kind,
        from: mixture.components,
        regularisation: REGULARISATION,
        maxIterations: RESAMPLE_ITERATIONS,
      },
    );
    const posteriors = responsibilitiesOf(refitted, samples);
    for (const { division, all, own } of members) {
      const among = drawn.filter((row) => own.has(row));
      const again = meanShares(posteriors, among.length > 0 ? among : all);
      if (largest(again) === largest(shares.get(division) ?? []))
        same.set(division, (same.get(division) ?? 0) + 1);
    }
  }
  return same;
}
