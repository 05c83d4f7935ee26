import type { Feed, Observation, Origin, Unit } from '../observation.ts';
import { isPollutant, massFactor, POLLUTANTS, pollutantName } from '../units/pollutants.ts';
import { decideUnit, type FeedFigures, type UnitDecision } from '../units/unit-evidence.ts';
import { instantOf } from './local-time.ts';

/** One figure of a feed in any format, with unchanged texts. */
export interface RawRow {
  readonly state: string;
  readonly city: string;
  readonly station: string;
  readonly time: string;
  /** Head of the column that its time stands in. */
  readonly timeHead?: string;
  readonly latitude?: string;
  readonly longitude?: string;
  readonly pollutant: string;
  readonly mean: string;
  readonly min?: string;
  readonly max?: string;
  readonly unit?: string;
  /** Says where it stands, for messages. */
  readonly line: number;
}

/** A reading of a feed before its unit is known. */
export interface RawFeed {
  readonly rows: readonly RawRow[];
  /** Index of a station, where the feed publishes one. */
  readonly indexes?: ReadonlyMap<string, number>;
  readonly problems: readonly string[];
  readonly hours?: number;
  /** True where a time with an hour is that at which the averaging period begins. */
  readonly begins?: boolean;
  /** A unit that the kind of feed is published in, whatever its numbers. */
  readonly decided?: UnitDecision;
  readonly synthetic?: boolean;
}

const NOTHING = /^(?:na|n\/a|#n\/a|nan|null|none|nil|-+|—|)$/i;
const NUMBER = /^[-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?$/i;
const MAX_PROBLEMS = 50;

/** Returns null for a missing value, undefined for text that is no number. */
export function figureOf(text: string | undefined): number | null | undefined {
  const plain = (text ?? '').trim().replace('−', '-');
  if (NOTHING.test(plain)) return null;
  return NUMBER.test(plain) ? Number(plain) : undefined;
}

const stationKey = (row: RawRow): string => `${row.state}\u0000${row.city}\u0000${row.station}`;

/** Converts raw rows to observations: one unit for the whole feed; unreadable rows are reported. */
export function feedOf(raw: RawFeed, origin: Origin): Feed {
  const decision = raw.decided ?? decideUnit(figuresOf(raw));
  const problems = [...raw.problems];
  const observations: Observation[] = [];
  for (const row of raw.rows) {
    const read = observationOf(row, raw, decision, origin);
    if (typeof read === 'string') problems.push(`${origin.source} line ${row.line}: ${read}`);
    else observations.push(read);
  }
  const more = problems.length - MAX_PROBLEMS;
  return {
    observations,
    stations: new Set(raw.rows.map(stationKey)).size,
    evidence: decision.evidence,
    problems:
      more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `${origin.source}: ${more} more problems`] : problems,
  };
}

function observationOf(
  row: RawRow,
  raw: RawFeed,
  decision: UnitDecision,
  origin: Origin,
): Observation | string {
  const told = instantOf(row.time, origin.timeZone);
  const shift = raw.begins && row.time.includes(':') ? (raw.hours ?? 24) * 3_600_000 : 0;
  const at = told && new Date(Date.parse(told) + shift).toISOString();
  if (at === null) {
    const where = row.timeHead === undefined ? '' : ` in column "${row.timeHead}"`;
    return `expected a time, got "${row.time.slice(0, 40)}"${where}; write times as 2026-03-20 14:00 and save the file again`;
  }
  const [value, min, max] = [row.mean, row.min, row.max].map(figureOf);
  if (value === undefined || min === undefined || max === undefined)
    return `expected numbers or NA for ${row.pollutant}, got "${[row.min, row.max, row.mean].join(', ').slice(0, 60)}"`;
  const pollutant = pollutantName(row.pollutant);
  const factor = decision.unit === 'sub-index' ? 1 : factorOf(pollutant, row.unit);
  if (factor === null) return `expected a unit of concentration, got "${(row.unit ?? '').slice(0, 20)}"`;
  const scaled = (figure: number | null) => (figure === null ? null : figure * factor);
  const [latitude, longitude] = coordinatesOf(row);
  return {
    station: row.station,
    city: row.city,
    state: row.state.replaceAll('_', ' '),
    latitude,
    longitude,
    pollutant,
    value: scaled(value),
    min: scaled(min),
    max: scaled(max),
    unit: unitFor(pollutant, decision.unit),
    unitGrade: decision.grade,
    at,
    hours: raw.hours ?? 24,
    synthetic: raw.synthetic ?? false,
    source: origin.source,
    request: origin.request ?? null,
    flags: value === null ? ['missing'] : [],
  };
}

const unitFor = (pollutant: string, unit: Unit): Unit =>
  unit !== 'sub-index' && isPollutant(pollutant) ? POLLUTANTS[pollutant].unit : unit;

const factorOf = (pollutant: string, unit = ''): number | null =>
  isPollutant(pollutant) ? massFactor(pollutant, unit) : 1;

function coordinatesOf(row: RawRow): readonly [number | null, number | null] {
  const latitude = figureOf(row.latitude);
  const longitude = figureOf(row.longitude);
  const usable =
    typeof latitude === 'number' &&
    typeof longitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    (latitude !== 0 || longitude !== 0);
  return usable ? [latitude, longitude] : [null, null];
}

/** Returns what the feed shows of its unit. */
function figuresOf({ rows, indexes }: RawFeed): FeedFigures {
  const stations = new Map<string, Map<string, { mean: number; max: number }>>();
  let stated: Unit | null = null;
  for (const row of rows) {
    const pollutant = pollutantName(row.pollutant);
    if (pollutant.startsWith('PM') && /[µμ]g/.test(row.unit ?? '')) stated = 'µg/m³';
    const mean = figureOf(row.mean);
    const known = stations.get(stationKey(row)) ?? new Map();
    stations.set(stationKey(row), known);
    if (typeof mean === 'number') known.set(pollutant, { mean, max: figureOf(row.max) ?? mean });
  }
  const all = [...stations.values()];
  const of = (name: string) => all.flatMap((one) => one.get(name) ?? []);
  const pairs = all.flatMap((one) => {
    const [fine, coarse] = [one.get('PM2.5'), one.get('PM10')];
    return fine && coarse ? [fine.mean > coarse.mean] : [];
  });
  const indexed = [...(indexes ?? [])].map(
    ([key, index]) => index === Math.max(...[...(stations.get(key)?.values() ?? [])].map(({ mean }) => mean)),
  );
  return {
    particulates: [...of('PM2.5'), ...of('PM10')],
    monoxide: of('CO').map(({ mean }) => mean),
    indexed: indexed.length,
    indexIsLargest: indexed.filter(Boolean).length,
    both: pairs.length,
    fineAbove: pairs.filter(Boolean).length,
    stated,
  };
}
