import { randomInt } from 'node:crypto';
import { codesOf, textOfCodes } from './codes.ts';
import { foldText, isWordCode } from './fold.ts';
import { ASTRAL, wordsOf } from './words.ts';

const FIRST_ROOM = 1_024;
/** FNV-1a. */
const PRIME = 16_777_619;

/** Numbers words from 0 on. A word is looked up where it stands: cutting it out first takes three times as long. */
export class WordTable {
  readonly words: string[] = [];
  /** Says where the letters of each word begin, by number; the last entry is the end of all. */
  private starts = new Uint32Array(FIRST_ROOM);
  private letters = new Uint16Array(8 * FIRST_ROOM);
  private hashes = new Int32Array(FIRST_ROOM);
  /** Open addressing: number + 1 of a word, 0 where there is none. Half of them at most are taken. */
  private slots = new Uint32Array(2 * FIRST_ROOM);
  /** Nobody can know which words collide. */
  private readonly seed = randomInt(2 ** 31);

  get length(): number {
    return this.starts[this.words.length] as number;
  }

  numberOf(word: string): number {
    const codes = codesOf(word);
    let hash = this.seed;
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ (codes[i] as number), PRIME);
    return this.find(codes, 0, word.length, hash);
  }

  /** Numbers of the words of a text (`wordsOf`), in order. */
  numbersOf(text: string): Uint32Array {
    const folded = foldText(text);
    if (ASTRAL.test(folded)) return Uint32Array.from(wordsOf(text), (word) => this.numberOf(word));
    const codes = codesOf(folded);
    const numbers = new Uint32Array((folded.length + 1) >> 1);
    let count = 0;
    let start = -1;
    let hash = this.seed;
    const end = folded.length;
    for (let at = 0; at <= end; at++) {
      const code = codes[at] as number;
      if (at < end && isWordCode(code)) {
        if (start < 0) start = at;
        hash = Math.imul(hash ^ code, PRIME);
      } else if (start >= 0) {
        numbers[count++] = this.find(codes, start, at, hash);
        start = -1;
        hash = this.seed;
      }
    }
    return numbers.subarray(0, count);
  }

  private find(codes: Uint16Array, from: number, to: number, hash: number): number {
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let taken = this.slots[slot] as number; taken > 0; taken = this.slots[slot] as number) {
      if (this.hashes[taken - 1] === hash && this.equals(taken - 1, codes, from, to)) return taken - 1;
      slot = (slot + 1) & mask;
    }
    return this.add(codes.subarray(from, to), hash, slot);
  }

  private equals(number: number, codes: Uint16Array, from: number, to: number): boolean {
    const start = this.starts[number] as number;
    if ((this.starts[number + 1] as number) - start !== to - from) return false;
    for (let i = from; i < to; i++) if (this.letters[start + i - from] !== codes[i]) return false;
    return true;
  }

  private add(letters: Uint16Array, hash: number, slot: number): number {
    const { length } = this;
    const number = this.words.push(textOfCodes(letters)) - 1;
    if (length + letters.length > this.letters.length)
      this.letters = grown(this.letters, new Uint16Array(2 * (length + letters.length)));
    this.letters.set(letters, length);
    if (number + 2 > this.starts.length) {
      this.starts = grown(this.starts, new Uint32Array(2 * number + 2));
      this.hashes = grown(this.hashes, new Int32Array(2 * number + 2));
    }
    this.starts[number + 1] = length + letters.length;
    this.hashes[number] = hash;
    this.slots[slot] = number + 1;
    if (2 * this.words.length > this.slots.length) this.spread();
    return number;
  }

  private spread(): void {
    this.slots = new Uint32Array(2 * this.slots.length);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.words.length; number++) {
      const hash = this.hashes[number] as number;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}

function grown<T extends Uint32Array | Int32Array | Uint16Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
