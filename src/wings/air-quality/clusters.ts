import { chooseGaussianMixture } from './gaussian-mixture/choose.ts';
import { responsibilitiesOf } from './gaussian-mixture/fit.ts';
import type { GaussianMixture } from './gaussian-mixture/mixture.ts';

/** An item to cluster, with a value for each axis. */
export interface ClusterItem {
  readonly key: string;
  readonly values: readonly number[];
}

interface Cluster {
  /** Its centre, such as "PM2.5 24, PM10 49": where clusters lie close, what is called lower in one may be the highest of all. */
  readonly name: string;
  /** Items that it is the likeliest cluster of. */
  readonly size: number;
  /** Mean by column, in the units of the data (prices as decimal logarithms). */
  readonly mean: readonly number[];
  /** Covariance in the units of the data. */
  readonly covariance: readonly (readonly number[])[];
}

export interface Clustering {
  /** Names of the columns. */
  readonly axes: readonly string[];
  readonly clusters: readonly Cluster[];
  /** Index of the likeliest cluster, and the posterior share of each, by key. */
  readonly members: ReadonlyMap<string, { readonly cluster: number; readonly shares: readonly number[] }>;
  readonly kind: GaussianMixture['kind'];
  readonly bic: number;
  readonly notes: readonly string[];
  /** What the clusters were made of, for a repetition: rows of 0 to 1 in the order of the items, and components in that of the clusters. */
  readonly fitted: { readonly rows: readonly Float64Array[]; readonly mixture: GaussianMixture };
}

/** Gives columns of 0 to 1 a standard deviation of .05, which keeps clusters of few items from fitting noise. */
export const REGULARISATION = 0.0025;
const MAX_CLUSTERS = 4;
const STARTS = 5;

interface ClusteringOptions {
  readonly seed?: number;
  /** Names a cluster by its mean, in the units of the data. */
  readonly nameOf?: (mean: readonly number[]) => string;
}

/**
 * Clusters items by a Gaussian mixture (paper 004, eq. 27–42) over columns scaled to 0…1 (min–max); BIC selects the
 * number of components and how free their covariances are.
 * @returns null for fewer than three items
 */
export function clusteringOf(
  items: readonly ClusterItem[],
  axes: readonly string[],
  { seed = 1, nameOf = centreOf(axes) }: ClusteringOptions = {},
): Clustering | null {
  if (items.length < 3) return null;
  const scales = axes.map((_, column) => {
    const values = items.map((item) => item.values[column] ?? 0);
    const low = values.reduce((least, value) => Math.min(least, value), Infinity);
    return { low, range: values.reduce((most, value) => Math.max(most, value), -Infinity) - low };
  });
  const rows = items.map(({ values }) =>
    Float64Array.from(scales, ({ low, range }, column) =>
      range === 0 ? 0 : ((values[column] ?? 0) - low) / range,
    ),
  );
  const { mixture } = chooseGaussianMixture(rows, {
    seed,
    starts: STARTS,
    regularisation: REGULARISATION,
    maxComponents: MAX_CLUSTERS,
  });
  const found = responsibilitiesOf(mixture, rows).map((row) => row.indexOf(Math.max(...row)));
  const order = mixture.components
    .map((_, k) => k)
    .filter((k) => found.includes(k))
    .sort((a, b) => (mixture.components[a]?.mean[0] ?? 0) - (mixture.components[b]?.mean[0] ?? 0));
  const ordered = { ...mixture, components: order.flatMap((k) => mixture.components[k] ?? []) };
  const shares = responsibilitiesOf(ordered, rows);
  const chosen = shares.map((row) => row.indexOf(Math.max(...row)));
  const clusters = ordered.components.map(({ mean: scaled, covariance }, k): Cluster => {
    const mean = scaled.map((value, i) => (scales[i]?.low ?? 0) + value * (scales[i]?.range ?? 0));
    return {
      name: order.length === 1 ? 'all alike' : nameOf(mean),
      size: chosen.filter((one) => one === k).length,
      mean,
      covariance: covariance.map((row, i) =>
        row.map((value, j) => value * (scales[i]?.range ?? 0) * (scales[j]?.range ?? 0)),
      ),
    };
  });
  const members = new Map(
    items.map(({ key }, i) => [key, { cluster: chosen[i] ?? 0, shares: [...(shares[i] ?? [])] }]),
  );
  return {
    axes,
    clusters: withDistinctNames(clusters),
    members,
    kind: mixture.kind,
    bic: mixture.bic,
    notes: mixture.notes,
    fitted: { rows, mixture: ordered },
  };
}

const centreOf =
  (axes: readonly string[]) =>
  (mean: readonly number[]): string =>
    axes.map((axis, i) => `${axis} ${Math.round(mean[i] ?? 0)}`).join(', ');

function withDistinctNames(clusters: readonly Cluster[]): Cluster[] {
  const seen = new Map<string, number>();
  return clusters.map((cluster) => {
    const times = (seen.get(cluster.name) ?? 0) + 1;
    seen.set(cluster.name, times);
    return times === 1 ? cluster : { ...cluster, name: `${cluster.name} (${times})` };
  });
}
