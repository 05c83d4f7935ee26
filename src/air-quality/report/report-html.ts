import { html, htmlPage, type Markup } from '../../reports/index.ts';
import type { MarkedValue } from '../divisions/values.ts';
import type { RegionResult } from '../result.ts';
import { markWords, SYNTHETIC_NOTE, valueWords } from '../summary.ts';
import { clusterChart, comparisonChart, seriesChart } from './charts.ts';
import { regionMap } from './map.ts';

const OWN_STYLES = `
.made-up { margin: 1.5rem 0 0; padding: .8rem 1rem; border: 2px solid #d55e00; border-radius: 10px; background: var(--card); }
.mark { display: block; font-size: .8125rem; color: var(--ink-2); }
.mark.synthetic { color: var(--warn); font-weight: 600; }
tr.city td { font-weight: 600; background: var(--soft); }
`;

/** The drawings of a region, by the name of the file that each can be had as. */
export interface Drawings {
  readonly 'pm25-comparison': Markup | undefined;
  readonly 'pm10-comparison': Markup | undefined;
  readonly 'pm25-series': Markup | undefined;
  readonly 'pm10-series': Markup | undefined;
  readonly map: Markup;
  readonly 'division-clusters': Markup | undefined;
  readonly 'home-clusters': Markup | undefined;
}

export async function drawingsOf(result: RegionResult): Promise<Drawings> {
  const air = new Map(result.divisions.map((one) => [`${one.city}/${one.name}`, one.pm25.value]));
  const homes = result.listings.sound.flatMap(({ key, city, division, price, area, locality }) => {
    const x = air.get(`${city}/${division}`);
    return x == null || area === null ? [] : [{ key, label: locality ?? '', x, y: price / area }];
  });
  return {
    'pm25-comparison': await comparisonChart(result, 'PM2.5'),
    'pm10-comparison': await comparisonChart(result, 'PM10'),
    'pm25-series': await seriesChart(result, 'PM2.5'),
    'pm10-series': await seriesChart(result, 'PM10'),
    map: regionMap(result),
    'division-clusters': await clusterChart(
      result.clusters,
      result.divisions.map((one) => ({
        key: `${one.city}/${one.name}`,
        label: one.name,
        x: one.pm25.value ?? 0,
        y: one.price?.rate ?? 0,
      })),
      'PM2.5, µg/m³',
    ),
    'home-clusters': await clusterChart(result.homes, homes, 'PM2.5 of the division, µg/m³'),
  };
}

/** The report of a region as one HTML file. Texts that came from pages are escaped. */
export function regionReportHtml(result: RegionResult, drawings: Drawings): string {
  const { region, air } = result;
  const body = html`<header>
<p class="eyebrow">Fieldfare, air quality</p>
<h1>${headline(result)}</h1>
<ul class="facts">
<li>Days with figures from <b>${air.period.from}</b> to <b>${air.period.to}</b></li>
<li>Stations <b>${String(new Set(air.stations.map(({ city, station }) => `${city}|${station}`)).size)}</b></li>
<li>Figures kept <b>${String(result.observations.length)}</b></li>
<li>Offers of property <b>${String(result.listings.sound.length)}</b>, ${String(result.listings.leftOut.length)} left out</li>
</ul>
${result.synthetic && html`<p class="made-up"><strong>Synthetic figures.</strong> ${SYNTHETIC_NOTE} Only what is called official, and not synthetic, was published by a real station.</p>`}
</header>
<main>
${figures(result, drawings)}
${divisionTable(result)}
${stationTable(result)}
${leftOut(result)}
</main>
${footer(result)}`;
  return htmlPage({ title: `Fieldfare: air quality, ${region.title}`, styles: OWN_STYLES, body });
}

function headline({ region, divisions }: RegionResult): string {
  const count = (mark: string) => divisions.filter(({ pm25 }) => pm25.mark === mark).length;
  return `${region.title}: PM2.5 of ${divisions.length} divisions, ${count('measured')} measured, ${count('estimated')} estimated, ${count('none')} without a value`;
}

function figures(result: RegionResult, drawings: Drawings): Markup {
  const made = result.synthetic ? ' Orange is synthetic: made up, no measurement.' : '';
  const limits = 'Lines show the limits of each value; names in capitals are means of a city’s divisions.';
  const seriesNote = `Means of the stations of a city, by day.${result.synthetic ? ' Dashed: synthetic stations, made up.' : ''}`;
  const invented = result.synthetic
    ? ' Values and prices are synthetic, made up, where the table says so.'
    : '';
  const shown = [
    figure('PM2.5 of divisions and cities', `${limits}${made}`, drawings['pm25-comparison']),
    figure('PM10 of divisions and cities', `${limits}${made}`, drawings['pm10-comparison']),
    figure(
      'Map',
      `Divisions at their head-quarters; borders are not known and not drawn. Numbers: PM2.5, µg/m³.${made}`,
      drawings.map,
    ),
    figure(
      'Divisions by air and price',
      `Upwards: median asking price, ₹ a square foot. Clusters of a Gaussian mixture over PM2.5, PM10 and price; ellipses are two standard deviations.${invented}`,
      drawings['division-clusters'],
    ),
    figure('PM2.5 over time', seriesNote, drawings['pm25-series']),
    figure('PM10 over time', seriesNote, drawings['pm10-series']),
    figure(
      'Homes for sale by air and price',
      `Upwards: asking price, ₹ a square foot. Each point is an offer, at the PM2.5 of its division.${invented}`,
      drawings['home-clusters'],
    ),
  ].filter((one) => one !== undefined);
  return html`<section aria-label="Charts"><div class="charts">${shown}</div></section>`;
}

function figure(title: string, note: string, drawing: Markup | undefined): Markup | undefined {
  if (drawing === undefined) return undefined;
  return html`<figure><figcaption><h3>${title}</h3><p class="about">${note}</p></figcaption>${drawing}</figure>`;
}

const cell = (value: MarkedValue): Markup =>
  html`<td>${valueWords(value)}<span class="mark${value.synthetic ? ' synthetic' : ''}">${markWords(value)}</span></td>`;

function divisionTable(result: RegionResult): Markup {
  const rows = result.cities.flatMap((city) => [
    ...result.divisions
      .filter((one) => one.city === city.name)
      .map(
        (one) =>
          html`<tr><td>${one.city}</td><td>${one.name}${one.note !== null && html`<span class="sub">${one.note}</span>`}</td>${cell(one.pm25)}${cell(one.pm10)}<td>${one.aqi === null ? '–' : `${one.aqi.value}, ${one.aqi.category}`}</td><td class="n">${one.price === null ? '–' : String(Math.round(one.price.rate))}${one.price?.synthetic === true && html`<span class="mark synthetic">synthetic</span>`}</td><td>${one.cluster ?? '–'}</td><td class="w"><span class="sub">${one.pm25.source}</span></td></tr>`,
      ),
    html`<tr class="city"><td>${city.name}</td><td>mean of its divisions</td>${cell(city.pm25)}${cell(city.pm10)}<td>${city.aqi === null ? '–' : `${city.aqi.value}, ${city.aqi.category}`}</td><td></td><td></td><td class="w"><span class="sub">${city.pm25.source}</span></td></tr>`,
  ]);
  return html`<section><h2>Divisions and cities</h2>
<p class="note">µg/m³, means of the days with figures; the limits of each value in brackets. ₹: median asking price of homes, a square foot.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th>City</th><th>Division</th><th>PM2.5</th><th>PM10</th><th>AQI</th><th class="n">₹/sq ft</th><th>Cluster</th><th>Where PM2.5 comes from</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function stationTable(result: RegionResult): Markup {
  const rows = result.air.stations.map(
    (one) =>
      html`<tr><td>${one.city}</td><td class="w">${one.station}<span class="mark${one.synthetic ? ' synthetic' : ''}">${one.synthetic ? 'synthetic: made up' : 'official'}</span></td><td>${one.division ?? '–'}<span class="sub">${one.place === null ? 'not placed' : `by ${one.place.by}: ${one.place.evidence}`}</span></td><td>${one.pollutant}</td><td class="n">${one.value.toFixed(1)}</td><td class="n">${String(one.days)}</td></tr>`,
  );
  return html`<section><h2>Stations</h2><p class="note">Means over the period, µg/m³. Published sub-indexes are converted by the national breakpoints.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th>City</th><th>Station</th><th>Division</th><th>Pollutant</th><th class="n">µg/m³</th><th class="n">Days</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
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
  return html`<section><h2>Flagged and left out</h2><div class="scroll"><table><thead><tr><th>What</th><th class="n">How many</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function footer({ air }: RegionResult): Markup {
  const methods = Object.entries(air.interpolations).map(([pollutant, one]) =>
    one === null
      ? `${pollutant}: too few stations to estimate from.`
      : `${pollutant}: ${one.method} from ${one.leaveOneOut.stations} stations. Left out one by one they are missed by ${one.leaveOneOut.error.toFixed(1)} µg/m³, by the mean of their city ${one.leaveOneOut.errorOfMean.toFixed(1)}; ${Math.round(100 * one.leaveOneOut.covered)} % lie within the limits.`,
  );
  return html`<footer><dl>
<dt>Measured</dt><dd>A station lies in the division (by its name, its locality, or the nearest head-quarters). How well one station stands for a whole division is not known.</dd>
<dt>Estimated</dt><dd>No station lies there. ${methods.join(' ')}</dd>
<dt>None</dt><dd>No station, and too few round about.</dd>
<dt>Sub-index</dt><dd>The national feed publishes indexes of 0 to 500, not µg/m³. They are converted back by the breakpoints of the Central Pollution Control Board (2014), which gives an approximate 24-hour mean.</dd>
<dt>AQI</dt><dd>The larger of the two sub-indexes. The official index asks for at least three pollutants and may be higher.</dd>
</dl></footer>`;
}
