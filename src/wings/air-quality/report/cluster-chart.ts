import { COLOUR, draw, frame, type Markup, WIDTH } from '../../../reports/index.ts';
import type { Clustering } from '../clusters.ts';
import { CLUSTER_COLOURS, LEGEND } from './charts.ts';
import { type MapBox, placeLabel } from './labels.ts';

const CLUSTER_SHAPES = ['circle', 'square', 'triangle-up', 'diamond'] as const;
/** Points of an ellipse. */
const ROUND = 72;
/** Left: room for labels of five digits and the title. */
export const PLOT = { height: 380, left: 84, right: 16, top: 26, bottom: 46 };

interface ClusterPoint {
  readonly key: string;
  /** Empty for none. */
  readonly label: string;
  readonly x: number;
  readonly y: number;
}

interface ClusterAxes {
  readonly x: string;
  readonly y: string;
  /** True where the second column of the clustering is the decimal logarithm of what points give. */
  readonly log: boolean;
}

/** Clusters over two columns, each with the ellipse that holds 86 % of it: two standard deviations. */
export async function clusterChart(
  clustering: Clustering | null,
  points: readonly ClusterPoint[],
  axes: ClusterAxes,
): Promise<Markup | undefined> {
  if (clustering === null) return undefined;
  const names = clustering.clusters.map(({ name }) => name);
  const values = points.flatMap((point) => {
    const member = clustering.members.get(point.key);
    return member === undefined ? [] : [{ ...point, cluster: names[member.cluster] ?? '' }];
  });
  if (values.length === 0) return undefined;
  const rings = clustering.clusters.flatMap(({ name, mean, covariance }) =>
    ellipse(mean, covariance).map(([x, y], order) => ({
      cluster: name,
      x,
      y: axes.log ? 10 ** y : y,
      order,
    })),
  );
  const all = [...values, ...rings];
  const [west, east] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  // Room for labels beside the outermost points.
  const across: PlotSpan = [west - 0.12 * (east - west), east + 0.12 * (east - west)];
  const up: PlotSpan = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  const top = PLOT.top + 17 * names.length;
  const color = {
    field: 'cluster',
    type: 'nominal' as const,
    scale: { domain: names, range: CLUSTER_COLOURS.slice(0, names.length) },
    legend: LEGEND,
  };
  const few = values.length <= 40;
  const named = values.filter(({ label }) => label !== '');
  const labels =
    named.length <= 20 ? labelled(named, { across, up, log: axes.log }, PLOT.height - top - PLOT.bottom) : [];
  return draw({
    ...frame(PLOT.height, { ...PLOT, top }),
    encoding: {
      x: {
        field: 'x',
        type: 'quantitative',
        title: axes.x,
        scale: { domain: across, nice: false },
        axis: { tickCount: 5 },
      },
      y: {
        field: 'y',
        type: 'quantitative',
        title: axes.y,
        scale: { type: axes.log ? 'log' : 'linear', domain: up, nice: false },
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

export type PlotSpan = [least: number, most: number];

/** Labels where they touch neither each other nor a point, in the units of the axes. */
export function labelled(
  points: readonly { readonly label: string; readonly x: number; readonly y: number }[],
  {
    across: [west, east],
    up: [south, north],
    log,
  }: { readonly across: PlotSpan; readonly up: PlotSpan; readonly log: boolean },
  height: number,
): { label: string; x: number; y: number; fromX: number; fromY: number; edge: number }[] {
  const width = WIDTH - PLOT.left - PLOT.right;
  const px = (x: number) => ((x - west) / (east - west || 1)) * width;
  const tall = log ? Math.log(north / south) || 1 : north - south || 1;
  const py = (y: number) => ((log ? Math.log(north / y) : north - y) / tall) * height;
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
      y: log ? north * Math.exp((-middle / height) * tall) : north - (middle / height) * tall,
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
