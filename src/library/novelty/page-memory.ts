import { dice } from './fingerprint.ts';
import { MinHash, PAGE_BANDING, type Signature } from './min-hash.ts';
import { PageIndex } from './page-index.ts';

interface PageHit {
  readonly document: number;
  readonly similarity: number;
}

/** Where fingerprints of known pages are kept; the index alone stays in memory. */
type FingerprintOf = (document: number) => Promise<Uint32Array | undefined>;

/** The pages that are known: candidates by LSH, then exact Dice. */
export class PageMemory {
  readonly #minHash = new MinHash(PAGE_BANDING);
  readonly #index = new PageIndex(PAGE_BANDING);
  readonly #fingerprintOf: FingerprintOf;
  /** Of pages that are not in the store yet. */
  readonly #unwritten = new Map<number, Uint32Array>();

  constructor(fingerprintOf: FingerprintOf) {
    this.#fingerprintOf = fingerprintOf;
  }

  get size(): number {
    return this.#index.size;
  }

  /** Bytes of memory the index takes. */
  get bytes(): number {
    return this.#index.bytes;
  }

  /** @param fingerprint not empty */
  sign(fingerprint: Uint32Array): Signature {
    return this.#minHash.sign(fingerprint);
  }

  add(document: number, signature: Signature): void {
    this.#index.add(document, signature);
  }

  /** Adds a page whose fingerprint the store does not have yet; `written` says when it has. */
  addUnwritten(document: number, signature: Signature, fingerprint: Uint32Array): void {
    this.#unwritten.set(document, fingerprint);
    this.add(document, signature);
  }

  written(document: number): void {
    this.#unwritten.delete(document);
  }

  /** A known page that is more alike than the threshold (the likeliest first), or undefined. */
  async find(
    fingerprint: Uint32Array,
    signature: Signature,
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

/** A signature as one blob: keys, then the sketch. */
export const encodeSignature = ({ keys, sketch }: Signature): Uint8Array =>
  Buffer.concat([new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength), sketch]);

export function decodeSignature(blob: Uint8Array): Signature {
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
