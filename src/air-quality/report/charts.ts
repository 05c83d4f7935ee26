import { COLOUR, draw, frame, type Markup, WIDTH } from '../../reports/index.ts';
import type { Clustering } from '../clusters.ts';
import type { MarkedValue } from '../divisions/values.ts';
import type { RegionResult } from '../result.ts';
import { markWords } from '../summary.ts';
import type { Particulate } from '../units/breakpoints.ts';
import { type MapBox, placeLabel } from './labels.ts';

/** Okabe and Ito's colours, distinguishable by the colour-blind: blue is real, orange synthetic; dark is measured, light estimated. */
const MARK_COLOURS: Readonly<Record<string, string>> = {
  measured: '#0072b2',
  estimated: '#56b4e9',
  'measured, synthetic': '#d55e00',
  'estimated, synthetic': '#e69f00',
};
const CLUSTER_COLOURS = ['#009e73', '#0072b2', '#d55e00', '#cc79a7'] as const;
const CLUSTER_SHAPES = ['circle', 'square', 'triangle-up', 'diamond'] as const;
/** Points of an ellipse. */
const ROUND = 72;
const ROW = 23;

const LEGEND = {
  orient: 'top' as const,
  direction: 'horizontal' as const,
  columns: 1,
  title: null,
  labelColor: COLOUR.text,
  labelFontSize: 12,
  labelLimit: 0,
  offset: 6,
};

/** Marks that occur, in the order of the colours. */
const marksOf = (values: readonly MarkedValue[]): string[] => {
  const there = new Set(values.filter(({ value }) => value !== null).map(markWords));
  return Object.keys(MARK_COLOURS).filter((mark) => there.has(mark));
};

const markScale = (marks: readonly string[]) => ({
  domain: [...marks],
  range: marks.map((mark) => MARK_COLOURS[mark] ?? COLOUR.text),
});

/** One pollutant over divisions and cities, with limits (figures 20 and 21 of paper 004). Undefined where nothing is known. */
export async function comparisonChart(
  result: RegionResult,
  pollutant: Particulate,
): Promise<Markup | undefined> {
  const pick = (one: { readonly pm25: MarkedValue; readonly pm10: MarkedValue }) =>
    pollutant === 'PM2.5' ? one.pm25 : one.pm10;
  const rows = result.cities.flatMap((city) => [
    { label: city.name.toUpperCase(), marked: pick(city) },
    ...result.divisions
      .filter((one) => one.city === city.name)
      .map((one) => ({ label: one.name, marked: pick(one) })),
  ]);
  const known = rows.flatMap(({ label, marked }) => {
    const { value, uncertainty } = marked;
    if (value === null) return [];
    const [low, high] = [uncertainty?.low ?? value, uncertainty?.high ?? value];
    return [{ label, value, low, high: Number.isFinite(high) ? high : value, mark: markWords(marked) }];
  });
  if (known.length === 0) return undefined;
  const marks = marksOf(rows.map(({ marked }) => marked));
  const y = {
    field: 'label',
    type: 'nominal' as const,
    sort: null,
    title: null,
    scale: { domain: rows.map(({ label }) => label) },
    axis: { labelLimit: 0, labelPadding: 8 },
  };
  return draw({
    ...frame(rows.length * ROW + 56 + 17 * marks.length, {
      left: 108,
      right: 16,
      top: 12 + 17 * marks.length,
      bottom: 44,
    }),
    data: { values: known },
    encoding: { y },
    layer: [
      {
        mark: { type: 'bar', height: { band: 0.62 } },
        encoding: {
          x: { field: 'value', type: 'quantitative', title: `${pollutant}, µg/m³`, axis: { tickCount: 5 } },
          color: { field: 'mark', type: 'nominal', scale: markScale(marks), legend: LEGEND },
        },
      },
      {
        mark: { type: 'rule', strokeWidth: 1.5, color: 'var(--ink)' },
        encoding: { x: { field: 'low', type: 'quantitative' }, x2: { field: 'high' } },
      },
      ...(['low', 'high'] as const).map((field) => ({
        mark: { type: 'tick' as const, thickness: 1.5, size: 8, color: 'var(--ink)' },
        encoding: { x: { field, type: 'quantitative' as const } },
      })),
    ],
  });
}

/** Draws daily means by city, real and synthetic stations separately. Undefined for fewer than two days. */
export async function seriesChart(result: RegionResult, pollutant: Particulate): Promise<Markup | undefined> {
  const groups = new Map<string, { city: string; kind: string; day: string; values: number[] }>();
  for (const { city, synthetic, days, pollutant: own } of result.air.series) {
    if (own !== pollutant) continue;
    const kind = synthetic ? 'synthetic stations' : 'official stations';
    for (const { day, value } of days) {
      const key = `${city}|${kind}|${day}`;
      const group = groups.get(key) ?? { city, kind, day, values: [] };
      group.values.push(value);
      groups.set(key, group);
    }
  }
  const points = [...groups.values()].map(({ values, ...point }) => ({
    ...point,
    value: values.reduce((sum, value) => sum + value, 0) / values.length,
  }));
  if (new Set(points.map(({ day }) => day)).size < 2) return undefined;
  const cities = result.cities.map(({ name }) => name);
  const kinds = ['official stations', 'synthetic stations'].filter((kind) =>
    points.some((one) => one.kind === kind),
  );
  return draw({
    ...frame(270, { left: 44, right: 16, top: 40, bottom: 40 }),
    data: { values: points },
    encoding: {
      x: {
        field: 'day',
        type: 'temporal',
        title: null,
        axis: { grid: false, tickCount: 5, labelFlush: true },
      },
      y: { field: 'value', type: 'quantitative', title: null, axis: { tickCount: 5 } },
      color: {
        field: 'city',
        type: 'nominal',
        scale: { domain: cities, range: [...CLUSTER_COLOURS] },
        legend: { ...LEGEND, columns: 3 },
      },
      strokeDash: {
        field: 'kind',
        type: 'nominal',
        scale: {
          domain: kinds,
          range: kinds.map((kind) => (kind === 'official stations' ? [1, 0] : [4, 3])),
        },
        // The note under the title explains the styles.
        legend: null,
      },
    },
    layer: [
      { mark: { type: 'line', strokeWidth: 1.75 } },
      { mark: { type: 'point', filled: true, size: 28, opacity: 1 } },
    ],
  });
}

const PLOT = { height: 380, left: 48, right: 16, top: 26, bottom: 46 };

/**
 * Clusters over air and price (a logarithmic scale), each with the ellipse that holds 86 % of it: two standard deviations.
 * @param points figures as they are; the clustering has PM2.5 in its first column, decimal logarithms of prices in its last
 */
export async function clusterChart(
  clustering: Clustering | null,
  points: readonly { readonly key: string; readonly label: string; readonly x: number; readonly y: number }[],
  title: string,
): Promise<Markup | undefined> {
  if (clustering === null) return undefined;
  const names = clustering.clusters.map(({ name }) => name);
  const values = points.flatMap((point) => {
    const member = clustering.members.get(point.key);
    return member === undefined ? [] : [{ ...point, cluster: names[member.cluster] ?? '' }];
  });
  if (values.length === 0) return undefined;
  const rings = clustering.clusters.flatMap(({ name, mean, covariance }) =>
    ellipse(inPlane(mean), inPlane(covariance).map(inPlane)).map(([x, y], order) => ({
      cluster: name,
      x,
      y: 10 ** y,
      order,
    })),
  );
  const all = [...values, ...rings];
  const [west, east] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  // Room for labels beside the outermost points.
  const across: Span = [west - 0.12 * (east - west), east + 0.12 * (east - west)];
  const up: Span = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  const top = PLOT.top + 17 * names.length;
  const color = {
    field: 'cluster',
    type: 'nominal' as const,
    scale: { domain: names, range: CLUSTER_COLOURS.slice(0, names.length) },
    legend: LEGEND,
  };
  const few = values.length <= 20;
  const labels = few ? labelled(values, across, up, PLOT.height - top - PLOT.bottom) : [];
  return draw({
    ...frame(PLOT.height, { ...PLOT, top }),
    encoding: {
      x: {
        field: 'x',
        type: 'quantitative',
        title,
        scale: { domain: across, nice: false },
        axis: { tickCount: 5 },
      },
      y: {
        field: 'y',
        type: 'quantitative',
        title: null,
        scale: { type: 'log', domain: up, nice: false },
        axis: { tickCount: 4, format: ',d' },
      },
      color,
    },
    layer: [
      {
        data: { values: rings },
        mark: { type: 'line', strokeWidth: 1.5, fillOpacity: 0 },
        encoding: { order: { field: 'order', type: 'quantitative' } },
      },
      {
        data: { values },
        mark: { type: 'point', filled: true, size: few ? 60 : 24, opacity: few ? 1 : 0.7 },
        encoding: {
          shape: {
            field: 'cluster',
            type: 'nominal',
            scale: { domain: names, range: CLUSTER_SHAPES.slice(0, names.length) },
            legend: LEGEND,
          },
        },
      },
      {
        data: { values: labels },
        mark: { type: 'rule', strokeWidth: 0.7 },
        encoding: {
          x: { field: 'fromX', type: 'quantitative' },
          y: { field: 'fromY', type: 'quantitative' },
          x2: { field: 'edge' },
          y2: { field: 'y' },
          color: { value: COLOUR.text },
        },
      },
      {
        data: { values: labels },
        mark: { type: 'text', align: 'left', baseline: 'middle', fontSize: 11, color: 'var(--ink)' },
        encoding: { text: { field: 'label' }, color: { value: 'var(--ink)' } },
      },
    ],
  });
}

/** First and last: air and price, whatever stands between. */
const inPlane = <T>(columns: readonly T[]): T[] =>
  columns.filter((_, i) => i === 0 || i === columns.length - 1);

type Span = [least: number, most: number];

/** Labels where they touch neither each other nor a point, in the units of the axes. */
function labelled(
  points: readonly { readonly label: string; readonly x: number; readonly y: number }[],
  [west, east]: Span,
  [south, north]: Span,
  height: number,
): { label: string; x: number; y: number; fromX: number; fromY: number; edge: number }[] {
  const width = WIDTH - PLOT.left - PLOT.right;
  const px = (x: number) => ((x - west) / (east - west || 1)) * width;
  const tall = Math.log(north / south) || 1;
  const py = (y: number) => (Math.log(north / y) / tall) * height;
  const taken: MapBox[] = points.map(({ x, y }) => ({ x: px(x) - 5, y: py(y) - 5, width: 10, height: 10 }));
  return points.map(({ label, x, y }) => {
    const box = placeLabel([px(x), py(y)], label, taken, width);
    taken.push(box);
    const middle = box.y + box.height / 2;
    // A thin line leads from the point to the nearer end of its label.
    const edge = box.x > px(x) ? box.x : box.x + box.width;
    const unit = (pixels: number) => west + (pixels / width) * (east - west);
    return {
      label,
      x: unit(box.x),
      y: north * Math.exp((-middle / height) * tall),
      fromX: x,
      fromY: y,
      edge: unit(edge),
    };
  });
}

/** Two standard deviations round a mean in two dimensions, closed. */
function ellipse(
  [x = 0, y = 0]: readonly number[],
  covariance: readonly (readonly number[])[],
): [number, number][] {
  const a = covariance[0]?.[0] ?? 0;
  const b = covariance[0]?.[1] ?? 0;
  const c = covariance[1]?.[1] ?? 0;
  // Axes of the covariance: eigenvalues of a symmetric 2 × 2 matrix.
  const middle = (a + c) / 2;
  const half = Math.hypot((a - c) / 2, b);
  const angle = Math.atan2(2 * b, a - c) / 2;
  const [long, short] = [2 * Math.sqrt(middle + half), 2 * Math.sqrt(Math.max(0, middle - half))];
  return Array.from({ length: ROUND + 1 }, (_, i) => {
    const t = (2 * Math.PI * i) / ROUND;
    const [u, v] = [long * Math.cos(t), short * Math.sin(t)];
    return [x + u * Math.cos(angle) - v * Math.sin(angle), y + u * Math.sin(angle) + v * Math.cos(angle)];
  });
}
