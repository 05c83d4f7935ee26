import type { Location, Region } from '../../../foundation/domain/index.ts';
import { foldText } from '../../../foundation/text/index.ts';
import { dayOf } from '../feeds/local-time.ts';
import { isUsable, massOf } from '../flags.ts';
import type { Observation, Unit } from '../observation.ts';
import type { Gazetteer, Place } from '../property/index.ts';
import { concentrationOf } from '../units/breakpoints.ts';
import { hourlyMeans, MIN_HOURS } from '../units/means.ts';
import { isPollutant, POLLUTANTS, type Pollutant } from '../units/pollutants.ts';

/** A 24-hour mean of a station. */
export interface DayValue {
  /** Calendar day in the region's zone, `2025-09-23`. */
  readonly day: string;
  /** Counts in the unit of the pollutant. */
  readonly value: number;
  /** Limits from the rounding of a sub-index; the value itself where it was published as a concentration. */
  readonly low: number;
  readonly high: number;
  readonly published: Unit;
}

/** One station's series of one pollutant. */
export interface StationSeries {
  readonly station: string;
  readonly city: string;
  readonly division: string | null;
  readonly place: Place | null;
  readonly at: Location | null;
  readonly pollutant: Pollutant;
  readonly synthetic: boolean;
  readonly sources: readonly string[];
  readonly days: readonly DayValue[];
}

/** Normalises the name of a station across feeds: without the agency behind a dash and without the city. */
export function stationKey(station: string, city: string): string {
  const cityWords = foldText(city);
  const words = foldText(station)
    .replace(/\s-\s{0,9}\w{2,6}$/, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && word !== cityWords);
  return `${cityWords}|${words.join(' ')}`;
}

/**
 * Computes daily means of every located station of a region: converts sub-indexes by the national breakpoints and
 * averages hours by the 16-hour rule. Repeated figures count once; real stations come before synthetic ones.
 */
export function stationSeries(
  observations: readonly Observation[],
  region: Region,
  gazetteer: Gazetteer,
): StationSeries[] {
  const groups = new Map<string, Observation[]>();
  for (const one of observations) {
    if (!isUsable(one) || !isPollutant(one.pollutant)) continue;
    const city = gazetteer.cityNamed(one.city)?.name;
    if (city === undefined) continue;
    const key = `${stationKey(one.station, city)}|${one.pollutant}|${one.synthetic}`;
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [{ ...one, city }]);
    else members.push({ ...one, city });
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, members]) => {
      const first = members[0];
      if (first === undefined || !isPollutant(first.pollutant)) return [];
      const at = members.map(locationOf).find((one) => one !== null) ?? null;
      const place = gazetteer.find(first.station, at ?? undefined, first.city);
      const days = daysOf(members, first.pollutant, region.timeZone);
      if (days.length === 0) return [];
      return [
        {
          station: first.station,
          city: place?.city ?? first.city,
          division: place?.division ?? null,
          place,
          at,
          pollutant: first.pollutant,
          synthetic: first.synthetic,
          sources: [...new Set(members.map(({ source }) => source))].sort(),
          days,
        },
      ];
    });
}

const locationOf = ({ latitude, longitude }: Observation): Location | null =>
  latitude === null || longitude === null ? null : [latitude, longitude];

function daysOf(members: readonly Observation[], pollutant: Pollutant, timeZone: string): DayValue[] {
  const days = new Map<string, Map<string, Observation>>();
  for (const one of [...members].sort((a, b) => (a.source < b.source ? -1 : 1))) {
    const day = dayOf(one.at, timeZone);
    const known = days.get(day) ?? new Map<string, Observation>();
    // The same moment from two sources is one figure.
    if (!known.has(`${one.at}|${one.hours}`)) known.set(`${one.at}|${one.hours}`, one);
    days.set(day, known);
  }
  return [...days.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([day, moments]) => {
      const all = [...moments.values()];
      const whole = all.filter(({ hours }) => hours >= 24);
      const parts = wholeHours(all.filter(({ hours }) => hours < 24));
      const covered = parts.reduce((sum, { hours }) => sum + Math.max(1, hours), 0);
      const used = whole.length > 0 ? whole : covered >= MIN_HOURS.india ? parts : [];
      const masses = used.flatMap((one) => limitsOf(one, pollutant) ?? []);
      if (masses.length === 0) return [];
      const mean = (pick: (mass: (typeof masses)[number]) => number) =>
        masses.reduce((sum, mass) => sum + pick(mass), 0) / masses.length;
      return [
        {
          day,
          value: mean(({ value }) => value),
          low: mean(({ low }) => low),
          high: mean(({ high }) => high),
          published: used[0]?.unit ?? POLLUTANTS[pollutant].unit,
        },
      ];
    });
}

/** Readings of parts of an hour as means of hours, of those that have three quarters of them; longer ones as they are. */
function wholeHours(parts: readonly Observation[]): readonly Observation[] {
  const [first] = parts;
  if (first === undefined || first.hours >= 1) return parts;
  const readings = parts.map(({ at, value }) => ({ at: Date.parse(at), value: value ?? 0 }));
  return hourlyMeans(readings, 60 * first.hours).flatMap(({ at, value }) =>
    value === null ? [] : [{ ...first, at: new Date(at).toISOString(), value, hours: 1 }],
  );
}

function limitsOf(one: Observation, pollutant: Pollutant) {
  const mass = massOf(one);
  if (mass === null || one.value === null) return null;
  return one.unit === 'sub-index'
    ? concentrationOf(pollutant, one.value)
    : { value: mass, low: mass, high: mass };
}
