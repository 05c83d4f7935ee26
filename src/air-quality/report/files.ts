import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvOf } from '../../foundation/csv/index.ts';
import type { Observation } from '../observation.ts';
import { type RegionResult, resultJson } from '../result.ts';
import { markWords } from '../summary.ts';
import { aloneSvg } from './alone.ts';
import { drawPictures } from './pictures.ts';
import { drawingsOf, regionReportHtml } from './report-html.ts';

/**
 * Writes the report, drawings and tables of a region into a folder; drawings as PNG too where there is a browser.
 * @returns their paths, the report first
 */
export async function writeRegionFiles(
  result: RegionResult,
  folder: string,
  pictures: boolean,
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const written: string[] = [];
  const write = (name: string, content: string | Uint8Array): void => {
    const file = join(folder, name);
    // Whoever reads the report meanwhile sees the old one or the new one, never half.
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
    written.push(file);
  };
  const drawings = await drawingsOf(result);
  write('report.html', regionReportHtml(result, drawings));
  for (const [name, drawing] of Object.entries(drawings))
    if (drawing) write(`${name}.svg`, aloneSvg(drawing));
  if (pictures) for (const [name, picture] of await drawPictures(drawings)) write(`${name}.png`, picture);
  write('divisions.json', `${JSON.stringify(resultJson(result), null, 2)}\n`);
  write('divisions.csv', table(divisionRows(result)));
  write('divisions.geojson', `${JSON.stringify(geoJson(result))}\n`);
  write('observations.csv', table(result.observations.map(observationRow)));
  write('observations.jsonl', result.observations.map((one) => `${JSON.stringify(one)}\n`).join(''));
  write('listings.jsonl', result.listings.sound.map((one) => `${JSON.stringify(one)}\n`).join(''));
  write('observations.parquet', await parquet(result.observations));
  return written;
}

function divisionRows(result: RegionResult) {
  return result.divisions.map((one) => ({
    city: one.city,
    division: one.name,
    latitude: one.location[0],
    longitude: one.location[1],
    ...Object.fromEntries(
      (['pm25', 'pm10'] as const).flatMap((name) => {
        const value = one[name];
        return [
          [name, value.value === null ? '' : value.value.toFixed(1)],
          [`${name}_low`, value.uncertainty?.low.toFixed(1) ?? ''],
          [
            `${name}_high`,
            Number.isFinite(value.uncertainty?.high) ? value.uncertainty?.high.toFixed(1) : '',
          ],
          [`${name}_mark`, markWords(value)],
          [`${name}_source`, value.source],
        ];
      }),
    ),
    unit: 'µg/m³',
    aqi: one.aqi?.value ?? '',
    category: one.aqi?.category ?? '',
    rupees_a_square_foot: one.price === null ? '' : Math.round(one.price.rate),
    cluster: one.cluster ?? '',
  }));
}

function table(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const header = Object.keys(rows[0] ?? {});
  return csvOf([header, ...rows.map((row) => header.map((name) => row[name]))]);
}

const observationRow = ({ flags, ...one }: Observation) => ({ ...one, flags: flags.join(' ') });

/** Divisions and stations as points, RFC 7946: longitude first. */
function geoJson(result: RegionResult) {
  const point = (latitude: number, longitude: number) => ({
    type: 'Point',
    coordinates: [longitude, latitude],
  });
  const rounded = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);
  return {
    type: 'FeatureCollection',
    features: [
      ...result.divisions.map((one) => ({
        type: 'Feature',
        geometry: point(one.location[0], one.location[1]),
        properties: {
          kind: 'division',
          city: one.city,
          name: one.name,
          note: one.note,
          pm25: rounded(one.pm25.value),
          pm25_mark: markWords(one.pm25),
          pm10: rounded(one.pm10.value),
          pm10_mark: markWords(one.pm10),
          unit: 'µg/m³',
          aqi: one.aqi?.value ?? null,
          cluster: one.cluster,
        },
      })),
      ...result.air.stations.flatMap((one) =>
        one.at === null
          ? []
          : [
              {
                type: 'Feature',
                geometry: point(one.at[0], one.at[1]),
                properties: {
                  kind: one.synthetic ? 'synthetic station (made up)' : 'official station',
                  city: one.city,
                  name: one.station,
                  division: one.division,
                  pollutant: one.pollutant,
                  value: rounded(one.value),
                  unit: 'µg/m³',
                },
              },
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
      ...(['station', 'city', 'state', 'pollutant', 'unit', 'unitGrade', 'at', 'source'] as const).map(
        (name) => column(name, 'STRING', (one) => one[name]),
      ),
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
