import { type TreeDocument, textOf } from '../../foundation/dom/index.ts';
import { instantOf } from '../feeds/local-time.ts';
import { feedOf, type RawRow } from '../feeds/raw-row.ts';
import type { UnitGrade } from '../observation.ts';
import { type Feed, type Origin, pollutantName, type Unit } from '../observation.ts';
import { type PageTable, tablesOf } from './tables.ts';

/** What the question was about, where the answer does not repeat it. */
export interface AskedFor {
  readonly state: string;
  readonly city: string;
  readonly station?: string;
  readonly date?: string;
}

type Role =
  | 'station'
  | 'time'
  | 'pollutant'
  | 'min'
  | 'max'
  | 'mean'
  | 'unit'
  | 'period'
  | 'latitude'
  | 'longitude';

const ROLES: readonly (readonly [RegExp, Role])[] = [
  [/\b(?:station|site|location|monitor)\b/i, 'station'],
  [/\b(?:date|time|update|updated|hour)\b/i, 'time'],
  [/\b(?:pollutant|parameter)\b/i, 'pollutant'],
  [/\bmin(?:imum)?\b/i, 'min'],
  [/\bmax(?:imum)?\b/i, 'max'],
  [/\b(?:avg|average|mean|value|concentration|sub-?index)\b/i, 'mean'],
  [/\bunits?\b/i, 'unit'],
  [/\bperiod\b/i, 'period'],
  [/\blat(?:itude)?\b/i, 'latitude'],
  [/\b(?:lon|long|lng|longitude)\b/i, 'longitude'],
];

/** Words by which a page says that its figures were made up. */
const SYNTHETIC = /\b(?:synthetic|made up|simulated|sample data|not a measurement)\b/i;
const PLACE = /latitude:?\s*(-?\d{1,2}(?:\.\d+)?)\D{1,20}longitude:?\s*(-?\d{1,3}(?:\.\d+)?)/i;

/**
 * PM2.5 and PM10 (and whatever pollutants stand beside them) of the tables of a page: one row a pollutant, or one column.
 * A table that names no unit is not read, which `problems` says: a sub-index and a concentration look alike.
 * @returns null where the page has no such table
 */
export function readAirPage(tree: TreeDocument, asked: AskedFor, origin: Origin): Feed | null {
  const text = textOf(tree.root, 50_000);
  const feeds = tablesOf(tree).flatMap((table) => {
    const rows = rowsOf(table, asked, text, origin);
    if (rows.length === 0) return [];
    const unit = unitOf(table);
    if (unit === null) {
      const problem = `${origin.source}: a table of ${rows.length} figures names no unit; it is not read`;
      return [{ observations: [], stations: 0, evidence: [], problems: [problem] }];
    }
    const grade: UnitGrade = 'stated';
    const decided = { unit, grade, evidence: ['the table names it'] };
    const raw = { rows, problems: [], decided, hours: hoursOf(table), synthetic: SYNTHETIC.test(text) };
    return [feedOf(raw, origin)];
  });
  if (feeds.length === 0) return null;
  return {
    observations: feeds.flatMap(({ observations }) => observations),
    stations: feeds.reduce((sum, { stations }) => sum + stations, 0),
    evidence: feeds.flatMap(({ evidence }) => evidence),
    problems: feeds.flatMap(({ problems }) => problems),
  };
}

const roleOf = (head: string): Role | undefined => ROLES.find(([pattern]) => pattern.test(head))?.[1];
const isPollutant = (head: string): boolean =>
  /^(?:PM2\.5|PM10|NO2|SO2|CO|NH3|O3)$/.test(pollutantName(head.replace(/\s*[([].*$/, '')));

function rowsOf({ head, rows }: PageTable, asked: AskedFor, text: string, { timeZone }: Origin): RawRow[] {
  const roles = head.map(roleOf);
  const columns = new Map(roles.map((role, i) => [role, i] as const).reverse());
  const wide = head.map((name, i) => (isPollutant(name) ? i : -1)).filter((i) => i >= 0);
  const pollutantAt = columns.get('pollutant');
  if (pollutantAt === undefined && wide.length === 0) return [];
  const [, latitude = '', longitude = ''] = PLACE.exec(text) ?? [];
  return rows.flatMap((row, i): RawRow[] => {
    const cell = (role: Role): string | undefined => {
      const at = columns.get(role);
      return at === undefined ? undefined : row[at];
    };
    const time = cell('time') ?? asked.date ?? '';
    // The line of a sum or a note has no time.
    if (instantOf(time, timeZone) === null) return [];
    const common = {
      state: asked.state,
      city: asked.city,
      station: cell('station') ?? asked.station ?? '',
      time,
      latitude: cell('latitude') ?? latitude,
      longitude: cell('longitude') ?? longitude,
      line: i + 1,
    };
    if (pollutantAt === undefined)
      return wide.map((at) => ({
        ...common,
        pollutant: (head[at] ?? '').replace(/\s*[([].*$/, ''),
        mean: row[at] ?? '',
      }));
    const [min, max, unit] = [cell('min'), cell('max'), cell('unit')];
    return [
      {
        ...common,
        pollutant: row[pollutantAt] ?? '',
        mean: cell('mean') ?? '',
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
        ...(unit === undefined ? {} : { unit }),
      },
    ];
  });
}

/** One unit for a table: it averages badly otherwise. */
function unitOf({ caption, head, rows }: PageTable): Unit | null {
  const at = head.findIndex((name) => roleOf(name) === 'unit');
  const said = at < 0 ? [caption, ...head].join(' ') : rows.map((row) => row[at] ?? '').join(' ');
  const index = /\b(?:sub-?index|aqi|index)\b/i.test(said);
  const mass = /[µμ]g\s*\/?\s*m|ug\/m3|micrograms?/i.test(said);
  return index === mass ? null : index ? 'sub-index' : 'µg/m³';
}

function hoursOf({ caption, head, rows }: PageTable): number {
  const at = head.findIndex((name) => roleOf(name) === 'period');
  const said = at < 0 ? [caption, ...head].join(' ') : (rows[0]?.[at] ?? '');
  const hours = /(\d{1,2})\s*-?\s*h/i.exec(said)?.[1];
  return hours === undefined ? 24 : Math.max(1, Number(hours));
}
