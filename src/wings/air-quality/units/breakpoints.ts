import { forEachPollutant, POLLUTANTS, type Pollutant } from './pollutants.ts';

/** Knots of a piecewise linear index: [concentration in the unit of the pollutant, index]. */
type Knots = readonly (readonly [concentration: number, index: number])[];

export type Standard = 'india' | 'us';
export type Particulate = 'PM2.5' | 'PM10';
/** The US index is there for particulates alone. */
export type Covered<Which extends Standard> = Which extends 'us' ? Particulate : Pollutant;

/**
 * India: Central Pollution Control Board, "National Air Quality Index" (2014). Above the last class the board's own
 * calculator goes on at the slope of the class below, and stops at 500.
 */
function indianKnots(pollutant: Pollutant): Knots {
  const [good, satisfactory, moderate, poor, veryPoor] = POLLUTANTS[pollutant].classes;
  return [
    [0, 0],
    [good, 50],
    [satisfactory, 100],
    [moderate, 200],
    [poor, 300],
    [veryPoor, 400],
    [2 * veryPoor - poor, 500],
  ];
}
const INDIA = forEachPollutant(indianKnots);

/**
 * Bands of the US index (Environmental Protection Agency, 40 CFR 58 appendix G as amended in 2024, 24-hour means): [low µg/m³, high µg/m³, low index, high index];
 * values are cut to the step first.
 */
type Bands = readonly (readonly [number, number, number, number])[];
const US: Readonly<Record<Particulate, { readonly step: number; readonly bands: Bands }>> = {
  'PM2.5': {
    step: 0.1,
    bands: [
      [0, 9, 0, 50],
      [9.1, 35.4, 51, 100],
      [35.5, 55.4, 101, 150],
      [55.5, 125.4, 151, 200],
      [125.5, 225.4, 201, 300],
      [225.5, 325.4, 301, 500],
    ],
  },
  PM10: {
    step: 1,
    bands: [
      [0, 54, 0, 50],
      [55, 154, 51, 100],
      [155, 254, 101, 150],
      [255, 354, 151, 200],
      [355, 424, 201, 300],
      [425, 604, 301, 500],
    ],
  },
};

export const isParticulate = (pollutant: string): pollutant is Particulate =>
  pollutant === 'PM2.5' || pollutant === 'PM10';

/** Sub-index of a mean over a day: a whole number of 0 to 500. @throws {RangeError} for a negative one */
export function subIndexOf<Which extends Standard = 'india'>(
  pollutant: Covered<Which>,
  concentration: number,
  standard?: Which,
): number {
  if (!(concentration >= 0))
    throw new RangeError(`expected a concentration of 0 or more, got ${concentration}`);
  if (standard !== 'us') return Math.round(interpolate(INDIA[pollutant], concentration, 0));
  const { step, bands } = US[pollutant as Particulate];
  const cut = Math.floor(concentration / step + 1e-9) * step;
  const band = bands.find(([, high]) => cut <= high + step / 2);
  if (band === undefined) return 500;
  const [low, high, lowIndex, highIndex] = band;
  return Math.round(lowIndex + ((cut - low) * (highIndex - lowIndex)) / (high - low));
}

/** Converts a sub-index to a concentration, with the limits from its rounding. */
interface Concentration {
  readonly value: number;
  readonly low: number;
  /** Infinity at 500, where the index stops. */
  readonly high: number;
}

/**
 * The mean over a day behind a sub-index, in the unit of the pollutant: the inverse of the breakpoints, so an approximation.
 * @throws {RangeError} for an index outside of 0 to 500
 */
export function concentrationOf<Which extends Standard = 'india'>(
  pollutant: Covered<Which>,
  index: number,
  standard?: Which,
): Concentration {
  if (!(index >= 0 && index <= 500)) throw new RangeError(`expected an index of 0 to 500, got ${index}`);
  const knots =
    standard !== 'us'
      ? INDIA[pollutant]
      : US[pollutant as Particulate].bands.flatMap(([low, high, lowIndex, highIndex]) => [
          [low, lowIndex] as const,
          [high, highIndex] as const,
        ]);
  const at = (value: number) => interpolate(knots, Math.min(500, Math.max(0, value)), 1);
  return { value: at(index), low: at(index - 0.5), high: index >= 500 ? Infinity : at(index + 0.5) };
}

/** @param from the side of the knots that `value` lies on: 0 concentration, 1 index */
function interpolate(knots: Knots, value: number, from: 0 | 1): number {
  const to = from === 0 ? 1 : 0;
  const last = knots[knots.length - 1] as Knots[number];
  if (value >= last[from]) return last[to];
  const next = knots.findIndex((knot) => value < knot[from]);
  const [a, b] = [knots[next - 1], knots[next]];
  if (a === undefined || b === undefined) return knots[0]?.[to] ?? 0;
  return a[to] + ((value - a[from]) * (b[to] - a[to])) / (b[from] - a[from]);
}
