import type { Unit, UnitGrade } from '../observation.ts';

/** Holds what a feed shows of itself. */
export interface FeedFigures {
  /** Figures of particulates: mean and largest. */
  readonly particulates: readonly { readonly mean: number; readonly max: number }[];
  /** Mean figures of carbon monoxide. */
  readonly monoxide: readonly number[];
  /** Stations that publish an index, and at how many of them it is the largest of the means. */
  readonly indexed: number;
  readonly indexIsLargest: number;
  /** Stations with both particulates, and at how many PM2.5 is above PM10. */
  readonly both: number;
  readonly fineAbove: number;
  /** A unit that the feed states. */
  readonly stated: Unit | null;
}

export interface UnitDecision {
  readonly unit: Unit;
  readonly grade: UnitGrade;
  readonly evidence: readonly string[];
}

/** Milligrams of carbon monoxide that no city breathes on average. */
const TOO_MUCH_MONOXIDE_MG = 10;

/**
 * Tells whether a feed's figures are sub-indexes or concentrations, from what they show: an index that equals the largest of
 * them proves sub-indexes; a stop at exactly 500, carbon monoxide that no city has, and PM2.5 above PM10 make them
 * all but certain, also where the feed says otherwise.
 */
export function decideUnit(figures: FeedFigures): UnitDecision {
  const { indexed, indexIsLargest } = figures;
  if (indexed > 0 && indexIsLargest === indexed) {
    const evidence = [`the index equals the largest figure at ${indexIsLargest} of ${indexed} stations`];
    return { unit: 'sub-index', grade: 'proven', evidence };
  }
  const signs = signsOfIndex(figures);
  if (signs.length >= 2) {
    const against = figures.stated === null ? [] : [`although it says ${figures.stated}`];
    return { unit: 'sub-index', grade: 'strong', evidence: [...signs, ...against] };
  }
  if (figures.stated !== null)
    return { unit: figures.stated, grade: 'stated', evidence: [`it says ${figures.stated}`] };
  return {
    unit: 'sub-index',
    grade: 'known',
    evidence: [...signs, 'no unit is given; feeds with this layout publish sub-indexes'],
  };
}

function signsOfIndex({ particulates, monoxide, both, fineAbove }: FeedFigures): string[] {
  const signs: string[] = [];
  const all = particulates.flatMap(({ mean, max }) => [mean, max]);
  if (all.length > 0 && all.every(Number.isInteger) && Math.max(...all) === 500)
    signs.push('particulates are whole numbers that stop at exactly 500');
  const median = [...monoxide].sort((a, b) => a - b)[Math.floor(monoxide.length / 2)];
  if (median !== undefined && median > TOO_MUCH_MONOXIDE_MG)
    signs.push(`as concentrations, the median of carbon monoxide would be ${median} mg/m³`);
  // A handful of stations may have one bad sensor.
  if (both >= 20 && fineAbove / both > 0.05)
    signs.push(`PM2.5 is above PM10 at ${fineAbove} of ${both} stations`);
  return signs;
}
