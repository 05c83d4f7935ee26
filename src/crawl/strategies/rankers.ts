import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { warnOfOtherWords } from '../../forms/index.ts';
import { FieldfareError } from '../../foundation/errors/index.ts';
import { wordListFingerprint } from '../../foundation/language/index.ts';
import { readNamedFile } from '../../foundation/options/index.ts';
import { jsonOf } from '../../foundation/text/index.ts';
import type { KnownWords } from '../../foundation/topics/index.ts';
import { type FactorName, PRIORS } from './yield-factors.ts';

export interface Rankers {
  /** Expected where all factors leave a page alone. */
  readonly base: number;
  /** Multiplies the yield by the bin of each factor. */
  readonly factors: Readonly<Record<FactorName, readonly number[]>>;
  /** Expected forms of a bin that a run has to see before its own counts weigh as much as these. */
  readonly strength: number;
  /** Stems in links within sites: how much more than others they yield at once, and at any level. */
  readonly words: Readonly<Record<RankerWords, KnownWords>>;
}

const WORD_TABLES = ['now', 'any'] as const;
type RankerWords = (typeof WORD_TABLES)[number];

/** Holds beliefs that nothing was counted for. */
export const UNTRAINED: Rankers = {
  // What a crawl of a few sites gives.
  base: 0.02,
  factors: PRIORS,
  strength: 1,
  words: { now: new Map(), any: new Map() },
};

const NAMES = Object.keys(PRIORS) as FactorName[];
const ratio = z.number().positive();
const words = z.array(z.tuple([z.string(), ratio, z.number().min(0)])).max(10_000);
const rankersFile = z.object({
  format: z.literal('fieldfare-rankers'),
  version: z.literal(1),
  wordLists: z.string().optional(),
  base: z.number().positive(),
  strength: z.number().positive(),
  factors: z.record(z.string(), z.array(ratio)),
  words: z.object({ now: words, any: words }),
});

/** The rankers that ship with the project; the same relative place from `src/` and from `dist/`. */
export const DEFAULT_RANKERS = fileURLToPath(new URL('../../../models/rankers.json', import.meta.url));

export class RankersError extends FieldfareError {
  readonly code = 'rankers';
  override readonly exitCode = 1;
}

/** Reads what `fieldfare train rankers` wrote. @throws {RankersError} where the file is missing, damaged, or made for other factors */
export function loadRankers(path: string = DEFAULT_RANKERS): Rankers {
  let text: string;
  try {
    text = readNamedFile(path);
  } catch (cause) {
    throw new RankersError(`Cannot read the rankers ${path}`, {
      cause,
      hint: '“fieldfare train rankers” makes some',
    });
  }
  const { success, data } = rankersFile.safeParse(jsonOf(text));
  const fits = success && NAMES.every((name) => data.factors[name]?.length === PRIORS[name].length);
  if (!fits)
    throw new RankersError(
      `${path} holds no rankers of this version; make them anew with “fieldfare train rankers --out ${path}”`,
    );
  warnOfOtherWords(path, data.wordLists, 'fieldfare train rankers');
  const table = (rows: readonly (readonly [string, number, number])[]): KnownWords =>
    new Map(rows.map(([word, ratio, belief]) => [word, [ratio, belief]]));
  return {
    base: data.base,
    strength: data.strength,
    factors: { ...PRIORS, ...data.factors },
    words: { now: table(data.words.now), any: table(data.words.any) },
  };
}

/** @throws {RankersError} */
export const initialRankers = (path: string | undefined): Rankers =>
  path === 'none' ? UNTRAINED : loadRankers(path);

/** Writes numbers and stems, four digits each. */
export function rankersText({ base, strength, factors, words }: Rankers): string {
  const short = (value: number): number => Number(value.toPrecision(4));
  const table = (known: KnownWords) =>
    [...known].map(([word, [ratio, belief]]) => [word, short(ratio), short(belief)]);
  const file = {
    format: 'fieldfare-rankers',
    version: 1,
    wordLists: wordListFingerprint(),
    base: short(base),
    strength,
    factors: Object.fromEntries(NAMES.map((name) => [name, factors[name].map(short)])),
    words: { now: table(words.now), any: table(words.any) },
  };
  return `${JSON.stringify(file)}\n`;
}
