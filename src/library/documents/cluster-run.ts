import { STOP_WORDS_OF_ALL, stem, wordsOf } from '../../foundation/text/index.ts';
import type { Store } from '../../storage/index.ts';

const BATCH = 500;
/** Characters of a document that are read, and terms of its vector. */
const MAX_CHARACTERS = 8_000;
const TERMS = 12;
/** Least cosine between a document and the cluster it belongs to. */
const MIN_COSINE = 0.2;
const MAX_CLUSTERS = 300;
const LABEL_TERMS = 3;

type Vector = ReadonlyMap<string, number>;

interface Cluster {
  readonly terms: Map<string, number>;
  /** Euclidean length of the term weights. */
  length: number;
  members: number;
}

/**
 * Clusters the novel documents of a run by text, category by category (or domain, where there is no category): builds
 * tf·idf vectors of the heaviest stems, finds clusters in a leader pass in judging order, then assigns every document to
 * the nearest cluster. A cluster is named by its heaviest words; a document alone in its cluster gets no name.
 * @returns clusters of two documents or more
 */
export async function clusterRun(store: Store, runId: number): Promise<number> {
  const groups = await store.documents.count({ run: runId, states: ['novel'] }, ['category']);
  let named = 0;
  for (const { category } of groups) {
    const { vectors, surfaces } = await vectorsOf(store, runId, category);
    const labels = labelsOf(clustersOf([...vectors.values()]), [...vectors.values()], surfaces);
    const ids = [...vectors.keys()];
    await store.transaction(async (trx) => {
      for (const [i, id] of ids.entries()) await trx.documents.update([id], { cluster: labels[i] ?? null });
    });
    named += new Set(labels.filter((label) => label !== undefined)).size;
  }
  return named;
}

async function vectorsOf(store: Store, runId: number, category: string | null) {
  const counts = new Map<number, Map<string, number>>();
  const documents = new Map<string, number>();
  const surfaces = new Map<string, string>();
  for await (const { id, title, text } of textsOf(store, runId, category)) {
    const counted = new Map<string, number>();
    for (const word of wordsOf(`${title} ${text.slice(0, MAX_CHARACTERS)}`)) {
      if (word.length < 3 || STOP_WORDS_OF_ALL.has(word) || /^\p{N}/u.test(word)) continue;
      const term = stem(word);
      if (!surfaces.has(term)) surfaces.set(term, word);
      counted.set(term, (counted.get(term) ?? 0) + 1);
    }
    for (const term of counted.keys()) documents.set(term, (documents.get(term) ?? 0) + 1);
    counts.set(id, counted);
  }
  const vectors = new Map<number, Vector>();
  for (const [id, counted] of counts) {
    const weighted = [...counted]
      .filter(([term]) => (documents.get(term) ?? 0) > 1)
      .map(([term, count]): [string, number] => [
        term,
        (1 + Math.log(count)) * Math.log(counts.size / (documents.get(term) ?? 1)),
      ])
      .filter(([, weight]) => weight > 0)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, TERMS);
    const length = Math.hypot(...weighted.map(([, weight]) => weight)) || 1;
    vectors.set(id, new Map(weighted.map(([term, weight]) => [term, weight / length])));
  }
  return { vectors, surfaces };
}

async function* textsOf(store: Store, runId: number, category: string | null) {
  for (let after = 0; ; ) {
    const rows = await store.novelty.novelTexts(after, BATCH, { run: runId, category });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.seq;
    yield* rows;
  }
}

/** Returns the cluster of each vector. */
function clustersOf(vectors: readonly Vector[]): readonly (Cluster | undefined)[] {
  const clusters: Cluster[] = [];
  for (const vector of vectors) {
    const best = nearestCluster(vector, clusters);
    if (best !== undefined) addToCluster(best, vector);
    else if (clusters.length < MAX_CLUSTERS && vector.size > 0)
      clusters.push({ terms: new Map(vector), length: 1, members: 1 });
  }
  const chosen = vectors.map((vector) => nearestCluster(vector, clusters));
  for (const cluster of clusters) cluster.members = 0;
  for (const cluster of chosen) if (cluster !== undefined) cluster.members++;
  return chosen;
}

function nearestCluster(vector: Vector, clusters: readonly Cluster[]): Cluster | undefined {
  let best: Cluster | undefined;
  let most = MIN_COSINE;
  for (const cluster of clusters) {
    let dot = 0;
    for (const [term, weight] of vector) dot += weight * (cluster.terms.get(term) ?? 0);
    const cosine = dot / cluster.length;
    if (cosine > most) [best, most] = [cluster, cosine];
  }
  return best;
}

const CENTRE_TERMS = 40;

function addToCluster(cluster: Cluster, vector: Vector): void {
  cluster.members++;
  for (const [term, weight] of vector) cluster.terms.set(term, (cluster.terms.get(term) ?? 0) + weight);
  if (cluster.terms.size > CENTRE_TERMS * 2) {
    const weightiest = heaviest(cluster.terms, CENTRE_TERMS);
    cluster.terms.clear();
    for (const [term, weight] of weightiest) cluster.terms.set(term, weight);
  }
  cluster.length = Math.hypot(...cluster.terms.values());
}

const heaviest = (terms: Vector, count: number): [string, number][] =>
  [...terms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, count);

function labelsOf(
  chosen: readonly (Cluster | undefined)[],
  vectors: readonly Vector[],
  surfaces: ReadonlyMap<string, string>,
): (string | undefined)[] {
  const labels = new Map<Cluster, string>();
  return vectors.map((_, i) => {
    const cluster = chosen[i];
    if (cluster === undefined || cluster.members < 2) return undefined;
    const known = labels.get(cluster);
    if (known !== undefined) return known;
    const words = heaviest(cluster.terms, LABEL_TERMS).map(([term]) => surfaces.get(term) ?? term);
    labels.set(cluster, words.join(', '));
    return words.join(', ');
  });
}
