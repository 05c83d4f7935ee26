import {
  chooseGaussianMixture,
  type GaussianMixture,
  responsibilitiesOf,
} from '../foundation/learning/index.ts';

/** An item to cluster, with a value for each axis. */
interface ClusterItem {
  readonly key: string;
  readonly values: readonly number[];
}

/** A column: its name, and the words for low and high, such as "clean" and "polluted". */
interface Axis {
  readonly name: string;
  readonly low: string;
  readonly high: string;
}

interface Cluster {
  /** Derived from its means: "clean, dear". */
  readonly name: string;
  readonly size: number;
  /** Mean by column, in the units of the data (prices as decimal logarithms). */
  readonly mean: readonly number[];
  /** Covariance in the units of the data. */
  readonly covariance: readonly (readonly number[])[];
}

export interface Clustering {
  readonly axes: readonly Axis[];
  readonly clusters: readonly Cluster[];
  /** Index of the likeliest cluster, and the share each has, by key. */
  readonly members: ReadonlyMap<string, { readonly cluster: number; readonly shares: readonly number[] }>;
  readonly kind: GaussianMixture['kind'];
  readonly bic: number;
  /** Notes for the reader. */
  readonly notes: readonly string[];
}

/** For columns of 0 to 1: a standard deviation of .05, which keeps clusters of few places from fitting noise. */
const REGULARISATION = 0.0025;
const MAX_CLUSTERS = 4;
/** A cluster mean this far from the middle of all, in shares of the range, is called low or high. */
const MIDDLE = 0.12;

/**
 * Clusters items by a Gaussian mixture (paper 004, eq. 27–42) over columns scaled to 0…1 (min–max); BIC selects the
 * number of components.
 * @returns null for fewer than three items
 */
export function clusteringOf(
  items: readonly ClusterItem[],
  axes: readonly Axis[],
  seed = 1,
): Clustering | null {
  if (items.length < 3) return null;
  const scales = axes.map((_, column) => {
    const values = items.map((item) => item.values[column] ?? 0);
    const low = Math.min(...values);
    return { low, range: Math.max(...values) - low };
  });
  const rows = items.map(({ values }) =>
    Float64Array.from(scales, ({ low, range }, column) =>
      range === 0 ? 0 : ((values[column] ?? 0) - low) / range,
    ),
  );
  const { mixture } = chooseGaussianMixture(rows, {
    seed,
    regularisation: REGULARISATION,
    maxComponents: MAX_CLUSTERS,
    covariances: ['tied', 'diagonal', 'spherical'],
  });
  const shares = responsibilitiesOf(mixture, rows);
  const chosen = shares.map((row) => row.indexOf(Math.max(...row)));
  const order = mixture.components
    .map((_, k) => k)
    .filter((k) => chosen.includes(k))
    .sort((a, b) => (mixture.components[a]?.mean[0] ?? 0) - (mixture.components[b]?.mean[0] ?? 0));
  const clusters = order.map((k): Cluster => {
    const { mean = [], covariance = [] } = mixture.components[k] ?? {};
    return {
      name: order.length === 1 ? 'all alike' : nameOf(mean, rows, axes),
      size: chosen.filter((one) => one === k).length,
      mean: mean.map((value, i) => (scales[i]?.low ?? 0) + value * (scales[i]?.range ?? 0)),
      covariance: covariance.map((row, i) =>
        row.map((value, j) => value * (scales[i]?.range ?? 0) * (scales[j]?.range ?? 0)),
      ),
    };
  });
  const members = new Map(
    items.map(({ key }, i) => [
      key,
      { cluster: order.indexOf(chosen[i] ?? 0), shares: order.map((k) => shares[i]?.[k] ?? 0) },
    ]),
  );
  return {
    axes,
    clusters: withDistinctNames(clusters),
    members,
    kind: mixture.kind,
    bic: mixture.bic,
    notes: mixture.notes,
  };
}

/** Names a cluster by its mean relative to the mean of all. */
function nameOf(mean: readonly number[], rows: readonly Float64Array[], axes: readonly Axis[]): string {
  const words = axes.map(({ low, high, name }, column) => {
    const middle = rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length;
    const away = (mean[column] ?? 0) - middle;
    return Math.abs(away) < MIDDLE ? `middling ${name}` : away < 0 ? low : high;
  });
  return [...new Set(words)].join(', ');
}

function withDistinctNames(clusters: readonly Cluster[]): Cluster[] {
  const seen = new Map<string, number>();
  return clusters.map((cluster) => {
    const times = (seen.get(cluster.name) ?? 0) + 1;
    seen.set(cluster.name, times);
    return times === 1 ? cluster : { ...cluster, name: `${cluster.name} (${times})` };
  });
}
