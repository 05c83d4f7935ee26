/** Randomness that is a pure function of its key, so that the same (seed, site, page) is the same text for ever. */

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Whole number in [low, high], both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  /** @throws {RangeError} when the list is empty */
  pick<T>(list: readonly T[]): T;
  /** `count` different entries (fewer when the list is shorter), in random order. */
  sample<T>(list: readonly T[], count: number): T[];
}

/** 32-bit FNV-1a with a final avalanche: short keys that differ in one letter must not give related streams. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** `length` hexadecimal digits that look like a token and depend on `text` alone. */
export function token(text: string, length: number): string {
  let digits = '';
  for (let round = 0; digits.length < length; round++) {
    digits += hash32(`${round}:${text}`).toString(16).padStart(8, '0');
  }
  return digits.slice(0, length);
}

/** A stream of its own for each key (generator: mulberry32). */
export function seeded(...key: readonly (string | number)[]): Random {
  let state = hash32(key.join('\u0000'));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('cannot pick from an empty list');
    return list[int(0, list.length - 1)] as T;
  };
  const sample = <T>(list: readonly T[], count: number): T[] => {
    const rest = [...list];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(int(0, rest.length - 1), 1));
    }
    return taken;
  };
  return { next, int, chance: (probability) => next() < probability, pick, sample };
}
