import { type GeoPath, geoMercator, geoPath, geoTransform } from 'd3-geo';
import type { Location } from '../../../foundation/domain/index.ts';
import { html, type Markup } from '../../../reports/index.ts';
import type { Boundary } from '../boundaries.ts';
import type { MarkedValue } from '../divisions/marked-value.ts';
import type { RegionResult } from '../result.ts';
import { categoryNames } from '../units/aqi.ts';
import { digitsOf, POLLUTANTS, type Pollutant } from '../units/pollutants.ts';
import { markWords } from '../wording/index.ts';
import { type MapBox, placeLabel } from './labels.ts';

const WIDTH = 410;
const MARGIN = 46;
const EARTH_KM = 6371;
const ROW = 17;
const DIGITS = ['①', '②', '③', '④'];

/** Light to dark, told apart by the colour-blind too (a cut of viridis, turned round: dark is bad air), one a class. */
const CLASS_COLOURS = ['#fde725', '#7ad151', '#22a884', '#2a788e', '#414487', '#440154'] as const;
const CLASS_NAMES = categoryNames('india');
const UNKNOWN = '#c4c4c4';
/** A class is that of a year: it is withheld, as the index is, where a season has no day. */
const WITHHELD = 'url(#no-class)';
const HATCH = html`<defs><pattern id="no-class" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" fill="var(--card)"/><rect width="2" height="5" fill="var(--ink-2)"/></pattern></defs>`;

/** The colour of a class of the national index; grey where an estimate has no skill. */
const colourOf = ({ value, skilled, gaps, pollutant }: MarkedValue): string => {
  if (!skilled) return UNKNOWN;
  if (value === null) return 'none';
  if (gaps.length > 0) return WITHHELD;
  const at = POLLUTANTS[pollutant].classes.findIndex((upTo) => value <= upTo);
  return CLASS_COLOURS.at(at) ?? UNKNOWN;
};

/**
 * The region as a drawing of its own, without any tiles or network: areas where boundaries are given, divisions at their
 * headquarters, coloured by the class of a pollutant and shaped by their mark; stations; a scale.
 */
export function regionMap(
  result: RegionResult,
  shown: Pollutant,
  boundaries: readonly Boundary[] = [],
): Markup {
  const stations = result.air.stations.flatMap(({ pollutant, at, synthetic }) =>
    pollutant === shown && at !== null ? [{ at, synthetic }] : [],
  );
  const map = mapOf(
    [...result.divisions.map(({ location }) => location), ...stations.map(({ at }) => at)],
    boundaries,
  );
  const areas = boundaries.map((boundary) => {
    const value = areaValue(result, shown, boundary);
    const fill = value === undefined ? 'none' : colourOf(value);
    return html`<path d="${map.outline(boundary.geometry) ?? ''}" fill="${fill}" fill-rule="evenodd" stroke="var(--ink-2)" stroke-width="1" stroke-linejoin="round"/>`;
  });
  const taken: MapBox[] = [];
  const dots = stations.map(({ at, synthetic }) => {
    const [x, y] = map.place(at);
    return synthetic
      ? html`<circle cx="${one(x)}" cy="${one(y)}" r="2.6" fill="none" stroke="#d55e00" stroke-width="1.2"/>`
      : html`<path d="M${one(x - 4)} ${one(y)}h8M${one(x)} ${one(y - 4)}v8" stroke="var(--ink)" stroke-width="2"/>`;
  });
  const places = result.divisions.map((division) => ({ division, at: map.place(division.location) }));
  for (const { at } of places) taken.push({ x: at[0] - 7, y: at[1] - 7, width: 14, height: 14 });
  const squares = places.map(({ division, at: [x, y] }) =>
    symbol(division.values[shown], x, y, colourOf(division.values[shown])),
  );
  const names = (result.clusters?.clustering.clusters ?? []).map(({ name }) => name);
  const labels = places.map(({ division, at }) => {
    const { value } = division.values[shown];
    const cluster = names.length > 1 ? names.indexOf(division.cluster ?? '') : -1;
    const text = [
      division.name,
      value === null ? '' : value.toFixed(value < 10 ? digitsOf(shown) : 0),
      DIGITS[cluster] ?? '',
    ]
      .filter((part) => part !== '')
      .join(' ');
    const box = placeLabel(at, text, taken, WIDTH);
    taken.push(box);
    return html`<text x="${one(box.x)}" y="${one(box.y + 10)}" font-size="11" fill="var(--ink)" paint-order="stroke" stroke="var(--card)" stroke-width="3" stroke-linejoin="round">${text}</text>`;
  });
  const { height } = map;
  const [key, keyHeight] = legend(result, shown, boundaries, height);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${one(height + keyHeight)}" width="${WIDTH}" height="${one(height + keyHeight)}" font-family="inherit" aria-hidden="true">
${HATCH}${areas}${dots}${squares}${labels}${scaleBar(map.pixelsAKm)}${key}</svg>`;
}

/** The value that an area is coloured by. That of a city is left empty: a station in one of its divisions says nothing of the others. */
const areaValue = (
  { divisions }: RegionResult,
  shown: Pollutant,
  { city, division }: Boundary,
): MarkedValue | undefined =>
  divisions.find((one) => one.city === city && one.name === division)?.values[shown];

/** Corners closer than this are drawn as one, pixels. */
const FINEST = 0.7;

interface RegionMap {
  readonly height: number;
  readonly pixelsAKm: number;
  readonly outline: GeoPath;
  place(at: Location): readonly [number, number];
}

/** Mercator's projection, fitted to the width. */
function mapOf(points: readonly Location[], boundaries: readonly Boundary[]): RegionMap {
  // Clipping on the globe would take a ring that is wound as GeoJSON has it for all the rest of the globe.
  const projection = geoMercator().preclip((stream) => stream);
  const places = { type: 'MultiPoint' as const, coordinates: points.map(([north, east]) => [east, north]) };
  const geometries = [places, ...boundaries.map(({ geometry }) => geometry)];
  projection.fitWidth(WIDTH - 2 * MARGIN, { type: 'GeometryCollection', geometries });
  const [[, top], [, bottom]] = geoPath(projection).bounds({ type: 'GeometryCollection', geometries });
  const [x = 0, y = 0] = projection.translate();
  projection.translate([x + MARGIN, y - top + MARGIN / 2]);
  const place = ([north, east]: Location) => projection([east, north]) ?? ([0, 0] as const);
  const [, middle = 0] = projection.invert?.([WIDTH / 2, (MARGIN + bottom - top) / 2]) ?? [];
  return {
    place,
    height: MARGIN + bottom - top,
    pixelsAKm: projection.scale() / (EARTH_KM * Math.cos((middle * Math.PI) / 180)),
    outline: geoPath({ stream: (sink) => projection.stream(withoutFineCorners().stream(sink)) }).digits(1),
  };
}

function withoutFineCorners() {
  let last: readonly [number, number] | undefined;
  return geoTransform({
    lineStart() {
      last = undefined;
      this.stream.lineStart();
    },
    point(x, y) {
      if (last !== undefined && Math.hypot(x - last[0], y - last[1]) < FINEST) return;
      last = [x, y];
      this.stream.point(x, y);
    },
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

function legend(
  result: RegionResult,
  shown: Pollutant,
  boundaries: readonly Boundary[],
  top: number,
): readonly [Markup, number] {
  const rows: Markup[] = [];
  const row = (sign: (y: number) => Markup | string, words: string) => {
    const y = top + 22 + rows.length * ROW;
    rows.push(
      html`${sign(y - 4)}<text x="30" y="${one(y)}" font-size="11.5" fill="var(--ink-2)">${words}</text>`,
    );
  };
  const box = (fill: string) => (y: number) =>
    html`<rect x="8" y="${one(y - 5)}" width="16" height="10" fill="${fill}" stroke="var(--ink-2)" stroke-width=".5"/>`;
  const values = [
    ...result.divisions.map((one) => one.values[shown]),
    ...boundaries.flatMap((boundary) => areaValue(result, shown, boundary) ?? []),
  ];
  const colours = new Set(values.map(colourOf));
  const { classes, unit } = POLLUTANTS[shown];
  CLASS_COLOURS.forEach((colour, i) => {
    const [from, to] = [classes[i - 1] ?? 0, classes[i]];
    const range = to === undefined ? `above ${from}` : `${from} to ${to}`;
    if (colours.has(colour)) row(box(colour), `${shown} ${range} ${unit}: ${CLASS_NAMES[i]} (CPCB 2014)`);
  });
  if (colours.has(WITHHELD)) row(box(WITHHELD), 'no class: a season has no day');
  if (colours.has(UNKNOWN)) row(box(UNKNOWN), 'estimate no better than the mean of the city');
  const marks = new Map(result.divisions.map(({ values: own }) => [markWords(own[shown]), own[shown]]));
  for (const [words, marked] of [...marks].sort(([a], [b]) => (a < b ? 1 : -1)))
    row(
      (y) => symbol(marked, 16, y, 'var(--rule)'),
      marked.mark === 'none' ? 'division without a measurement' : `division, ${words}`,
    );
  const { stations } = result.air;
  if (stations.some(({ synthetic }) => !synthetic))
    row(
      (y) => html`<path d="M12 ${one(y)}h8M16 ${one(y - 4)}v8" stroke="var(--ink)" stroke-width="2"/>`,
      'official station',
    );
  if (stations.some(({ synthetic }) => synthetic))
    row(
      (y) => html`<circle cx="16" cy="${one(y)}" r="2.6" fill="none" stroke="#d55e00" stroke-width="1.2"/>`,
      'synthetic station',
    );
  const clusters = result.clusters?.clustering.clusters ?? [];
  if (clusters.length > 1)
    clusters.forEach(({ name }, i) => {
      row(
        (y) =>
          html`<text x="10" y="${one(y + 4)}" font-size="11.5" fill="var(--ink-2)">${DIGITS[i] ?? ''}</text>`,
        `cluster: ${name}`,
      );
    });
  return [html`${rows}`, 22 + rows.length * ROW];
}
