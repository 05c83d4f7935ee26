import {
  CONCEPTS,
  type Concept,
  fingerprintOf,
  PACKS,
  wordListFingerprint,
  wordsOfPack,
} from '../../foundation/language/index.ts';

/** Counts the words of each language by concept. */
interface WordCounts {
  /** Identifies all lists together, as in rows and models. */
  readonly fingerprint: string;
  readonly languages: readonly {
    readonly code: string;
    readonly name: string;
    readonly fingerprint: string;
    readonly words: Readonly<Partial<Record<Concept, number>>>;
  }[];
}

const NAMES = Object.keys(CONCEPTS) as Concept[];

export const wordCounts = (): WordCounts => ({
  fingerprint: wordListFingerprint(),
  languages: [...PACKS].map(([code, pack]) => ({
    code,
    name: pack.name,
    fingerprint: fingerprintOf([pack]),
    words: Object.fromEntries(
      NAMES.flatMap((concept) => {
        const count = wordsOfPack(pack, concept).length;
        return count === 0 ? [] : [[concept, count]];
      }),
    ),
  })),
});

/** A line a concept, a column a language; what a language has no word of is a dot. */
export function languageTable({ fingerprint, languages }: WordCounts): string {
  const first = Math.max(...NAMES.map((name) => name.length));
  const cells = (values: readonly (number | string)[]): string =>
    values.map((cell) => String(cell).padStart(4)).join('');
  const head = `${'concept'.padEnd(first)} ${cells(languages.map(({ code }) => code))}   all`;
  const lines = NAMES.map((name) => {
    const counts = languages.map(({ words }) => words[name] ?? 0);
    const all = counts.reduce((sum, count) => sum + count, 0);
    return `${name.padEnd(first)} ${cells(counts.map((count) => (count === 0 ? '·' : count)))}${String(all).padStart(6)}`;
  });
  const packs = languages.map((pack) => `${pack.code.padEnd(4)} ${pack.fingerprint}  ${pack.name}`);
  return `${[head, ...lines].join('\n')}\n\n${packs.join('\n')}\n\nAll together: ${fingerprint}\n`;
}
