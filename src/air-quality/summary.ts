import type { MarkedValue } from './divisions/values.ts';
import type { RegionResult } from './result.ts';

/** "measured", "estimated, synthetic": the mark in words, as every table, chart and map has it. */
export const markWords = ({ mark, synthetic }: Pick<MarkedValue, 'mark' | 'synthetic'>): string =>
  synthetic ? `${mark}, synthetic` : mark;

/** Formats a value as "43.8 (24–48)", or a dash. */
export function valueWords({ value, uncertainty }: MarkedValue): string {
  if (value === null) return '–';
  if (uncertainty === null) return value.toFixed(1);
  const digits = uncertainty.high - uncertainty.low < 2 ? 1 : 0;
  const high = Number.isFinite(uncertainty.high) ? uncertainty.high.toFixed(digits) : '…';
  return `${value.toFixed(1)} (${uncertainty.low.toFixed(digits)}–${high})`;
}

export const SYNTHETIC_NOTE =
  'SYNTHETIC: the figures so marked come from made-up stations of a practice web. They are no measurement of any air.';

/** Formats the table for a terminal, with notes for the reader. */
export function summaryText(result: RegionResult): string {
  const { air, divisions, cities, clusters } = result;
  const head = ['city', 'division', 'PM2.5 µg/m³', '', 'PM10 µg/m³', '', 'AQI', '₹/sq ft', 'cluster'];
  const line = (
    city: string,
    name: string,
    one: Pick<(typeof divisions)[number], 'pm25' | 'pm10' | 'aqi'>,
    price: string,
    cluster: string,
  ) => [
    city,
    name,
    valueWords(one.pm25),
    markWords(one.pm25),
    valueWords(one.pm10),
    markWords(one.pm10),
    one.aqi === null ? '–' : `${one.aqi.value} ${one.aqi.category}`,
    price,
    cluster,
  ];
  const rows = [
    ...divisions.map((one) =>
      line(
        one.city,
        one.name,
        one,
        one.price === null ? '–' : `${Math.round(one.price.rate)}`,
        one.cluster ?? '–',
      ),
    ),
    ...cities.map((one) => line(one.name, 'mean of its divisions', one, '', '')),
  ];
  const notes = [
    `Means of the days with figures, ${air.period.from} to ${air.period.to}. In brackets: limits of the value; AQI of the particulates alone (CPCB 2014).`,
    ...Object.entries(air.interpolations).flatMap(([pollutant, one]) =>
      one === null
        ? [`${pollutant}: too few stations to estimate from.`]
        : [
            `${pollutant} is estimated by ${one.method} from ${one.leaveOneOut.stations} stations; left out one by one they are missed by ${one.leaveOneOut.error.toFixed(1)} µg/m³ (the mean of the city by ${one.leaveOneOut.errorOfMean.toFixed(1)}), ${Math.round(100 * one.leaveOneOut.covered)} % within the limits.`,
          ],
    ),
    ...(clusters === null
      ? ['No clusters: fewer than three divisions have both a value and a price.']
      : clusters.clusters.map(
          ({ name, size, mean }) =>
            `cluster "${name}": ${size} divisions, PM2.5 ${mean[0]?.toFixed(1)} and PM10 ${mean[1]?.toFixed(1)} µg/m³, ${Math.round(10 ** (mean[2] ?? 0))} ₹/sq ft`,
        )),
    ...(result.synthetic ? [SYNTHETIC_NOTE] : []),
  ];
  return `${columns([head, ...rows])}\n\n${notes.join('\n')}\n`;
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
