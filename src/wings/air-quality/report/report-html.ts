import { counted, html, htmlPage, type Markup, tableSection, wholeNumber } from '../../../reports/index.ts';
import type { Boundary } from '../boundaries.ts';
import type { MarkedValue } from '../divisions/marked-value.ts';
import type { DivisionResult, RegionResult } from '../result.ts';
import {
  clusterWords,
  GAP_NOTE,
  interpolationWords,
  meanOf,
  membershipWords,
  NO_SKILL_NOTE,
  SYNTHETIC_NOTE,
} from '../summary.ts';
import { digitsOf, POLLUTANTS, type Pollutant } from '../units/pollutants.ts';
import { aqiWords, dayWords, markWords, valueWords } from '../wording/index.ts';
import { comparisonChart, isWholeYear, seriesChart } from './charts.ts';
import { clusterChart } from './cluster-chart.ts';
import { linkList, mark, OWN_STYLES } from './file-writer.ts';
import { regionMap } from './map.ts';

/** A drawing with the name of the file that it can be had as. */
export interface Drawing {
  readonly file: string;
  readonly title: string;
  readonly note: string;
  readonly markup: Markup;
}

/** Draws all that there are figures for, a comparison and a series for each pollutant. */
export async function drawingsOf(result: RegionResult, boundaries: readonly Boundary[]): Promise<Drawing[]> {
  const { synthetic, clusters } = result;
  const made = synthetic ? ' Orange is synthetic.' : '';
  const invented = synthetic ? ' Values and prices are synthetic where the table says so.' : '';
  const drawings: Drawing[] = [];
  const add = (file: string, title: string, note: string, markup: Markup | undefined): void => {
    if (markup !== undefined) drawings.push({ file, title, note, markup });
  };
  const areas =
    boundaries.length > 0
      ? 'Areas of divisions are coloured by their class, those of cities are outlines; symbols stand at the headquarters of divisions.'
      : 'Symbols stand at tehsil headquarters; no boundaries supplied.';
  const map = (file: string, pollutant: Pollutant): void =>
    add(
      file,
      `${pollutant} by division`,
      `${areas} Numbers: ${POLLUTANTS[pollutant].unit}.${made}`,
      regionMap(result, pollutant, boundaries),
    );
  map('map', 'PM2.5');
  add(
    'division-clusters',
    'Station-days by cluster',
    `Each point is a station on a day, coloured by its cluster (Gaussian mixture). Ellipses: two standard deviations.${invented}`,
    await clusterChart(clusters?.clustering ?? null, stationDayPoints(result), {
      x: 'PM2.5, µg/m³',
      y: 'PM10, µg/m³',
      log: false,
    }),
  );
  for (const pollutant of result.air.pollutants) {
    const { column } = POLLUTANTS[pollutant];
    if (pollutant !== 'PM2.5') map(`${column}-map`, pollutant);
    add(
      `${column}-comparison`,
      `${pollutant} of divisions and cities`,
      `Horizontal lines: 95 % intervals, if two or more days have data. In capitals: mean of a city’s divisions. ${isWholeYear(result, pollutant) ? 'Dashed: limits of the annual mean.' : 'No limits of the annual mean: these are not means of a year.'}${made}`,
      await comparisonChart(result, pollutant),
    );
    add(
      `${column}-series`,
      `${pollutant} by day`,
      `Mean of the stations of a city. A line breaks where more than three days have no data. Dashed across: limits of the daily mean.${synthetic ? ' Triangles, with dashed lines between them: synthetic stations.' : ''}`,
      await seriesChart(result, pollutant),
    );
  }
  const air = new Map(result.divisions.map((one) => [`${one.city}/${one.name}`, one.values['PM2.5'].value]));
  const homes = result.listings.sound.flatMap(({ key, city, division, price, area }) => {
    const x = air.get(`${city}/${division}`);
    return x == null || area === null ? [] : [{ key, label: '', x, y: price / area }];
  });
  add(
    'home-clusters',
    'Homes for sale by air and price',
    `Each point is a listing, at the PM2.5 of its division.${invented}`,
    await clusterChart(result.homes, homes, {
      x: 'PM2.5 of the division, µg/m³',
      y: 'Asking price, ₹ per square foot',
      log: true,
    }),
  );
  return drawings;
}

const stationDayPoints = ({ clusters }: RegionResult) =>
  (clusters?.stationDays ?? []).map(({ key, values: [x = 0, y = 0] }) => ({ key, label: '', x, y }));

interface ReportFiles {
  readonly drawings: readonly Drawing[];
  /** Names of the files beside the report. */
  readonly downloads: readonly string[];
}

/** The report of a region as one HTML file. Texts that came from pages are escaped. */
export function regionReportHtml(result: RegionResult, files: ReportFiles): string {
  const { region, air } = result;
  const tables = files.downloads.filter((name) => !/\.(?:svg|png)$/.test(name));
  const body = html`<header>
<p class="eyebrow">Fieldfare, air quality</p>
<h1>${headline(result)}</h1>
<ul class="facts">
<li>Period <b>${air.period.from}</b> to <b>${air.period.to}</b>, ${String(air.daysOfPeriod)} days</li>
<li>Pollutants <b>${air.pollutants.join(', ')}</b></li>
<li>Stations <b>${String(new Set(air.stations.map(({ city, station }) => `${city}|${station}`)).size)}</b></li>
<li>Observations kept <b>${wholeNumber(result.observations.length)}</b></li>
<li>Property listings <b>${wholeNumber(result.listings.sound.length)}</b>, ${wholeNumber(result.listings.leftOut.length)} excluded</li>
</ul>
${result.synthetic && html`<p class="made-up"><strong>Synthetic figures.</strong> ${SYNTHETIC_NOTE} Values that are not marked synthetic come from official stations alone.</p>`}
</header>
<main>
<p class="note">Download: ${linkList(tables)}</p>
${charts(files)}
${divisionTable(result)}
${stationTable(result)}
${leftOut(result)}
</main>
${footer(result)}`;
  return htmlPage({ title: `Fieldfare: air quality, ${region.title}`, styles: OWN_STYLES, body });
}

function headline({ region, divisions }: RegionResult): string {
  const values = divisions.map((one) => one.values['PM2.5']);
  const count = (mark: string) => values.filter((one) => one.mark === mark && one.skilled).length;
  const [measured, estimated] = [count('measured'), count('estimated')];
  return `${region.title}: PM2.5 of ${divisions.length} divisions, ${measured} measured, ${estimated} estimated, ${divisions.length - measured - estimated} without a measurement`;
}

function charts({ drawings, downloads }: ReportFiles): Markup {
  const pictures = (file: string) =>
    linkList(downloads.filter((name) => name === `${file}.svg` || name === `${file}.png`));
  const shown = drawings.map(
    ({ file, title, note, markup }) =>
      html`<figure><figcaption><h3>${title}</h3><p class="about">${note} ${pictures(file)}</p></figcaption>${markup}</figure>`,
  );
  return html`<section aria-label="Charts"><div class="charts">${shown}</div></section>`;
}

const cell = (marked: MarkedValue, daysOfPeriod: number): Markup => {
  const digits = digitsOf(marked.pollutant);
  const words = mark(markWords(marked), marked.synthetic);
  if (marked.value === null) return html`–${words}`;
  return html`<span class="c">${valueWords(marked, digits)}</span>${words}${mark(dayWords(marked, daysOfPeriod, digits))}`;
};

const rateOf = ({ price }: DivisionResult): Markup | string =>
  price === null ? '–' : html`${wholeNumber(price.rate)}${price.synthetic && mark('synthetic', true)}`;

const headOf = (pollutant: Pollutant): string => `${pollutant}, ${POLLUTANTS[pollutant].unit}`;

function divisionTable(result: RegionResult): Markup | undefined {
  const { pollutants, daysOfPeriod } = result.air;
  const cells = (values: Readonly<Record<Pollutant, MarkedValue>>) =>
    pollutants.map((pollutant) => cell(values[pollutant], daysOfPeriod));
  const source = (values: Readonly<Record<Pollutant, MarkedValue>>) =>
    html`<span class="sub">${values['PM2.5'].source}</span>`;
  const rows = result.cities.flatMap((city) => [
    ...result.divisions
      .filter((one) => one.city === city.name)
      .map((one) => [
        ...[one.city, html`${one.name}${one.note !== null && html`<span class="sub">${one.note}</span>`}`],
        ...[...cells(one.values), aqiWords(one.aqi), rateOf(one), membershipWords(one), source(one.values)],
      ]),
    {
      kind: 'city',
      cells: [
        ...[city.name, meanOf(city, pollutants), ...cells(city.values), aqiWords(city.aqi)],
        ...['', '', source(city.values)],
      ],
    },
  ]);
  return tableSection({
    title: 'Divisions and cities',
    unit: ['place', 'places'],
    note: `Means of the days with data; 95 % intervals in brackets; ± standard error between days. ${GAP_NOTE} ₹/sq ft: median asking price of homes. Cluster: its centre in µg/m³, share of the division’s station-days, and share of 100 bootstrap samples that agree; below 80 % none.`,
    heads: [
      ...['City', 'Division', ...pollutants.map(headOf)],
      ...['AQI', '₹/sq ft', 'Cluster', 'Source of PM2.5'],
    ],
    rows,
  });
}

function stationTable({ air }: RegionResult): Markup | undefined {
  const byStation = Map.groupBy(air.stations, ({ city, station }) => `${city}|${station}`);
  const rows = [...byStation.values()].flatMap((of) => {
    const [one] = of;
    if (one === undefined) return [];
    const { city, station, synthetic, division, place } = one;
    const means = air.pollutants.map((pollutant) => {
      const own = of.find((other) => other.pollutant === pollutant);
      if (own === undefined) return '–';
      return html`${own.value.toFixed(digitsOf(pollutant))}${mark(counted(own.days, 'day'))}`;
    });
    const by = place === null ? 'not placed' : `by ${place.by}: ${place.evidence}`;
    return [
      [
        ...[city, html`${station}${mark(synthetic ? 'synthetic' : 'official', synthetic)}`],
        ...[html`${division ?? '–'}<span class="sub">${by}</span>`, ...means],
      ],
    ];
  });
  return tableSection({
    title: 'Stations',
    unit: ['station', 'stations'],
    note: 'Means over the period. Published sub-indexes are converted by the national breakpoints.',
    heads: ['City', 'Station', 'Division', ...air.pollutants.map(headOf)],
    rows,
  });
}

/** Counts flags and reasons of stored but unused values. */
function leftOut({ observations, listings }: RegionResult): Markup | undefined {
  const counts = new Map<string, number>();
  const add = (words: string) => counts.set(words, (counts.get(words) ?? 0) + 1);
  for (const { flags } of observations)
    for (const flag of flags) add(`observations: ${flag.replaceAll('-', ' ')}`);
  for (const { reason } of listings.leftOut) add(`listings: ${reason}`);
  return tableSection({
    title: 'Flagged and excluded',
    unit: ['reason', 'reasons'],
    heads: ['Reason', 'Count'],
    rows: [...counts].sort(([a], [b]) => (a < b ? -1 : 1)),
  });
}

const SOURCES = 5;

function sourcesOf({ observations }: RegionResult): string {
  const sources = [...new Set(observations.map(({ source }) => URL.parse(source)?.host || source))].sort();
  const more = sources.length - SOURCES;
  return [...sources.slice(0, SOURCES), ...(more > 0 ? [`${more} more, in observations.csv`] : [])].join(
    '; ',
  );
}

function footer(result: RegionResult): Markup {
  return html`<footer><dl>
<dt>Sources</dt><dd>${sourcesOf(result)}</dd>
<dt>Measured</dt><dd>A station lies in the division (by its name, its locality, or the nearest headquarters). How well one station stands for a whole division is not known.</dd>
<dt>Estimated</dt><dd>No station lies there.${interpolationWords(result).map((words) => html`<br>${words}`)}</dd>
<dt>No skill</dt><dd>${NO_SKILL_NOTE.replace('No skill: the', 'The')}</dd>
<dt>None</dt><dd>No station, and too few nearby.</dd>
<dt>Clusters</dt><dd>${clusterWords(result).map((words) => html`${words}.<br>`)}Divisions without a measurement are in no cluster.</dd>
<dt>Sub-index</dt><dd>The national feed publishes indexes of 0 to 500, not concentrations. They are converted back by the breakpoints of the Central Pollution Control Board (2014), which gives an approximate mean over 24 hours (8 for O3 and CO).</dd>
<dt>AQI</dt><dd>The largest sub-index of the means, with the days of its pollutant. The official index is for one day, and needs at least three pollutants.</dd>
<dt>Limits</dt><dd>NAAQS: National Ambient Air Quality Standards, India, 2009. WHO: global air quality guidelines, 2021.</dd>
</dl></footer>`;
}
