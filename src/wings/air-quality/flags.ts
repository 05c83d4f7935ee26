import { isCode, scaleEnds } from './logger-codes.ts';
import type { Flag, Observation } from './observation.ts';
import { concentrationOf, isParticulate } from './units/breakpoints.ts';
import { isPollutant, POLLUTANTS } from './units/pollutants.ts';

/** No mean of a day on record comes near; that of a pollutant of the table stands there. */
const MOST_MASS = 3_000;
const MOST_INDEX = 500;
/** Two instruments may differ by this share before their order means something. */
const TOLERANCE = 1.1;
/** Ends where one of both must be no reading; nothing says which. The rest is for air so clean that a ratio says nothing. */
const FAR_ABOVE = { times: 2, rest: 30 };

/** Flags that exclude a value from means. PM2.5 a little above PM10 is only reported, because either may be wrong. */
const BARRED: readonly Flag[] = [
  ...(['missing', 'negative', 'frozen', 'impossible', 'code', 'fine-far-above-coarse'] as const),
];

export const isUsable = ({ value, flags }: Observation): boolean =>
  value !== null && !flags.some((flag) => BARRED.includes(flag));

/** Adds flags to observations; nothing is dropped or changed, the order is kept. */
export function flagged(observations: readonly Observation[]): Observation[] {
  const frozen = frozenMoments(observations);
  const stuck = new Set<Observation>();
  const series = Map.groupBy(
    observations,
    (one) => `${stationOf(one)}\u0000${one.pollutant}\u0000${one.hours}`,
  );
  for (const one of series.values()) for (const value of stuckIn(one)) stuck.add(value);
  const ends = new Set([...series.values()].flatMap(scaleEnds));
  const codes = new Set(observations.filter((one) => isCode(one) || ends.has(one)));
  const read = observations.filter((one) => !codes.has(one));
  const at = (name: string) =>
    new Map(read.filter(({ pollutant }) => pollutant === name).map((one) => [momentOf(one), one]));
  const [fine, coarse] = [at('PM2.5'), at('PM10')];
  return observations.map((one) => {
    const moment = momentOf(one);
    const flags = new Set<Flag>(ownFlags(one));
    if (codes.has(one)) flags.add('code');
    if (one.value !== null && (frozen.has(moment) || stuck.has(one))) flags.add('frozen');
    if (isParticulate(one.pollutant) && !codes.has(one)) {
      const times = ratioOf(fine.get(moment), coarse.get(moment));
      if (one.pollutant === 'PM2.5' && times > TOLERANCE) flags.add('fine-above-coarse');
      if (times > FAR_ABOVE.times) flags.add('fine-far-above-coarse');
    }
    return { ...one, flags: [...flags] };
  });
}

const stationOf = ({ city, station }: Observation): string => `${city}\u0000${station}`;
const momentOf = (one: Observation): string => `${stationOf(one)}\u0000${one.at}\u0000${one.hours}`;

function ownFlags({ value, min, max, unit, pollutant }: Observation): Flag[] {
  if (value === null) return ['missing'];
  const flags: Flag[] = [];
  if ([value, min, max].some((figure) => figure !== null && figure < 0)) flags.push('negative');
  const most =
    unit === 'sub-index' ? MOST_INDEX : isPollutant(pollutant) ? POLLUTANTS[pollutant].most : MOST_MASS;
  if (value > most || (min !== null && value < min) || (max !== null && value > max))
    flags.push('impossible');
  return flags;
}

/** Moments at which all particulate figures of a station, extremes too, are those of its moment before. */
function frozenMoments(observations: readonly Observation[]): Set<string> {
  const stations = new Map<string, Map<string, { at: string; moment: string; figures: string[] }>>();
  for (const one of observations) {
    // Without its extremes a mean repeats by chance.
    if (!isParticulate(one.pollutant) || one.value === null || one.min === null || one.max === null) continue;
    const moments = stations.get(stationOf(one)) ?? new Map();
    stations.set(stationOf(one), moments);
    const known = moments.get(one.at) ?? { at: one.at, moment: momentOf(one), figures: [] };
    known.figures.push(`${one.pollutant} ${one.min} ${one.max} ${one.value}`);
    moments.set(one.at, known);
  }
  const frozen = new Set<string>();
  for (const moments of stations.values()) {
    const inOrder = [...moments.values()].sort((a, b) => a.at.localeCompare(b.at));
    inOrder.forEach((now, i) => {
      const before = inOrder[i - 1];
      const same = before && distinct(before.figures) === distinct(now.figures);
      if (same && new Set(now.figures).size > 1) frozen.add(now.moment);
    });
  }
  return frozen;
}

const HOUR_MS = 3_600_000;
/** Air that is mixed for a day and its night changes by more than the last digit of three; figures of fewer repeat by chance. */
const STUCK = { hours: 24, times: 4, timesOfFewDigits: 12 };

/** Values of a series that repeat the one before them for longer than a sensor can stay; those that are missing do not count. */
function stuckIn(series: readonly Observation[]): Observation[] {
  const inOrder = series.filter(({ value }) => value !== null).sort((a, b) => a.at.localeCompare(b.at));
  const runs: Observation[][] = [];
  for (const one of inOrder) {
    const run = runs.at(-1);
    if (run?.[0]?.value === one.value) run?.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    const moments = new Set(run.map(({ at }) => at)).size;
    const digits = String(first?.value).replace(/\D|^0+/g, '').length;
    const hours = (Date.parse(run.at(-1)?.at ?? '') - Date.parse(first?.at ?? '')) / HOUR_MS;
    const isStuck =
      hours >= STUCK.hours + (first?.hours ?? 0) &&
      moments >= (digits >= 3 ? STUCK.times : STUCK.timesOfFewDigits);
    return isStuck && first?.value !== 0 ? run.slice(1) : [];
  });
}

const distinct = (figures: readonly string[]): string => [...new Set(figures)].sort().join('|');

/** Counts how many times as much PM2.5 as PM10 there is at a moment; 0 where one is not known. */
function ratioOf(fine: Observation | undefined, coarse: Observation | undefined): number {
  const [a, b] = [fine, coarse].map((one) => (one === undefined ? null : massOf(one)));
  if (a == null || b == null) return 0;
  // In clean air a small difference is a large ratio: there it is told of, and no more.
  return a - b > FAR_ABOVE.rest ? a / b : Math.min(a / b, FAR_ABOVE.times);
}

/** Value in the unit of the pollutant, converted by the national breakpoints where it is a sub-index; null where it cannot be. */
export function massOf({ pollutant, value, unit }: Observation): number | null {
  if (value === null || !isPollutant(pollutant) || value < 0) return null;
  if (unit !== 'sub-index') return value;
  return value > MOST_INDEX ? null : concentrationOf(pollutant, value).value;
}
