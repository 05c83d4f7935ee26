import { dice } from './fingerprint.ts';
import { MinHash, type MinHashSignature, PAGE_BANDING } from './min-hash.ts';
import { PageIndex } from './page-index.ts';

interface PageHit {
  readonly document: number;
  readonly similarity: number;
}

/** Reads the fingerprint of a known page; only the index stays in memory. */
type FingerprintOf = (document: number) => Promise<Uint32Array | undefined>;

/** The known pages: finds candidates by LSH and compares them by exact Dice. */
export class PageMemory {
  readonly #minHash = new MinHash(PAGE_BANDING);
  readonly #index = new PageIndex(PAGE_BANDING);
  readonly #fingerprintOf: FingerprintOf;
  /** Fingerprints of pages that are not in the store yet. */
  readonly #unwritten = new Map<number, Uint32Array>();

  constructor(fingerprintOf: FingerprintOf) {
    this.#fingerprintOf = fingerprintOf;
  }

  get size(): number {
    return this.#index.size;
  }

  /** Bytes of the index in memory. */
  get bytes(): number {
    return this.#index.bytes;
  }

  /** @param fingerprint not empty */
  sign(fingerprint: Uint32Array): MinHashSignature {
    return this.#minHash.sign(fingerprint);
  }

  add(document: number, signature: MinHashSignature): void {
    this.#index.add(document, signature);
  }

  /** Adds a page whose fingerprint is not stored yet; `written` reports that it is. */
  addUnwritten(document: number, signature: MinHashSignature, fingerprint: Uint32Array): void {
    this.#unwritten.set(document, fingerprint);
    this.add(document, signature);
  }

  written(document: number): void {
    this.#unwritten.delete(document);
  }

  /** Finds a known page with a similarity above the threshold, the likeliest first. */
  async find(
    fingerprint: Uint32Array,
    signature: MinHashSignature,
    threshold: number,
  ): Promise<PageHit | undefined> {
    for (const document of this.#index.candidates(signature)) {
      const known = this.#unwritten.get(document) ?? (await this.#fingerprintOf(document));
      const similarity = known === undefined ? 0 : dice(fingerprint, known);
      if (similarity > threshold) return { document, similarity };
    }
    return undefined;
  }
}

/** Encodes a signature as one blob: keys, then the sketch. */
export const encodeSignature = ({ keys, sketch }: MinHashSignature): Uint8Array =>
  Buffer.concat([new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength), sketch]);

export function decodeSignature(blob: Uint8Array): MinHashSignature {
  const { bands, rows } = PAGE_BANDING;
  const bytes = Uint8Array.from(blob.subarray(0, bands * 4 + bands * rows));
  return { keys: new Uint32Array(bytes.buffer, 0, bands), sketch: bytes.subarray(bands * 4) };
}

export const encodeHashes = (hashes: Uint32Array): Uint8Array =>
  new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength);

export function decodeHashes(blob: Uint8Array): Uint32Array {
  const bytes = Uint8Array.from(blob);
  return new Uint32Array(bytes.buffer, 0, bytes.byteLength >> 2);
}
