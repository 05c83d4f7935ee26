import { FieldfareError } from '../../foundation/errors/index.ts';
import type { MassUnit } from './units/pollutants.ts';

/** Unit of a figure: an index of 0 to 500, or a mass in a volume of air. Never averaged together. */
export type Unit = 'sub-index' | MassUnit;

/** Says how the unit is known: proven by the source, implied by its numbers, stated, or usual for its publisher. */
export type UnitGrade = 'proven' | 'strong' | 'stated' | 'known';

/** Problems of a value. Flagged values are stored, but left out of means. */
export type Flag =
  | 'missing'
  | 'negative'
  /** All figures of the station equal its last ones, at another time. */
  | 'frozen'
  /** A code of a logger for no reading, or the end of an instrument's scale: 999, 985, the same extreme again and again. */
  | 'code'
  /** Above the maximum of the unit, or a mean outside its own extremes. */
  | 'impossible'
  /** More PM2.5 than PM10, of which it is a part. */
  | 'fine-above-coarse'
  /** So much more that no difference of instruments explains it. */
  | 'fine-far-above-coarse';

/** One published figure of one station, unchanged, with its source. */
export interface Observation {
  readonly station: string;
  readonly city: string;
  readonly state: string;
  /** Degrees; null where the source gives none. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** A name of the table of pollutants, or the text of the source where it is not known. */
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

/** Holds what one file or answer says. */
export interface Feed {
  readonly observations: readonly Observation[];
  readonly stations: number;
  readonly evidence: readonly string[];
  /** One line each: rows that could not be read, a cut end. */
  readonly problems: readonly string[];
}

/** Says where a feed came from. */
export interface Origin {
  readonly source: string;
  readonly request?: string | null;
  /** IANA zone of times without one. */
  readonly timeZone: string;
}
