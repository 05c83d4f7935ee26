import { readFileSync } from 'node:fs';

const NEWLINE = 10;

/** A text file whose lines are in order of their bytes, searched by bisection: opening it costs reading it, nothing more. */
export class SortedLines {
  readonly #bytes: Buffer;

  constructor(file: string) {
    this.#bytes = readFileSync(file);
  }

  *startingWith(start: string): Generator<string> {
    let [low, high] = [0, this.#bytes.length];
    while (low < high) {
      const begin = this.#lineAround((low + high) >> 1, low);
      const end = this.#endOf(begin);
      // Lines of a licence begin with a space, which sorts before all words.
      if (this.#bytes.toString('latin1', begin, Math.min(end, begin + start.length)) < start) low = end + 1;
      else high = begin;
    }
    for (let at = low; at < this.#bytes.length; ) {
      const end = this.#endOf(at);
      const line = this.#bytes.toString('latin1', at, end);
      if (!line.startsWith(start)) return;
      yield line;
      at = end + 1;
    }
  }

  at(offset: number): string {
    return this.#bytes.toString('latin1', offset, this.#endOf(offset));
  }

  #lineAround(at: number, low: number): number {
    const before = at === 0 ? -1 : this.#bytes.lastIndexOf(NEWLINE, at - 1);
    return Math.max(low, before + 1);
  }

  #endOf(at: number): number {
    const end = this.#bytes.indexOf(NEWLINE, at);
    return end < 0 ? this.#bytes.length : end;
  }
}
