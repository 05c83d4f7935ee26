import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { csvOf } from '../../../foundation/csv/index.ts';
import type { Location } from '../../../foundation/domain/index.ts';
import type { Boundary } from '../boundaries.ts';
import type { CityValues } from '../divisions/values.ts';
import type { Observation } from '../observation.ts';
import {
  columnsOf,
  type DivisionResult,
  type RegionReport,
  type RegionResult,
  resultJson,
  rounded,
} from '../result.ts';
import { POLLUTANTS } from '../units/pollutants.ts';
import { markWords, monthsWords } from '../wording/index.ts';
import { aloneSvg } from './alone.ts';
import { fileWriter } from './file-writer.ts';
import { drawPictures } from './pictures.ts';
import { drawingsOf, regionReportHtml } from './report-html.ts';

interface FileOptions {
  /** PNG of each drawing, for which a browser is started. */
  readonly pictures: boolean;
  readonly boundaries?: readonly Boundary[];
}

const REPORT = 'divisions.json';

/** Returns what was written into a folder last; undefined for nothing. */
export function readRegionReport(folder: string): RegionReport | undefined {
  const file = join(folder, REPORT);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RegionReport) : undefined;
}

/**
 * Writes the report, drawings and tables of a region into a folder; drawings as PNG too where there is a browser.
 * @returns their paths, the report first
 */
export async function writeRegionFiles(
  result: RegionResult,
  folder: string,
  { pictures, boundaries = [] }: FileOptions,
): Promise<string[]> {
  const { written, write } = fileWriter(folder);
  const drawings = await drawingsOf(result, boundaries);
  for (const { file, markup } of drawings) write(`${file}.svg`, aloneSvg(markup, result.synthetic));
  if (pictures)
    for (const [name, picture] of await drawPictures(drawings, result.synthetic))
      write(`${name}.png`, picture);
  write(REPORT, `${JSON.stringify(resultJson(result), null, 2)}\n`);
  write('divisions.csv', table(placeRows(result)));
  write('divisions.geojson', `${JSON.stringify(geoJson(result, boundaries))}\n`);
  write('observations.csv', table(result.observations.map(observationRow)));
  write('observations.jsonl', result.observations.map((one) => `${JSON.stringify(one)}\n`).join(''));
  write('listings.jsonl', result.listings.sound.map((one) => `${JSON.stringify(one)}\n`).join(''));
  write('observations.parquet', await parquet(result.observations));
  const downloads = written.map((file) => basename(file));
  write('report.html', regionReportHtml(result, { drawings, downloads }));
  return [written.at(-1) ?? '', ...written.slice(0, -1)];
}

/** One row for each place and pollutant; the means of cities have no division. */
function placeRows({ air, divisions, cities, clusters }: RegionResult) {
  const names = (clusters?.clustering.clusters ?? []).map(({ name }) => name);
  const places = [
    ...divisions.map((one) => ({
      ...{ city: one.city, division: one.name, latitude: one.location[0], longitude: one.location[1] },
      ...{ values: one.values, aqi: one.aqi, price: one.price, cluster: one.cluster ?? '' },
      membership: one.membership,
    })),
    ...cities.map((one) => ({
      ...{ city: one.name, division: '', latitude: '', longitude: '' },
      ...{ values: one.values, aqi: one.aqi, price: null, cluster: '', membership: null },
    })),
  ];
  return places.flatMap(({ values, aqi, price, membership, cluster, ...place }) =>
    air.pollutants.map((pollutant) => {
      const { value, unit, uncertainty, dayError, gaps, days, stations, source, mark, skilled, synthetic } =
        values[pollutant];
      const limits = uncertainty?.level === null ? null : uncertainty;
      return {
        ...place,
        ...{ pollutant, value: rounded(value, pollutant) ?? '', unit },
        low: rounded(limits?.low ?? null, pollutant) ?? '',
        high: rounded(limits?.high ?? null, pollutant) ?? '',
        ...{ mark, skilled, synthetic },
        ...{ days, days_of_period: air.daysOfPeriod, day_error: rounded(dayError, pollutant) ?? '' },
        months_without_days: gaps.map(({ from, to }) => monthsWords(from, to)).join('; '),
        ...{ stations, ...air.period, source },
        ...{ aqi: aqi?.value ?? '', category: aqi?.category ?? '', aqi_days: aqi?.days ?? '' },
        rupees_per_square_foot: price === null ? '' : Math.round(price.rate),
        cluster,
        cluster_share: membership === null ? '' : (membership.shares[names.indexOf(cluster)] ?? ''),
        cluster_stability: membership?.stability ?? '',
      };
    }),
  );
}

function table(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const header = Object.keys(rows[0] ?? {});
  return csvOf([header, ...rows.map((row) => header.map((name) => row[name]))]);
}

const observationRow = ({ flags, unitGrade, ...one }: Observation) => ({
  ...one,
  unit_grade: unitGrade,
  flags: flags.join(' '),
});

/** Divisions as their areas where boundaries are given, else as points; cities with an area; stations. RFC 7946: longitude first. */
function geoJson(result: RegionResult, boundaries: readonly Boundary[]) {
  const point = ([latitude, longitude]: Location) => ({ type: 'Point', coordinates: [longitude, latitude] });
  const areaOf = (city: string, division: string | null) =>
    boundaries.find((one) => one.city === city && one.division === division)?.geometry;
  const feature = (geometry: object, properties: object) => ({ type: 'Feature', geometry, properties });
  const figures = ({ values, aqi }: CityValues | DivisionResult) => ({
    ...columnsOf(values, ({ value, pollutant }) => rounded(value, pollutant)),
    ...Object.fromEntries(
      Object.entries(columnsOf(values, markWords)).map(([name, mark]) => [`${name}_mark`, mark]),
    ),
    aqi: aqi?.value ?? null,
  });
  return {
    type: 'FeatureCollection',
    synthetic: result.synthetic,
    features: [
      ...result.divisions.map((one) =>
        feature(areaOf(one.city, one.name) ?? point(one.location), {
          kind: 'division',
          city: one.city,
          name: one.name,
          note: one.note,
          ...figures(one),
          cluster: one.cluster,
        }),
      ),
      ...result.cities.flatMap((one) => {
        const area = areaOf(one.name, null);
        return area === undefined ? [] : [feature(area, { kind: 'city', name: one.name, ...figures(one) })];
      }),
      ...result.air.stations.flatMap((one) =>
        one.at === null
          ? []
          : [
              feature(point(one.at), {
                kind: one.synthetic ? 'synthetic station (made up)' : 'official station',
                city: one.city,
                name: one.station,
                division: one.division,
                pollutant: one.pollutant,
                value: rounded(one.value, one.pollutant),
                unit: POLLUTANTS[one.pollutant].unit,
              }),
            ],
      ),
    ],
  };
}

async function parquet(observations: readonly Observation[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const column = (
    name: string,
    type: 'STRING' | 'DOUBLE' | 'BOOLEAN',
    pick: (one: Observation) => unknown,
  ) => ({
    name,
    type,
    nullable: true,
    data: observations.map(pick),
  });
  const buffer = parquetWriteBuffer({
    columnData: [
      ...(['station', 'city', 'state', 'pollutant', 'unit', 'at', 'source'] as const).map((name) =>
        column(name, 'STRING', (one) => one[name]),
      ),
      column('unit_grade', 'STRING', (one) => one.unitGrade),
      ...(['latitude', 'longitude', 'value', 'min', 'max', 'hours'] as const).map((name) =>
        column(name, 'DOUBLE', (one) => one[name]),
      ),
      column('synthetic', 'BOOLEAN', (one) => one.synthetic),
      column('request', 'STRING', (one) => one.request),
      column('flags', 'STRING', (one) => one.flags.join(' ')),
    ],
  });
  return new Uint8Array(buffer);
}
