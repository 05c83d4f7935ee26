/** The downloads of stations that people have: a column for each pollutant, or a row for each reading. */

import { basename } from 'node:path';
import { isPollutant, pollutantName } from '../units/pollutants.ts';
import { instantOf } from './local-time.ts';
import type { RawRow } from './raw-row.ts';

export type Cells = Readonly<Record<string, string>>;

/** Holds what stands above the head of a table and beside it: notes by name, units by column. */
export interface TableContext {
  readonly source: string;
  readonly notes: Map<string, string>;
  readonly units: Map<string, string>;
}

const TO = ['to date', 'to', 'end date', 'to_date'];
const STAMPS = [
  'timestamp',
  'datetime',
  'date & time',
  'date time',
  'date/time',
  'from date',
  'from',
  'date',
];
const STATIONS = ['station', 'station name', 'station_name', 'location'];
const UNIT = /g\s?\/?\s?m|ppb|ppm/i;

const first = (cells: Cells | ReadonlyMap<string, string>, names: readonly string[]): string => {
  const of = (name: string) => (cells instanceof Map ? cells.get(name) : (cells as Cells)[name]);
  return names.map(of).find((text) => text !== undefined && text !== '') ?? '';
};

/** Splits "pm2.5 (µg/m³)" and "co [mg/m3]". */
function headOf(name: string): { readonly pollutant: string; readonly unit: string } {
  const at = name.search(/[([]/);
  const [plain, rest] = at < 0 ? [name, ''] : [name.slice(0, at), name.slice(at + 1)];
  return { pollutant: pollutantName(plain.trim()), unit: rest.replace(/[)\]]/g, '').trim() };
}

const timeOf = (cells: Cells): string => first(cells, TO) || first(cells, STAMPS);

/** Tells whether it is the head of a table with a time and a column for each pollutant. */
export const isStationTable = (header: readonly string[]): boolean =>
  [...TO, ...STAMPS].some((name) => header.includes(name)) &&
  header.some((name) => isPollutant(headOf(name).pollutant));

/** One row of all pollutants. A row without a time is of units, or a sum or limit below the table. */
export function stationRows(cells: Cells, line: number, { source, notes, units }: TableContext): RawRow[] {
  const time = timeOf(cells);
  const columns = Object.keys(cells).filter((name) => isPollutant(headOf(name).pollutant));
  if (!/\d/.test(time)) {
    for (const name of columns) if (UNIT.test(cells[name] ?? '')) units.set(name, cells[name] ?? '');
    return [];
  }
  const about = {
    state: cells.state ?? notes.get('state') ?? '',
    city: cells.city ?? notes.get('city') ?? '',
    station: first(cells, STATIONS) || first(notes, STATIONS) || stationOfFile(source),
    ...(cells.latitude === undefined ? {} : { latitude: cells.latitude, longitude: cells.longitude ?? '' }),
  };
  return columns.map((name) => {
    const { pollutant, unit } = headOf(name);
    return {
      ...about,
      time,
      pollutant,
      mean: cells[name] ?? '',
      unit: unit || (units.get(name) ?? ''),
      line,
    };
  });
}

/** "Golden Temple Amritsar - PPCB" of `Raw_data_1Hr_2024_site_256_Golden_Temple_Amritsar_PPCB_1Hr.csv`. */
function stationOfFile(source: string): string {
  const words = basename(source)
    .replace(/(?:\.csv)?(?:\.gz)?$/i, '')
    .split(/[\s_]+/)
    .filter((word) => !/^(?:raw|data|site|\d+(?:min|hr|hour|day)?s?)$/i.test(word));
  const agency = /^[A-Z]{2,6}$/.test(words.at(-1) ?? '') ? words.pop() : undefined;
  return `${words.join(' ')}${agency === undefined ? '' : ` - ${agency}`}`;
}

const PARAMETERS = ['parameter', 'pollutant', 'pollutant_id'];
const VALUES = ['value', 'concentration', 'mean'];

/** Tells whether it is the head of a tidy table: a row for each reading, as one writes it oneself. */
export const isTidyTable = (header: readonly string[]): boolean =>
  [STAMPS, STATIONS, PARAMETERS, VALUES].every((names) => names.some((name) => header.includes(name)));

/** Columns of a row for each reading, in the archive, the downloads and the older downloads of OpenAQ. */
export const isReadingTable = (header: readonly string[]): boolean =>
  ['parameter', 'value'].every((name) => header.includes(name)) &&
  ['datetime', 'datetimeutc', 'utc'].some((name) => header.includes(name));

export function readingRows(cells: Cells, line: number): RawRow[] {
  const pollutant = pollutantName(first(cells, PARAMETERS));
  if (!isPollutant(pollutant)) return [];
  return [
    {
      state: cells.state ?? '',
      city: cells.city ?? '',
      // The archive puts the number of the place behind its name.
      station: first(cells, ['location', 'location_name', ...STATIONS]).replace(/-\d+$/, ''),
      time: first(cells, ['datetime', 'datetimeutc', 'utc', ...STAMPS]),
      latitude: first(cells, ['lat', 'latitude']),
      longitude: first(cells, ['lon', 'longitude']),
      pollutant,
      mean: first(cells, VALUES),
      unit: first(cells, ['units', 'unit']),
      line,
    },
  ];
}

/** Notes above or between tables: "Station,Golden Temple", "City: Amritsar". */
export function noteOf(cells: readonly string[]): readonly [name: string, value: string] | undefined {
  const [own = '', next = ''] = cells.filter((cell) => cell !== '');
  const colon = own.indexOf(':');
  const [name, value] = colon < 0 ? [own, next] : [own.slice(0, colon), own.slice(colon + 1) || next];
  const known = name.trim().toLowerCase();
  return ['state', 'city', ...STATIONS].includes(known) && value !== '' ? [known, value.trim()] : undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Hours of a reading, from the least distance between the times of the rows of a pollutant; a day where there is one row, or no
 * hour in its time.
 */
export function hoursOf(rows: readonly RawRow[]): number {
  let least = 24;
  for (const of of Map.groupBy(rows, ({ station, pollutant }) => `${station}|${pollutant}`).values()) {
    const times = of.flatMap(({ time }) => instantOf(time, 'UTC') ?? []).map((at) => Date.parse(at));
    times.sort((a, b) => a - b);
    times.forEach((at, i) => {
      const hours = (at - (times[i - 1] ?? at)) / HOUR_MS;
      if (hours > 0 && hours < least) least = hours;
    });
  }
  return least;
}
