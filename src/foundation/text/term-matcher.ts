import { codesOf } from './codes.ts';
import { lineCodes, wordLine } from './fold.ts';

/**
 * Finds the terms of many word lists in one pass over a text (Aho and Corasick, 1975).
 *
 * A term is written as a whole word or phrase (`sign in`); `such*` also matches words that begin so, `*search*` matches
 * anywhere in a word. Terms and texts are folded alike, so case, diacritics and separators do not matter.
 */
export interface TermMatcher {
  /** Hits per list, in the order the lists were given. `line` comes from `wordLine`. */
  count(line: string): Uint16Array;
  /** The same of a text whose word line is of no other use. */
  countText(text: string): Uint16Array;
  /** The first term of a list found in the line, as written in the list. */
  find(line: string, list: number): string | undefined;
}

interface Output {
  readonly list: number;
  readonly term: string;
}

/** Characters that nearly every word line is made of have a column of their own: space, digits, letters. */
const COLUMNS = 37;
const columnOf = (code: number): number => {
  if (code === 32) return 0;
  if (code >= 97 && code <= 122) return code - 86;
  return code >= 48 && code <= 57 ? code - 47 : -1;
};
const COLUMN = Int8Array.from({ length: 128 }, (_, code) => columnOf(code));

/** Writers of Arabic leave the hamza of an alef out. */
const ALEFS = 'اأإآ';

interface Pattern extends Output {
  readonly letters: string;
}

class Automaton implements TermMatcher {
  private readonly lists: number;
  /** Holds the next state for each state and common character: 0 is the first state. */
  private table: Uint32Array<ArrayBuffer>;
  /** Numbers of the other characters that stand in terms. */
  private readonly rare = new Map<number, number>();
  /** Steps of the tree of terms with those, by state and number. */
  private readonly rareSteps = new Map<number, number>();
  private failure: Uint32Array<ArrayBuffer>;
  private readonly outputs: (Output[] | undefined)[] = [undefined];
  /** 1 for states in which terms end. */
  private readonly speaks: Uint8Array;

  constructor(lists: readonly (readonly string[])[]) {
    this.lists = lists.length;
    const patterns = lists.flatMap((terms, list) =>
      terms.map((term): Pattern => ({ list, term, letters: patternOf(term) })),
    );
    let most = 1;
    for (const { letters } of patterns) {
      most += letters.length;
      for (let i = 0; i < letters.length; i++) this.number(letters.charCodeAt(i));
    }
    this.table = new Uint32Array(most * COLUMNS);
    this.failure = new Uint32Array(most);
    const states = this.grow(patterns);
    this.table = cut(this.table, states * COLUMNS);
    this.failure = cut(this.failure, states);
    this.speaks = Uint8Array.from(this.outputs, (found) => (found === undefined ? 0 : 1));
  }

  count(line: string): Uint16Array {
    return this.countCodes(codesOf(line), line.length);
  }

  countText(text: string): Uint16Array {
    const { codes, length } = lineCodes(text);
    return this.countCodes(codes, length);
  }

  private countCodes(codes: Uint16Array, length: number): Uint16Array {
    const hits = new Uint16Array(this.lists);
    let state = 0;
    for (let i = 0; i < length; i++) {
      state = this.step(state, codes[i] as number);
      if (this.speaks[state] === 1) this.add(hits, state);
    }
    return hits;
  }

  private add(hits: Uint16Array, state: number): void {
    for (const { list } of this.outputs[state] as Output[]) hits[list] = (hits[list] as number) + 1;
  }

  find(line: string, list: number): string | undefined {
    const codes = codesOf(line);
    let state = 0;
    for (let i = 0; i < line.length; i++) {
      state = this.step(state, codes[i] as number);
      if (this.speaks[state] === 0) continue;
      const found = (this.outputs[state] as Output[]).find((output) => output.list === list);
      if (found !== undefined) return found.term;
    }
    return undefined;
  }

  private step(state: number, code: number): number {
    const column = code < 128 ? (COLUMN[code] as number) : -1;
    return column < 0 ? this.rareStep(state, code) : (this.table[state * COLUMNS + column] as number);
  }

  private rareStep(from: number, code: number): number {
    const number = this.rare.get(code);
    if (number === undefined) return 0;
    for (let state = from; ; state = this.failure[state] as number) {
      const to = this.rareSteps.get(state * this.rare.size + number);
      if (to !== undefined || state === 0) return to ?? 0;
    }
  }

  private number(code: number): void {
    if ((code < 128 && COLUMN[code] !== -1) || this.rare.has(code)) return;
    const number = this.rare.size;
    const alike = ALEFS.includes(String.fromCharCode(code)) ? [...ALEFS] : [String.fromCharCode(code)];
    for (const letter of alike) this.rare.set(letter.charCodeAt(0), number);
  }

  /** Makes the tree of all terms, then the steps that lead out of it. @returns how many states there are */
  private grow(patterns: readonly Pattern[]): number {
    const parents = [0];
    const codes = [0];
    const byDepth: number[][] = [];
    for (const { letters, ...output } of patterns) {
      let state = 0;
      for (let i = 0; i < letters.length; i++) {
        const code = letters.charCodeAt(i);
        let to = this.branch(state, code);
        if (to === 0) {
          to = this.outputs.push(undefined) - 1;
          this.setBranch(state, code, to);
          parents.push(state);
          codes.push(code);
          byDepth[i] ??= [];
          byDepth[i]?.push(to);
        }
        state = to;
      }
      this.outputs[state] = [...(this.outputs[state] ?? []), output];
    }
    for (const state of byDepth.flat())
      this.linkFailure(state, parents[state] as number, codes[state] as number);
    return parents.length;
  }

  /** Returns the state that a branch of the tree leads to; 0 for none. */
  private branch(state: number, code: number): number {
    const column = code < 128 ? (COLUMN[code] as number) : -1;
    if (column >= 0) return this.table[state * COLUMNS + column] as number;
    return this.rareSteps.get(state * this.rare.size + (this.rare.get(code) as number)) ?? 0;
  }

  private setBranch(state: number, code: number, to: number): void {
    const column = code < 128 ? (COLUMN[code] as number) : -1;
    if (column >= 0) this.table[state * COLUMNS + column] = to;
    else this.rareSteps.set(state * this.rare.size + (this.rare.get(code) as number), to);
  }

  /** Takes the steps that a state lacks from the state it fails to; that one is shorter and was linked before. */
  private linkFailure(state: number, parent: number, code: number): void {
    const { table } = this;
    const fails = parent === 0 ? 0 : this.step(this.failure[parent] as number, code);
    this.failure[state] = fails;
    const inherited = this.outputs[fails];
    if (inherited !== undefined) this.outputs[state] = [...(this.outputs[state] ?? []), ...inherited];
    for (let column = 0; column < COLUMNS; column++)
      table[state * COLUMNS + column] ||= table[fails * COLUMNS + column] as number;
  }
}

/** Gives back at once what is not needed, where a copy would wait for the collector. */
const cut = (numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> =>
  new Uint32Array(numbers.buffer.transfer(length * numbers.BYTES_PER_ELEMENT));

function patternOf(term: string): string {
  const core = wordLine(term.replaceAll('*', ' ')).trim();
  if (core === '') throw new Error(`The term “${term}” has no letter or digit to match`);
  return `${term.startsWith('*') ? '' : ' '}${core}${term.endsWith('*') ? '' : ' '}`;
}

/**
 * The automaton is made with the first text: most commands load the lists and read none.
 * @throws with the first text, when a term holds neither letter nor digit
 */
export function termMatcher(lists: readonly (readonly string[])[]): TermMatcher {
  let automaton: Automaton | undefined;
  const made = (): Automaton => {
    automaton ??= new Automaton(lists);
    return automaton;
  };
  return {
    count: (line) => made().count(line),
    countText: (text) => made().countText(text),
    find: (line, list) => made().find(line, list),
  };
}
