import type { Location } from '../../foundation/domain/index.ts';
import { html, type Markup } from '../../reports/index.ts';
import type { MarkedValue } from '../divisions/values.ts';
import type { RegionResult } from '../result.ts';
import { markWords } from '../summary.ts';
import { type MapBox, placeLabel } from './labels.ts';

const WIDTH = 410;
const MARGIN = 46;
const KM_A_DEGREE = 111.2;
const ROW = 17;
/** Lines of the legend at most, and some room. */
const LEGEND_HEIGHT = 12 * ROW;
const DIGITS = ['①', '②', '③', '④'];

/** Light to dark, told apart by the colour-blind too (a cut of viridis, turned round: dark is bad air). */
const SCALE = [
  '#fde725',
  '#a0da39',
  '#4ac16d',
  '#1fa187',
  '#277f8e',
  '#365c8d',
  '#46327e',
  '#440154',
] as const;

/**
 * The region as a drawing of its own, without any tiles or network: divisions at their head-quarters, coloured by PM2.5 and
 * shaped by their mark; stations; a scale. No borders are drawn, as none are known.
 */
export function regionMap(result: RegionResult): Markup {
  const stations = result.air.stations.flatMap(({ pollutant, at, synthetic }) =>
    pollutant === 'PM2.5' && at !== null ? [{ at, synthetic }] : [],
  );
  const project = projection([
    ...result.divisions.map(({ location }) => location),
    ...stations.map(({ at }) => at),
  ]);
  const values = result.divisions.flatMap(({ pm25 }) => pm25.value ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const colour = (value: number | null) =>
    value === null
      ? 'none'
      : (SCALE[Math.min(7, Math.floor((8 * (value - least)) / (most - least || 1)))] ?? SCALE[0]);
  const taken: MapBox[] = [];
  const dots = stations.map(({ at, synthetic }) => {
    const [x, y] = project(at);
    return synthetic
      ? html`<circle cx="${one(x)}" cy="${one(y)}" r="2.6" fill="none" stroke="#d55e00" stroke-width="1.2"/>`
      : html`<path d="M${one(x - 4)} ${one(y)}h8M${one(x)} ${one(y - 4)}v8" stroke="var(--ink)" stroke-width="2"/>`;
  });
  const places = result.divisions.map((division) => ({ division, at: project(division.location) }));
  for (const { at } of places) taken.push({ x: at[0] - 7, y: at[1] - 7, width: 14, height: 14 });
  const squares = places.map(({ division, at: [x, y] }) =>
    symbol(division.pm25, x, y, colour(division.pm25.value)),
  );
  const names = (result.clusters?.clusters ?? []).map(({ name }) => name);
  const labels = places.map(({ division, at }) => {
    const value = division.pm25.value;
    const cluster = names.indexOf(division.cluster ?? '');
    const text = [division.name, value === null ? '' : String(Math.round(value)), DIGITS[cluster] ?? '']
      .filter((part) => part !== '')
      .join(' ');
    const box = placeLabel(at, text, taken, WIDTH);
    taken.push(box);
    return html`<text x="${one(box.x)}" y="${one(box.y + 10)}" font-size="11" fill="var(--ink)" paint-order="stroke" stroke="var(--card)" stroke-width="3" stroke-linejoin="round">${text}</text>`;
  });
  const height = project.height;
  const legendHeight = LEGEND_HEIGHT;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${one(height + legendHeight)}" width="${WIDTH}" height="${one(height + legendHeight)}" font-family="inherit" aria-hidden="true">
${dots}${squares}${labels}${scaleBar(project.pixelsAKm)}${legend(result, least, most, height)}</svg>`;
}

type Projection = ((at: Location) => readonly [number, number]) & {
  readonly height: number;
  readonly pixelsAKm: number;
};

/** Equirectangular about the middle: within a few hundred kilometres the error is below a pixel. */
function projection(points: readonly Location[]): Projection {
  const norths = points.map(([north]) => north);
  const easts = points.map(([, east]) => east);
  const [south, north] = [Math.min(...norths), Math.max(...norths)];
  const [west, east] = [Math.min(...easts), Math.max(...easts)];
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = (WIDTH - 2 * MARGIN) / Math.max((east - west) * squeeze, 1e-6);
  const project = ([latitude, longitude]: Location) =>
    [MARGIN + (longitude - west) * squeeze * scale, MARGIN / 2 + (north - latitude) * scale] as const;
  return Object.assign(project, {
    height: MARGIN + (north - south) * scale,
    pixelsAKm: scale / KM_A_DEGREE,
  });
}

/**
 * Square for measured, diamond for estimated, an empty dashed circle for none: told apart without colour. An orange edge is
 * synthetic.
 */
function symbol(
  { mark, synthetic }: Pick<MarkedValue, 'mark' | 'synthetic'>,
  x: number,
  y: number,
  fill: string,
): Markup {
  const [edge, width] = synthetic ? ['#d55e00', 2.4] : ['var(--ink)', 1.4];
  if (mark === 'measured')
    return html`<rect x="${one(x - 6)}" y="${one(y - 6)}" width="12" height="12" fill="${fill}" stroke="${edge}" stroke-width="${width}"/>`;
  if (mark === 'estimated')
    return html`<path d="M${one(x)} ${one(y - 7.5)}l7.5 7.5l-7.5 7.5l-7.5 -7.5z" fill="${fill}" stroke="${edge}" stroke-width="${width}"/>`;
  return html`<circle cx="${one(x)}" cy="${one(y)}" r="6" fill="none" stroke="${edge}" stroke-width="1.2" stroke-dasharray="2 2"/>`;
}

const one = (value: number): string => value.toFixed(1);

function scaleBar(pixelsAKm: number): Markup {
  const length = 25 * pixelsAKm;
  const right = WIDTH - 12;
  return html`<path d="M${one(right - length)} 14v6h${one(length)}v-6" fill="none" stroke="var(--ink-2)"/><text x="${one(right)}" y="34" text-anchor="end" font-size="11" fill="var(--ink-2)">25 km</text>`;
}

function legend(result: RegionResult, least: number, most: number, top: number): Markup {
  const text = (x: number, y: number, words: string) =>
    html`<text x="${x}" y="${one(y)}" font-size="11.5" fill="var(--ink-2)">${words}</text>`;
  const row = (i: number) => top + 22 + i * ROW;
  const there = new Map(result.divisions.map(({ pm25 }) => [markWords(pm25), pm25]));
  const items = [...there].sort(([a], [b]) => (a < b ? 1 : -1));
  const lines = items.map(([words, marked], i) => {
    const said =
      marked.mark === 'none'
        ? 'division without a value'
        : `division, ${words}${marked.synthetic ? ' (made up)' : ''}`;
    return html`${symbol(marked, 16, row(i) - 4, 'var(--rule)')}${text(30, row(i), said)}`;
  });
  const stations = [
    result.air.stations.some(({ synthetic }) => !synthetic) && {
      sign: (y: number) =>
        html`<path d="M12 ${one(y)}h8M16 ${one(y - 4)}v8" stroke="var(--ink)" stroke-width="2"/>`,
      said: 'official station',
    },
    result.air.stations.some(({ synthetic }) => synthetic) && {
      sign: (y: number) =>
        html`<circle cx="16" cy="${one(y)}" r="2.6" fill="none" stroke="#d55e00" stroke-width="1.2"/>`,
      said: 'synthetic station: made up, no measurement',
    },
  ].filter((one) => one !== false);
  const more = stations.map(
    ({ sign, said }, i) => html`${sign(row(items.length + i) - 4)}${text(30, row(items.length + i), said)}`,
  );
  if (!Number.isFinite(least)) return html`${lines}${more}`;
  const names = (result.clusters?.clusters ?? []).map(
    ({ name }, i) =>
      html`${text(11, row(items.length + stations.length + i), `${DIGITS[i] ?? ''}  cluster: ${name}`)}`,
  );
  const last = row(items.length + stations.length + names.length);
  const steps = SCALE.map(
    (colour, i) =>
      html`<rect x="${12 + i * 20}" y="${one(last - 9)}" width="20" height="10" fill="${colour}"/>`,
  );
  return html`${lines}${more}${names}${steps}${text(180, last, `PM2.5 ${least.toFixed(0)} to ${most.toFixed(0)} µg/m³`)}`;
}
