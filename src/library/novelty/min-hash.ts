/** MinHash signatures (Broder 1997) in bands, as locality-sensitive hashing compares them. */

/** Says how a set is represented: `bands` keys of `rows` least hashes each. */
export interface Banding {
  readonly bands: number;
  readonly rows: number;
}

/** Banding of whole pages: two pages with Dice .65 share a band with probability .993, with Dice .31 with .22. */
export const PAGE_BANDING: Banding = { bands: 42, rows: 3 };

/** MinHash signature of a set. */
export interface MinHashSignature {
  /** One key a band, 32 bits. */
  readonly keys: Uint32Array;
  /** Low byte of each least hash: equal bytes estimate the Jaccard similarity. */
  readonly sketch: Uint8Array;
}

/** Computes signatures of one banding. The hash functions have a fixed seed, so stored keys stay comparable. */
export class MinHash {
  readonly banding: Banding;
  readonly #multipliers: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #least: Uint32Array;

  constructor(banding: Banding) {
    this.banding = banding;
    const count = banding.bands * banding.rows;
    let state = 0x2545f491;
    const draw = (): number => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state >>> 0;
    };
    this.#multipliers = Uint32Array.from({ length: count }, () => draw() | 1);
    this.#offsets = Uint32Array.from({ length: count }, draw);
    this.#least = new Uint32Array(count);
  }

  /** @param set distinct 32-bit hashes, at least one. @param salt sets with different salts share no band */
  sign(set: Uint32Array, salt = 0): MinHashSignature {
    const { bands, rows } = this.banding;
    const least = this.#least.fill(0xffffffff);
    for (let i = 0; i < least.length; i++) {
      const multiplier = this.#multipliers[i] ?? 1;
      const offset = this.#offsets[i] ?? 0;
      let min = 0xffffffff;
      for (let j = 0; j < set.length; j++) {
        const hash = (Math.imul(set[j] ?? 0, multiplier) + offset) >>> 0;
        if (hash < min) min = hash;
      }
      least[i] = min;
    }
    const keys = new Uint32Array(bands);
    for (let band = 0; band < bands; band++) {
      let key = salt ^ (band + 1);
      for (let row = 0; row < rows; row++) {
        key = Math.imul(key ^ (least[band * rows + row] ?? 0), 0x9e3779b1);
        key ^= key >>> 15;
      }
      keys[band] = key;
    }
    return { keys, sketch: Uint8Array.from(least, (hash) => hash >>> 8) };
  }
}
