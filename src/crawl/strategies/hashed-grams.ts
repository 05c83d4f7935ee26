/** m of the paper: n-grams are hashed into 2^m dimensions. */
const DIMENSIONS = 2 ** 12;
/** Examples of a batch of the URL classifier (b of the paper). */
const BATCH = 10;
const LEARNING_RATE = 1;

/** Counts of hashed n-grams. */
export type Grams = ReadonlyMap<number, number>;

/** Logistic regression over the 2-grams of characters of an address behind its host, taught in batches while the crawl goes on. */
export class UrlClassifier {
  private readonly weights = new Float64Array(DIMENSIONS);
  private bias = 0;
  private batch: (readonly [grams: Grams, isTarget: boolean])[] = [];

  /** Returns the probability that an address is that of a target. */
  chance(url: string): number {
    return this.chanceOf(charGramsOf(url));
  }

  learn(url: string, isTarget: boolean): void {
    this.batch.push([charGramsOf(url), isTarget]);
    if (this.batch.length < BATCH) return;
    for (const [grams, target] of this.batch) {
      const step = LEARNING_RATE * (Number(target) - this.chanceOf(grams));
      const length = lengthOf(grams);
      this.bias += step;
      for (const [gram, count] of grams)
        this.weights[gram] = (this.weights[gram] ?? 0) + (step * count) / length;
    }
    this.batch = [];
  }

  private chanceOf(grams: Grams): number {
    let sum = 0;
    for (const [gram, count] of grams) sum += (this.weights[gram] ?? 0) * count;
    return this.bias === 0 ? 0 : 1 / (1 + Math.exp(-this.bias - sum / lengthOf(grams)));
  }
}

const charGramsOf = (url: string): Grams => countsOf([...url.slice(url.indexOf('/', 8)).slice(0, 200)]);

/** Returns the 2-grams of the elements of a tag path, its beginning and end included. */
export const tagGramsOf = (tags: string): Grams => countsOf(['^', ...tags.split(' '), '$']);

function countsOf(tokens: readonly string[]): Grams {
  const counts = new Map<number, number>();
  for (let i = 0; i + 1 < tokens.length; i++) {
    const gram = hash(`${tokens[i]} ${tokens[i + 1]}`) % DIMENSIONS;
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** Returns 32 bits: FNV-1a, with its last characters mixed into all of them (as MurmurHash3 does). */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

export function lengthOf(grams: Grams): number {
  let sum = 0;
  for (const count of grams.values()) sum += count * count;
  return Math.sqrt(sum) || 1;
}
