/** Fingerprints of text after paper 000, section 4.3: character 5-grams, rolling hash, winnowing, Dice. */

/** Characters of a gram. */
const GRAM = 5;
/** Hashes of a frame. */
const FRAME = 4;
/** Basis of the rolling hash: H = d1·m^(k-1) + … + dk (mod 2^32). */
const BASE = 1_000_003;
const BASE_TO_LAST = [1, 2, 3].reduce((power) => Math.imul(power, BASE), BASE);

/** Mixes the bits, so that the least hash of a frame is a random choice and does not favour letters. */
function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** 32-bit hash of a whole text. */
export function hashText(text: string): number {
  let hash = text.length;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
  return mix(hash);
}

/** Hashes of all 5-grams of a text in order; of a shorter text the one hash of the whole. */
export function gramHashes(text: string): Uint32Array {
  const count = text.length - GRAM + 1;
  if (count <= 0) return text === '' ? new Uint32Array() : Uint32Array.of(hashText(text));
  const hashes = new Uint32Array(count);
  let rolling = 0;
  for (let i = 0; i < text.length; i++) {
    if (i >= GRAM) rolling = (rolling - Math.imul(text.charCodeAt(i - GRAM), BASE_TO_LAST)) | 0;
    rolling = (Math.imul(rolling, BASE) + text.charCodeAt(i)) | 0;
    if (i >= GRAM - 1) hashes[i - GRAM + 1] = mix(rolling);
  }
  return hashes;
}

/** Selects the least hash of every frame of four, the rightmost of equal ones, each once (winnowing), and passes it to `take`. */
export function winnow(hashes: Uint32Array, take: (hash: number) => void): void {
  if (hashes.length === 0) return;
  let least = -1;
  const frames = Math.max(1, hashes.length - FRAME + 1);
  for (let frame = 0; frame < frames; frame++) {
    const end = Math.min(frame + FRAME, hashes.length);
    if (least >= frame && (hashes[end - 1] ?? 0) > (hashes[least] ?? 0)) continue;
    let at = frame;
    for (let i = frame + 1; i < end; i++) if ((hashes[i] ?? 0) <= (hashes[at] ?? 0)) at = i;
    if (at !== least) take(hashes[at] ?? 0);
    least = at;
  }
}

/** Computes the fingerprint of texts (sentences) in any order: the distinct winnowed hashes, ascending. */
export function fingerprintOf(texts: Iterable<string>): Uint32Array {
  const found = new Set<number>();
  for (const text of texts) winnow(gramHashes(text), (hash) => found.add(hash));
  return Uint32Array.from(found).sort();
}

/** Dice coefficient of two ascending sets: 2·|X ∩ Y| / (|X| + |Y|), 0 where both are empty. */
export function dice(x: Uint32Array, y: Uint32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    const a = x[i] ?? 0;
    const b = y[j] ?? 0;
    if (a === b) shared++;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return x.length + y.length === 0 ? 0 : (2 * shared) / (x.length + y.length);
}
