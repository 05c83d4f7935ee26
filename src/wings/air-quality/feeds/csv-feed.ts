import { parse } from 'csv-parse/sync';
import { FeedError } from '../observation.ts';
import { isPollutant, pollutantName } from '../units/pollutants.ts';
import { turnedTimes } from './local-time.ts';
import type { RawFeed, RawRow } from './raw-row.ts';
import {
  type Cells,
  hoursOf,
  isReadingTable,
  isStationTable,
  isTidyTable,
  noteOf,
  readingRows,
  stationRows,
  type TableContext,
} from './station-table.ts';

const MAX_CHARACTERS = 100_000_000;

/** A table format: its identifying columns, or what tells them, and how to read a row. */
interface Dialect {
  readonly columns: readonly string[];
  readonly fits?: (header: readonly string[]) => boolean;
  readonly read: (cells: Cells, line: number, context: TableContext) => RawRow[];
  readonly feed: Omit<RawFeed, 'rows' | 'problems'>;
  /** Times are told by the rows: hours of a reading, and whether a lone time begins it. */
  readonly timed?: { readonly begins: boolean };
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
  {
    // Readings of OpenAQ, from its archive or a download.
    columns: ['location', 'datetime', 'parameter', 'units', 'value'],
    fits: isReadingTable,
    read: readingRows,
    feed: {
      decided: {
        unit: 'µg/m³',
        grade: 'stated',
        evidence: ['OpenAQ publishes concentrations and names their unit'],
      },
    },
    timed: { begins: false },
  },
  {
    // A station's download, as the Central Pollution Control Board has them: a time, and a column for each pollutant.
    columns: ['from date', 'to date', 'pm2.5', 'pm10'],
    fits: isStationTable,
    read: stationRows,
    feed: {
      decided: {
        unit: 'µg/m³',
        grade: 'known',
        evidence: [
          'downloads of stations hold concentrations, in the units of their heads or else µg/m³ and mg/m³ of CO',
        ],
      },
    },
    timed: { begins: true },
  },
  {
    // One's own, a row for each reading.
    columns: ['date', 'station', 'pollutant', 'value'],
    fits: isTidyTable,
    read: readingRows,
    feed: {},
    timed: { begins: false },
  },
];

const fits = ({ columns, fits: own }: Dialect, header: readonly string[]): boolean =>
  own === undefined ? columns.every((column) => header.includes(column)) : own(header);

/**
 * Parses an air-quality table: the national feed, manual monitoring, daily means, downloads of stations or OpenAQ. Notes may
 * stand above its head, and tables of the same kind below each other.
 * @throws {FeedError} for unknown columns
 */
export function parseCsvFeed(text: string, source: string): RawFeed {
  if (text.length > MAX_CHARACTERS) throw new FeedError(`${source}: more than ${MAX_CHARACTERS} characters`);
  const problems: string[] = [];
  const table = recordsOf(text, source, problems);
  const context: TableContext = { source, notes: new Map(), units: new Map() };
  const rows: RawRow[] = [];
  let dialect: Dialect | undefined;
  let header: string[] = [];
  let synthetic = false;
  for (const { cells: given, line } of table) {
    const cells = given.map((cell) => cell.trim());
    if (cells.every((cell) => cell === '')) continue;
    const names = cells.map((name) => name.toLowerCase());
    const found = DIALECTS.find((one) => fits(one, names));
    const note = dialect === undefined || dialect.timed ? noteOf(cells) : undefined;
    if (found !== undefined) {
      [dialect, header] = [found, names];
      context.units.clear();
    } else if (note !== undefined) context.notes.set(...note);
    else if (dialect !== undefined) {
      // Spreadsheets fill notes and tables with empty cells to one width.
      if (cells.length < header.length || cells.slice(header.length).some((cell) => cell !== '')) {
        problems.push(`${source} line ${line}: expected ${header.length} columns, got ${cells.length}`);
        continue;
      }
      const row = Object.fromEntries(header.map((name, i) => [name, cells[i] ?? '']));
      synthetic ||= row.synthetic === 'true';
      for (const one of dialect.read(row, line, context)) {
        const timeHead = header.find((name) => row[name] === one.time);
        rows.push({ ...one, ...(timeHead !== undefined && { timeHead }) });
      }
    }
  }
  if (dialect === undefined) {
    const first = table.find(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    throw new FeedError(unknownColumns(first?.cells.map((name) => name.trim().toLowerCase()) ?? [], source));
  }
  const { feed, timed } = dialect;
  const begins = timed?.begins === true && !header.some((name) => /^(?:to|to.date|end date)$/.test(name));
  const turned = turnedTimes(rows);
  return { ...feed, rows: turned, problems, synthetic, ...(timed && { hours: hoursOf(turned), begins }) };
}

/** What parts cells in the first lines: a spreadsheet in half of the world writes semicolons, and commas for decimals. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, 5_000).split(/\r?\n/).slice(0, 10);
  const count = (mark: string) => Math.max(...lines.map((line) => line.split(mark).length));
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

const POINTED = /^[-+−]?\d+\.\d+$/;
const DECIMAL_COMMA = /^([-+−]?\d+),(\d+)$/;

function withPoints(table: Records): Records {
  if (table.some(({ cells }) => cells.some((one) => POINTED.test(one)))) return table;
  return table.map(({ cells, line }) => ({
    cells: cells.map((one) => one.replace(DECIMAL_COMMA, '$1.$2')),
    line,
  }));
}

type Records = readonly { readonly cells: readonly string[]; readonly line: number }[];

function recordsOf(text: string, source: string, problems: string[]): Records {
  const delimiter = delimiterOf(text);
  try {
    const parsed = parse(text, {
      bom: true,
      delimiter,
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
    const records = parsed.map(({ record, info }) => ({ cells: record, line: info.lines }));
    return delimiter === ',' ? records : withPoints(records);
  } catch (error) {
    throw new FeedError(`${source}: ${(error as Error).message}`, { cause: error });
  }
}

function unknownColumns(header: readonly string[], source: string): string {
  const closest = [...DIALECTS]
    .map(({ columns }) => columns.filter((column) => !header.includes(column)))
    .sort((a, b) => a.length - b.length)[0];
  const shown = header.slice(0, 12).join(', ').slice(0, 200);
  return `${source} line 1: not a table of air quality: columns ${closest?.join(', ')} are missing, there are ${shown || 'none'}; rename the columns to date, station, pollutant, value (and city), and save the table as CSV`;
}
