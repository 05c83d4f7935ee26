import { wordLine } from './fold.ts';

/**
 * Finds the terms of many word lists in one pass over a text (Aho and Corasick, 1975).
 *
 * A term is written as a whole word or phrase (`sign in`); `such*` also matches words that begin so, `*search*` matches
 * anywhere in a word. Terms and texts are folded alike, so case, diacritics and separators do not matter.
 */
export interface TermMatcher {
  /** Hits per list, in the order the lists were given. `line` comes from `wordLine`. */
  count(line: string): Uint16Array;
  /** The first term of a list found in the line, as written in the list. */
  find(line: string, list: number): string | undefined;
}

interface Output {
  readonly list: number;
  readonly term: string;
}

class Automaton implements TermMatcher {
  private readonly next: Map<number, number>[] = [new Map()];
  private readonly failure: number[] = [0];
  private readonly outputs: Output[][] = [[]];
  private readonly lists: number;

  constructor(lists: readonly (readonly string[])[]) {
    this.lists = lists.length;
    lists.forEach((terms, list) => {
      for (const term of terms) this.insert(patternOf(term), { list, term });
    });
    this.linkFailures();
  }

  count(line: string): Uint16Array {
    const hits = new Uint16Array(this.lists);
    this.scan(line, ({ list }) => {
      hits[list] = (hits[list] ?? 0) + 1;
      return false;
    });
    return hits;
  }

  find(line: string, list: number): string | undefined {
    let found: string | undefined;
    this.scan(line, (output) => {
      if (output.list === list) found = output.term;
      return found !== undefined;
    });
    return found;
  }

  private scan(line: string, stop: (output: Output) => boolean): void {
    let state = 0;
    for (let i = 0; i < line.length; i++) {
      const code = line.charCodeAt(i);
      let to = this.next[state]?.get(code);
      while (to === undefined && state !== 0) {
        state = this.failure[state] ?? 0;
        to = this.next[state]?.get(code);
      }
      state = to ?? 0;
      for (const output of this.outputs[state] ?? []) if (stop(output)) return;
    }
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

  private linkFailures(): void {
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
  }
}

function patternOf(term: string): string {
  const core = wordLine(term.replaceAll('*', ' ')).trim();
  if (core === '') throw new Error(`The term “${term}” has no letter or digit to match`);
  return `${term.startsWith('*') ? '' : ' '}${core}${term.endsWith('*') ? '' : ' '}`;
}

/** @throws when a term holds neither letter nor digit */
export const termMatcher = (lists: readonly (readonly string[])[]): TermMatcher => new Automaton(lists);
