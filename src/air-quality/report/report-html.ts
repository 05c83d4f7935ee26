import { html, htmlPage, type Markup } from '../../reports/index.ts';
import type { Boundary } from '../boundaries.ts';
import type { MarkedValue } from '../divisions/marked-value.ts';
import type { RegionResult } from '../result.ts';
import {
  clusterWords,
  dayWords,
  interpolationWords,
  markWords,
  membershipWords,
  NO_SKILL_NOTE,
  SYNTHETIC_NOTE,
  valueWords,
} from '../summary.ts';
import { digitsOf, POLLUTANTS, type Pollutant } from '../units/pollutants.ts';
import { comparisonChart, seriesChart } from './charts.ts';
import { clusterChart } from './cluster-chart.ts';
import { regionMap } from './map.ts';

const OWN_STYLES = `
.made-up { margin: 1.5rem 0 0; padding: .8rem 1rem; border: 2px solid #d55e00; border-radius: 10px; background: var(--card); }
.mark { display: block; font-size: .8125rem; color: var(--ink-2); }
.mark.synthetic { color: var(--warn); font-weight: 600; }
td.unskilled { color: var(--ink-2); opacity: .7; }
tr.city td { font-weight: 600; background: var(--soft); }
`;

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
      ? 'Areas by the class of their value; symbols at the headquarters of divisions.'
      : 'Divisions at their tehsil headquarters; no boundaries supplied (--boundaries).';
  add('map', 'PM2.5 by division', `${areas} Numbers: µg/m³.${made}`, regionMap(result, boundaries));
  add(
    'division-clusters',
    'Station-days by cluster',
    `Each point is a station on a day, coloured by its cluster. Clusters of a Gaussian mixture over both columns; ellipses are two standard deviations.${invented}`,
    await clusterChart(clusters?.clustering ?? null, stationDayPoints(result), {
      x: 'PM2.5, µg/m³',
      y: 'PM10, µg/m³',
      log: false,
    }),
  );
  for (const pollutant of result.air.pollutants) {
    const { column } = POLLUTANTS[pollutant];
    add(
      `${column}-comparison`,
      `${pollutant} of divisions and cities`,
      `Lines show 95 % limits; none where a single day is known. Names in capitals are means of a city’s divisions. Dashed: limits for the mean of a year.${made}`,
      await comparisonChart(result, pollutant),
    );
    add(
      `${column}-series`,
      `${pollutant} by day`,
      `Means of the stations of a city. Lines break where more than three days are missing. Dashed across: limits for a day.${synthetic ? ' Triangles and dashed lines between them: synthetic stations.' : ''}`,
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
    `Each point is an offer, at the PM2.5 of its division.${invented}`,
    await clusterChart(result.homes, homes, {
      x: 'PM2.5 of the division, µg/m³',
      y: 'Asking price, ₹ a square foot',
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
<li>Observations kept <b>${String(result.observations.length)}</b></li>
<li>Property listings <b>${String(result.listings.sound.length)}</b>, ${String(result.listings.leftOut.length)} excluded</li>
</ul>
${result.synthetic && html`<p class="made-up"><strong>Synthetic figures.</strong> ${SYNTHETIC_NOTE} Only what is called official, and not synthetic, was published by a real station.</p>`}
</header>
<main>
<p class="note">Download: ${linkList(tables)}</p>
${figures(files)}
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

function figures({ drawings, downloads }: ReportFiles): Markup {
  const pictures = (file: string) =>
    linkList(downloads.filter((name) => name === `${file}.svg` || name === `${file}.png`));
  const shown = drawings.map(
    ({ file, title, note, markup }) =>
      html`<figure><figcaption><h3>${title}</h3><p class="about">${note} ${pictures(file)}</p></figcaption>${markup}</figure>`,
  );
  return html`<section aria-label="Charts"><div class="charts">${shown}</div></section>`;
}

/** Files beside the report; they are there as long as the report stays in its folder. */
const linkList = (names: readonly string[]): Markup =>
  html`${names.map((name, i) => html`${i > 0 && ' · '}<a href="${name}">${name}</a>`)}`;

const cell = (value: MarkedValue, daysOfPeriod: number): Markup =>
  html`<td${!value.skilled && html` class="unskilled"`}>${valueWords(value)}<span class="mark${value.synthetic ? ' synthetic' : ''}">${markWords(value)}</span>${value.value !== null && html`<span class="mark">${dayWords(value, daysOfPeriod)}</span>`}</td>`;

function divisionTable(result: RegionResult): Markup {
  const { pollutants, daysOfPeriod } = result.air;
  const cells = (values: Readonly<Record<Pollutant, MarkedValue>>) =>
    pollutants.map((pollutant) => cell(values[pollutant], daysOfPeriod));
  const rows = result.cities.flatMap((city) => [
    ...result.divisions
      .filter((one) => one.city === city.name)
      .map(
        (one) =>
          html`<tr><td>${one.city}</td><td>${one.name}${one.note !== null && html`<span class="sub">${one.note}</span>`}</td>${cells(one.values)}<td>${one.aqi === null ? '–' : `${one.aqi.value}, ${one.aqi.category}`}</td><td class="n">${one.price === null ? '–' : String(Math.round(one.price.rate))}${one.price?.synthetic === true && html`<span class="mark synthetic">synthetic</span>`}</td><td>${membershipWords(one)}</td><td class="w"><span class="sub">${one.values['PM2.5'].source}</span></td></tr>`,
      ),
    html`<tr class="city"><td>${city.name}</td><td>mean of its divisions</td>${cells(city.values)}<td>${city.aqi === null ? '–' : `${city.aqi.value}, ${city.aqi.category}`}</td><td></td><td></td><td class="w"><span class="sub">${city.values['PM2.5'].source}</span></td></tr>`,
  ]);
  const heads = pollutants.map((pollutant) => html`<th>${pollutant}, ${POLLUTANTS[pollutant].unit}</th>`);
  return html`<section><h2>Divisions and cities</h2>
<p class="note">Means of the days with figures; 95 % limits in brackets, ± standard error from day to day. ₹: median asking price of homes, a square foot. Cluster: share of its station-days, and share of 100 bootstrap samples that agree.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th>City</th><th>Division</th>${heads}<th>AQI</th><th class="n">₹/sq ft</th><th>Cluster</th><th>Source of PM2.5</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function stationTable(result: RegionResult): Markup {
  const rows = result.air.stations.map(
    (one) =>
      html`<tr><td>${one.city}</td><td class="w">${one.station}<span class="mark${one.synthetic ? ' synthetic' : ''}">${one.synthetic ? 'synthetic' : 'official'}</span></td><td>${one.division ?? '–'}<span class="sub">${one.place === null ? 'not placed' : `by ${one.place.by}: ${one.place.evidence}`}</span></td><td>${one.pollutant}, ${POLLUTANTS[one.pollutant].unit}</td><td class="n">${one.value.toFixed(digitsOf(one.pollutant))}</td><td class="n">${String(one.days)}</td></tr>`,
  );
  return html`<section><h2>Stations</h2><p class="note">Means over the period. Published sub-indexes are converted by the national breakpoints.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th>City</th><th>Station</th><th>Division</th><th>Pollutant</th><th class="n">Mean</th><th class="n">Days</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

/** Counts flags and reasons of stored but unused values. */
function leftOut({ observations, listings }: RegionResult): Markup | undefined {
  const counts = new Map<string, number>();
  const add = (words: string) => counts.set(words, (counts.get(words) ?? 0) + 1);
  for (const { flags } of observations)
    for (const flag of flags) add(`figures: ${flag.replaceAll('-', ' ')}`);
  for (const { reason } of listings.leftOut) add(`offers: ${reason}`);
  if (counts.size === 0) return undefined;
  const rows = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([words, count]) => html`<tr><td>${words}</td><td class="n">${String(count)}</td></tr>`);
  return html`<section><h2>Flagged and excluded</h2><div class="scroll"><table><thead><tr><th>What</th><th class="n">How many</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
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
<dt>Estimated</dt><dd>No station lies there. ${interpolationWords(result).join(' ')}</dd>
<dt>No skill</dt><dd>${NO_SKILL_NOTE}</dd>
<dt>None</dt><dd>No station, and too few nearby.</dd>
<dt>Clusters</dt><dd>${clusterWords(result).join('; ')}. Divisions without a measurement are in none.</dd>
<dt>Sub-index</dt><dd>The national feed publishes indexes of 0 to 500, not concentrations. They are converted back by the breakpoints of the Central Pollution Control Board (2014), which gives an approximate mean over 24 hours (8 for O3 and CO).</dd>
<dt>AQI</dt><dd>The largest sub-index of the means. The official index is one of a day and asks for at least three pollutants.</dd>
<dt>Limits</dt><dd>NAAQS: National Ambient Air Quality Standards, India, 2009. WHO: global air quality guidelines, 2021.</dd>
</dl></footer>`;
}
