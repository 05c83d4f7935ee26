import { type Covered, type Standard, subIndexOf } from './breakpoints.ts';
import type { Pollutant } from './pollutants.ts';

/** Category of an index, with the words of the standard. */
const CATEGORIES: Readonly<Record<Standard, readonly (readonly [upTo: number, name: string])[]>> = {
  india: [
    [50, 'Good'],
    [100, 'Satisfactory'],
    [200, 'Moderate'],
    [300, 'Poor'],
    [400, 'Very poor'],
    [500, 'Severe'],
  ],
  us: [
    [50, 'Good'],
    [100, 'Moderate'],
    [150, 'Unhealthy for sensitive groups'],
    [200, 'Unhealthy'],
    [300, 'Very unhealthy'],
    [500, 'Hazardous'],
  ],
};

export const categoryOf = (index: number, standard: Standard = 'india'): string =>
  CATEGORIES[standard].find(([upTo]) => index <= upTo)?.[1] ?? 'Severe';

export const categoryNames = (standard: Standard): readonly string[] =>
  CATEGORIES[standard].map(([, name]) => name);

export interface Aqi {
  readonly value: number;
  readonly category: string;
  /** The pollutant with the largest sub-index. */
  readonly dominant: Pollutant;
  /** Holds what it was taken over. The national index asks for three pollutants, PM2.5 or PM10 among them. */
  readonly over: readonly Pollutant[];
  readonly official: false;
}

/**
 * The largest of the sub-indexes of the pollutants that are known. Not the official index, which is one of a day and asks
 * for at least three pollutants (CPCB 2014).
 * @param means means over a day, in the unit of each pollutant
 */
export function airQualityIndex<Which extends Standard = 'india'>(
  means: Readonly<Partial<Record<Covered<Which>, number>>>,
  standard?: Which,
): Aqi | null {
  const parts = (Object.entries(means) as [Covered<Which>, number][]).map(([pollutant, mean]) => ({
    pollutant,
    index: subIndexOf(pollutant, mean, standard),
  }));
  const top = parts.sort((a, b) => b.index - a.index)[0];
  if (top === undefined) return null;
  return {
    value: top.index,
    category: categoryOf(top.index, standard),
    dominant: top.pollutant,
    over: parts.map(({ pollutant }) => pollutant).sort(),
    official: false,
  };
}
