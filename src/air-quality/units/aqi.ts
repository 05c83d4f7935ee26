import { type Particulate, type Standard, subIndexOf } from './breakpoints.ts';

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

export interface Aqi {
  readonly value: number;
  readonly category: string;
  /** The pollutant with the largest sub-index. */
  readonly dominant: Particulate;
  /** What it was taken over. The national index asks for three pollutants, PM2.5 or PM10 among them. */
  readonly over: readonly Particulate[];
  readonly official: false;
}

/**
 * Index of the particulates alone: the larger of their sub-indexes. Not the official index, which asks for at least three
 * pollutants (CPCB 2014); it can only be lower.
 * @param means 24-hour means in µg/m³
 */
export function particulateAqi(
  means: Readonly<Partial<Record<Particulate, number>>>,
  standard: Standard = 'india',
): Aqi | null {
  const parts = (['PM2.5', 'PM10'] as const).flatMap((pollutant) => {
    const mean = means[pollutant];
    return mean === undefined ? [] : [{ pollutant, index: subIndexOf(pollutant, mean, standard) }];
  });
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
