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

class Automaton implements TermMatcher {
  private readonly next: Map<number, number>[] = [new Map()];
  private readonly failure: number[] = [0];
  private readonly outputs: Output[][] = [[]];
  private readonly lists: number;
  /** Where each state goes with each of the common characters, failures followed already. */
  private readonly table: Uint32Array;
  /** 1 for states in which terms end. */
  private readonly speaks: Uint8Array;

  constructor(lists: readonly (readonly string[])[]) {
    this.lists = lists.length;
    lists.forEach((terms, list) => {
      for (const term of terms) this.insert(patternOf(term), { list, term });
    });
    const order = this.linkFailures();
    this.table = new Uint32Array(this.next.length * COLUMNS);
    for (const state of [0, ...order]) this.fillRow(state);
    this.speaks = Uint8Array.from(this.outputs, (found) => (found.length > 0 ? 1 : 0));
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
    return column < 0 ? this.after(state, code) : (this.table[state * COLUMNS + column] as number);
  }

  /** Where a state goes with any character. */
  private after(from: number, code: number): number {
    let state = from;
    let to = this.next[state]?.get(code);
    while (to === undefined && state !== 0) {
      state = this.failure[state] ?? 0;
      to = this.next[state]?.get(code);
    }
    return to ?? 0;
  }

  private insert(pattern: string, output: Output): void {
    let state = 0;
    for (let i = 0; i < pattern.length; i++) {
      const code = pattern.charCodeAt(i);
      let to = this.next[state]?.get(code);
      if (to === undefined) {
        to = this.next.length;
        this.next[state]?.set(code, to);
        this.next.push(new Map());
        this.failure.push(0);
        this.outputs.push([]);
      }
      state = to;
    }
    this.outputs[state]?.push(output);
  }

  /** @returns all states but the first, shorter ones first */
  private linkFailures(): readonly number[] {
    const queue = [...(this.next[0]?.values() ?? [])];
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head] as number;
      for (const [code, to] of this.next[state] as Map<number, number>) {
        queue.push(to);
        let back = this.failure[state] ?? 0;
        while (back !== 0 && !this.next[back]?.has(code)) back = this.failure[back] ?? 0;
        const target = this.next[back]?.get(code);
        this.failure[to] = target !== undefined && target !== to ? target : 0;
        this.outputs[to]?.push(...(this.outputs[this.failure[to] ?? 0] ?? []));
      }
    }
    return queue;
  }

  /** What a state has no step for goes where the state it fails to goes; that one is shorter and has its row. */
  private fillRow(state: number): void {
    const { table } = this;
    const fails = (this.failure[state] ?? 0) * COLUMNS;
    if (state !== 0) table.copyWithin(state * COLUMNS, fails, fails + COLUMNS);
    for (const [code, to] of this.next[state] ?? []) {
      const column = code < 128 ? (COLUMN[code] as number) : -1;
      if (column >= 0) table[state * COLUMNS + column] = to;
    }
  }
}

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
