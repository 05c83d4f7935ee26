import { parse } from 'csv-parse/sync';
import { FeedError } from '../observation.ts';
import { isPollutant, pollutantName } from '../units/pollutants.ts';
import type { RawFeed, RawRow } from './raw-row.ts';

const MAX_CHARACTERS = 100_000_000;

type Cells = Readonly<Record<string, string>>;

/** A table format: its identifying columns and how to read a row. */
interface Dialect {
  readonly columns: readonly string[];
  readonly read: (cells: Cells, line: number) => RawRow[];
  readonly feed: Omit<RawFeed, 'rows' | 'problems'>;
}

/** Columns that are headed by a pollutant. */
const pollutantColumns = (cells: Cells): string[] =>
  Object.keys(cells).filter((name) => isPollutant(pollutantName(name)));

const cell = (cells: Cells, name: string): string => cells[name] ?? '';

const DIALECTS: readonly Dialect[] = [
  {
    // data.gov.in, one row a pollutant.
    columns: [
      'state',
      'city',
      'station',
      'last_update',
      'pollutant_id',
      'pollutant_min',
      'pollutant_max',
      'pollutant_avg',
    ],
    read: (cells, line) => [
      {
        state: cell(cells, 'state'),
        city: cell(cells, 'city'),
        station: cell(cells, 'station'),
        time: cell(cells, 'last_update'),
        latitude: cell(cells, 'latitude'),
        longitude: cell(cells, 'longitude'),
        pollutant: cell(cells, 'pollutant_id'),
        mean: cell(cells, 'pollutant_avg'),
        min: cell(cells, 'pollutant_min'),
        max: cell(cells, 'pollutant_max'),
        line,
      },
    ],
    feed: {},
  },
  {
    // National manual monitoring: one row a day and site.
    columns: [
      'sampling date',
      'state',
      'city/town/village/area',
      'location of monitoring station',
      'rspm/pm10',
      'pm 2.5',
    ],
    read: (cells, line) =>
      pollutantColumns(cells).map((column) => ({
        state: cell(cells, 'state'),
        city: cell(cells, 'city/town/village/area'),
        station: cell(cells, 'location of monitoring station'),
        time: cell(cells, 'sampling date'),
        pollutant: column,
        mean: cell(cells, column),
        line,
      })),
    feed: {
      decided: {
        unit: 'µg/m³',
        grade: 'known',
        evidence: [
          'no unit is given; manual monitoring is published in µg/m³, and nothing here speaks against it',
        ],
      },
    },
  },
  {
    // Daily means by city.
    columns: ['city', 'date', 'pm2.5', 'pm10'],
    read: (cells, line) =>
      pollutantColumns(cells).map((column) => ({
        state: cell(cells, 'state'),
        city: cell(cells, 'city'),
        station: cell(cells, 'station') || `${cell(cells, 'city')}, mean of the city`,
        time: cell(cells, 'date'),
        pollutant: column,
        mean: cell(cells, column),
        line,
      })),
    feed: {
      decided: {
        unit: 'µg/m³',
        grade: 'known',
        evidence: ['no unit is given; daily means with decimals, above 500, are concentrations'],
      },
    },
  },
];

/**
 * Parses an air-quality table: the national feed, manual monitoring, or daily means by city.
 * @throws {FeedError} for unknown columns
 */
export function parseCsvFeed(text: string, source: string): RawFeed {
  if (text.length > MAX_CHARACTERS) throw new FeedError(`${source}: more than ${MAX_CHARACTERS} characters`);
  const problems: string[] = [];
  const table = recordsOf(text, source, problems);
  const header = table.shift()?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const dialect = DIALECTS.find(({ columns }) => columns.every((column) => header.includes(column)));
  if (dialect === undefined) throw new FeedError(unknownColumns(header, source));
  const rows: RawRow[] = [];
  for (const { cells, line } of table) {
    if (cells.every((text) => text.trim() === '')) continue;
    if (cells.length !== header.length) {
      problems.push(`${source} line ${line}: expected ${header.length} columns, got ${cells.length}`);
      continue;
    }
    rows.push(
      ...dialect.read(Object.fromEntries(header.map((name, i) => [name, (cells[i] ?? '').trim()])), line),
    );
  }
  if (!header.includes('synthetic')) return { ...dialect.feed, rows, problems };
  const at = header.indexOf('synthetic');
  const synthetic = table.some(({ cells }) => cells[at] === 'true');
  return { ...dialect.feed, rows, problems, synthetic };
}

function recordsOf(text: string, source: string, problems: string[]): { cells: string[]; line: number }[] {
  try {
    const parsed = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      on_skip: (error) => {
        if (error) problems.push(`${source}: ${error.message}`);
      },
      skip_records_with_error: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return parsed.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch (error) {
    throw new FeedError(`${source}: ${(error as Error).message}`, { cause: error });
  }
}

function unknownColumns(header: readonly string[], source: string): string {
  const closest = [...DIALECTS]
    .map(({ columns }) => columns.filter((column) => !header.includes(column)))
    .sort((a, b) => a.length - b.length)[0];
  const shown = header.slice(0, 12).join(', ').slice(0, 200);
  return `${source} line 1: not a table of air quality: columns ${closest?.join(', ')} are missing, there are ${shown || 'none'}`;
}
