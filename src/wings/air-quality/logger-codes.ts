import type { Observation } from './observation.ts';
import { isParticulate } from './units/breakpoints.ts';

/** 999, 9999, 999.99: what loggers write where there is no reading. */
const NINES = /^9{3,}(?:\.9*)?$/;
/** The ends of the scale of beta attenuation monitors, 1,000 µg/m³ less their offset. */
const SCALE_ENDS: readonly number[] = [985, 995];
/** Readings of a series before its extreme says anything, and repeats before it is no chance. */
const LEAST_READINGS = 12;
const LEAST_REPEATS = 3;
/** The end of a scale lies this many times above the usual reading. */
const FAR = 4;

/** Tells whether a mass is a code that means "no reading", or the end of an instrument's scale. */
export const isCode = ({ value, unit, pollutant }: Observation): boolean =>
  value !== null &&
  unit !== 'sub-index' &&
  (NINES.test(String(value)) || (isParticulate(pollutant) && SCALE_ENDS.includes(value)));

/**
 * Observations of one station, pollutant and averaging period that stand at the end of a scale: the largest value, again and
 * again, far above the usual one. What lies below is looked at once more, as a logger may have more than one code.
 */
export function scaleEnds(series: readonly Observation[]): Observation[] {
  const masses = series.filter(({ value, unit }) => value !== null && value >= 0 && unit !== 'sub-index');
  if (masses.length < LEAST_READINGS) return [];
  const values = masses.map(({ value }) => value ?? 0).sort((a, b) => a - b);
  const usual = values[Math.floor(values.length / 2)] ?? 0;
  const ends = new Set<number>();
  for (;;) {
    const most = values.at(-1) ?? 0;
    const repeats = values.length - values.indexOf(most);
    if (repeats < LEAST_REPEATS || most < FAR * usual || usual === 0) break;
    ends.add(most);
    values.length -= repeats;
  }
  return masses.filter(({ value }) => value !== null && ends.has(value));
}
