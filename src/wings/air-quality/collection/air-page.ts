import { type TreeDocument, textOf } from '../../../foundation/dom/index.ts';
import { instantOf } from '../feeds/local-time.ts';
import { feedOf, type RawRow } from '../feeds/raw-row.ts';
import type { Feed, Origin, Unit, UnitGrade } from '../observation.ts';
import { isPollutant, pollutantName } from '../units/pollutants.ts';
import { type HtmlTable, tablesOf } from './tables.ts';

/** Values of the query, for answers that do not repeat them. */
export interface QueryContext {
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

/** Words of a page that mark its figures as synthetic. */
const SYNTHETIC = /\b(?:synthetic|made up|simulated|sample data|not a measurement)\b/i;
const PLACE = /latitude:?\s*(-?\d{1,2}(?:\.\d+)?)\D{1,20}longitude:?\s*(-?\d{1,3}(?:\.\d+)?)/i;

/**
 * Reads the pollutants that are known from the tables of a page: one row a pollutant, or one column. A table without a
 * unit is reported in `problems` and not read: sub-indexes and concentrations look alike.
 * @returns null where the page has no such table
 */
export function readAirPage(tree: TreeDocument, context: QueryContext, origin: Origin): Feed | null {
  const text = textOf(tree.root, 50_000);
  const feeds = tablesOf(tree).flatMap((table) => {
    const rows = rowsOf(table, context, text, origin);
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
const namesPollutant = (head: string): boolean =>
  isPollutant(pollutantName(head.replace(/[([].*/, '').trimEnd()));

function rowsOf(
  { head, rows }: HtmlTable,
  context: QueryContext,
  text: string,
  { timeZone }: Origin,
): RawRow[] {
  const roles = head.map(roleOf);
  const columns = new Map(roles.map((role, i) => [role, i] as const).reverse());
  const wide = head.map((name, i) => (namesPollutant(name) ? i : -1)).filter((i) => i >= 0);
  const pollutantAt = columns.get('pollutant');
  if (pollutantAt === undefined && wide.length === 0) return [];
  const [, latitude = '', longitude = ''] = PLACE.exec(text) ?? [];
  return rows.flatMap((row, i): RawRow[] => {
    const cell = (role: Role): string | undefined => {
      const at = columns.get(role);
      return at === undefined ? undefined : row[at];
    };
    const time = cell('time') ?? context.date ?? '';
    // Rows of sums or notes have no time.
    if (instantOf(time, timeZone) === null) return [];
    const common = {
      state: context.state,
      city: context.city,
      station: cell('station') ?? context.station ?? '',
      time,
      latitude: cell('latitude') ?? latitude,
      longitude: cell('longitude') ?? longitude,
      line: i + 1,
    };
    if (pollutantAt === undefined)
      return wide.map((at) => ({
        ...common,
        pollutant: (head[at] ?? '').replace(/[([].*/, '').trimEnd(),
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

/** Detects the single unit of a table; null where it is missing or ambiguous. */
function unitOf({ caption, head, rows }: HtmlTable): Unit | null {
  const at = head.findIndex((name) => roleOf(name) === 'unit');
  const unitText = at < 0 ? [caption, ...head].join(' ') : rows.map((row) => row[at] ?? '').join(' ');
  const index = /\b(?:sub-?index|aqi|index)\b/i.test(unitText);
  const mass = /[µμ]g\s{0,9}\/?\s{0,9}m|ug\/m3|micrograms?/i.test(unitText);
  return index === mass ? null : index ? 'sub-index' : 'µg/m³';
}

function hoursOf({ caption, head, rows }: HtmlTable): number {
  const at = head.findIndex((name) => roleOf(name) === 'period');
  const unitText = at < 0 ? [caption, ...head].join(' ') : (rows[0]?.[at] ?? '');
  const hours = /(\d{1,2})\s{0,9}-?\s{0,9}h/i.exec(unitText)?.[1];
  return hours === undefined ? 24 : Math.max(1, Number(hours));
}
