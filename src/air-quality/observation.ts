import { FieldfareError } from '../foundation/errors/index.ts';

/** Unit of a figure: an index of 0 to 500, or a mass in a volume of air. Never averaged together. */
export type Unit = 'sub-index' | 'µg/m³' | 'mg/m³';

/** How the unit is known: proven by the source, implied by its numbers, stated, or usual for its publisher. */
export type UnitGrade = 'proven' | 'strong' | 'stated' | 'known';

/** Problems of a value. Flagged values are stored, but left out of means. */
export type Flag =
  | 'missing'
  | 'negative'
  /** All figures of the station equal its last ones, at another time. */
  | 'frozen'
  /** Above the maximum of the unit, or a mean outside its own extremes. */
  | 'impossible'
  /** More PM2.5 than PM10, of which it is a part. */
  | 'fine-above-coarse';

/** One published figure of one station, unchanged, with its source. */
export interface Observation {
  readonly station: string;
  readonly city: string;
  readonly state: string;
  /** Degrees; null where the source gives none. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** `PM2.5`, `PM10`, `NO2`, `NH3`, `SO2`, `CO`, `O3`. */
  readonly pollutant: string;
  readonly value: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly unit: Unit;
  readonly unitGrade: UnitGrade;
  /** End of the averaging period, ISO 8601, UTC. */
  readonly at: string;
  /** Averaging period. */
  readonly hours: number;
  /** Made up by a practice web, and marked so by its page. */
  readonly synthetic: boolean;
  /** Address or file it was read from. */
  readonly source: string;
  /** The request that brought it, such as `POST https://… state=Punjab&city=…`; null for a file. */
  readonly request: string | null;
  readonly flags: readonly Flag[];
}

/** A feed, or a part of it, could not be read; the rest is kept. */
export class FeedError extends FieldfareError {
  readonly code = 'feed';
}

/** What one file or answer held. */
export interface Feed {
  readonly observations: readonly Observation[];
  readonly stations: number;
  /** Evidence for the unit. */
  readonly evidence: readonly string[];
  /** One line each: rows that could not be read, a cut end. */
  readonly problems: readonly string[];
}

/** Where a feed came from. */
export interface Origin {
  readonly source: string;
  readonly request?: string | null;
  /** IANA zone of times without one. */
  readonly timeZone: string;
}

/** Spellings of pollutants in feeds and tables. */
const POLLUTANTS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(?:pm|rspm\/?pm)[\s_]*2[.,_]?\s?5$|^fine particulate/i, 'PM2.5'],
  [/^(?:rspm\/?)?(?:pm)?[\s_]*10$|^rspm$/i, 'PM10'],
  [/^no2$/i, 'NO2'],
  [/^nh3$/i, 'NH3'],
  [/^so2$/i, 'SO2'],
  [/^co$/i, 'CO'],
  [/^(?:o3|ozone)$/i, 'O3'],
];

/** One name for a pollutant however it is written; the text itself where it is not known. */
export function pollutantName(text: string): string {
  const plain = text
    .replace(/[₀-₉]/g, (digit) => String(digit.charCodeAt(0) - 0x2080))
    .replace(/\s*\(.*\)\s*$/, '')
    .trim();
  return POLLUTANTS.find(([pattern]) => pattern.test(plain))?.[1] ?? plain;
}
