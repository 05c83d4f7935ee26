import type { Banding, MinHashSignature } from './min-hash.ts';

const FIRST_CAPACITY = 1 << 12;
const NONE = -1;
/** Least estimated Jaccard similarity of a candidate. Dice .65 is Jaccard .48; the error of 126 bytes is .045. */
const MIN_ESTIMATE = 0.26;

/**
 * Candidates for near-duplicates among millions of pages: for each band a chained hash table on typed arrays (a JavaScript
 * Map ends at 16.7 million entries). About 640 bytes a page at 42 bands of 3, in all.
 */
export class PageIndex {
  readonly #banding: Banding;
  #size = 0;
  #capacity = FIRST_CAPACITY;
  /** Per band, by slot: the newest page of the slot. */
  #heads: Int32Array[];
  /** Per band, by page: the next page of the slot, and the page's key. */
  #next: Int32Array[];
  #keys: Uint32Array[];
  #sketches: Uint8Array;
  #ids: Float64Array;
  /** Holds for each page the last search that met it, so that none is compared twice. */
  #seen: Uint32Array;
  #search = 0;

  constructor(banding: Banding) {
    this.#banding = banding;
    const { bands, rows } = banding;
    this.#heads = Array.from({ length: bands }, () => new Int32Array(FIRST_CAPACITY).fill(NONE));
    this.#next = Array.from({ length: bands }, () => new Int32Array(FIRST_CAPACITY));
    this.#keys = Array.from({ length: bands }, () => new Uint32Array(FIRST_CAPACITY));
    this.#sketches = new Uint8Array(FIRST_CAPACITY * bands * rows);
    this.#ids = new Float64Array(FIRST_CAPACITY);
    this.#seen = new Uint32Array(FIRST_CAPACITY);
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes of its arrays. */
  get bytes(): number {
    const { bands, rows } = this.#banding;
    return this.#capacity * (bands * 12 + bands * rows + 12);
  }

  add(id: number, signature: MinHashSignature): void {
    if (this.#size === this.#capacity) this.#grow();
    const page = this.#size++;
    this.#ids[page] = id;
    this.#sketches.set(signature.sketch, page * signature.sketch.length);
    for (let band = 0; band < this.#banding.bands; band++) this.#link(band, page, signature.keys[band] ?? 0);
  }

  /** Returns the ids of pages that share a band and have a sufficient estimate, the most similar first. */
  candidates(signature: MinHashSignature): number[] {
    this.#search++;
    const found: { readonly id: number; readonly alike: number }[] = [];
    for (let band = 0; band < this.#banding.bands; band++) {
      const key = signature.keys[band] ?? 0;
      const next = this.#next[band] ?? NO_INTS;
      const keys = this.#keys[band] ?? NO_WORDS;
      let page = this.#heads[band]?.[key & (this.#capacity - 1)] ?? NONE;
      for (; page !== NONE; page = next[page] ?? NONE) {
        if (keys[page] !== key || this.#seen[page] === this.#search) continue;
        this.#seen[page] = this.#search;
        const equalBytes = this.#alike(page, signature.sketch);
        if (equalBytes >= MIN_ESTIMATE * signature.sketch.length)
          found.push({ id: this.#ids[page] ?? 0, alike: equalBytes });
      }
    }
    return found.sort((a, b) => b.alike - a.alike || a.id - b.id).map(({ id }) => id);
  }

  #alike(page: number, sketch: Uint8Array): number {
    const from = page * sketch.length;
    let same = 0;
    for (let i = 0; i < sketch.length; i++) if (this.#sketches[from + i] === sketch[i]) same++;
    return same;
  }

  #link(band: number, page: number, key: number): void {
    const heads = this.#heads[band] ?? NO_INTS;
    const slot = key & (this.#capacity - 1);
    const next = this.#next[band] ?? NO_INTS;
    next[page] = heads[slot] ?? NONE;
    heads[slot] = page;
    const keys = this.#keys[band] ?? NO_WORDS;
    keys[page] = key;
  }

  /** Doubles the capacity band by band, so that only one band is in memory twice. */
  #grow(): void {
    const { bands, rows } = this.#banding;
    this.#capacity *= 2;
    for (let band = 0; band < bands; band++) {
      const keys = this.#keys[band] ?? NO_WORDS;
      this.#heads[band] = new Int32Array(this.#capacity).fill(NONE);
      this.#next[band] = new Int32Array(this.#capacity);
      this.#keys[band] = copiedInto(keys, new Uint32Array(this.#capacity));
      for (let page = 0; page < this.#size; page++) this.#link(band, page, keys[page] ?? 0);
    }
    this.#sketches = copiedInto(this.#sketches, new Uint8Array(this.#capacity * bands * rows));
    this.#ids = copiedInto(this.#ids, new Float64Array(this.#capacity));
    this.#seen = copiedInto(this.#seen, new Uint32Array(this.#capacity));
  }
}

const NO_INTS = new Int32Array();
const NO_WORDS = new Uint32Array();

function copiedInto<A extends Uint8Array | Uint32Array | Float64Array>(from: A, into: A): A {
  into.set(from);
  return into;
}
