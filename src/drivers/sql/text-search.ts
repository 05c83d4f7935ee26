import { foldText, stem } from '../../foundation/text/index.ts';
import type { DocumentTextRow, SearchQuery, SearchTerm, SnippetPart } from '../../storage/index.ts';

interface Word {
  readonly stem: string;
  /** Place in the text. */
  readonly begin: number;
  readonly end: number;
}

/** Words that follow one another and match an alternative of a term. */
interface Hit {
  readonly column: Column;
  /** First word, and the one behind the last. */
  readonly from: number;
  readonly to: number;
}

export const COLUMNS = ['title', 'text', 'url', 'site', 'fields'] as const;
type Column = (typeof COLUMNS)[number];
export type Words = Readonly<Record<Column, readonly Word[]>>;
const WEIGHTS: Readonly<Record<Column, number>> = { title: 5, text: 1, url: 2, site: 2, fields: 2 };
/** Parameters of BM25, those of FTS5. */
const K1 = 1.2;
const B = 0.75;
const SNIPPET_WORDS = 28;
const SNIPPET_CHARACTERS = 200;

export const wordsOf = (row: DocumentTextRow): Words => ({
  title: wordsIn(row.title),
  text: wordsIn(row.text),
  url: wordsIn(row.url),
  site: wordsIn(row.site),
  fields: wordsIn(row.fields),
});

/** Hits of each alternative of each wanted term. */
export const wantedHits = (words: Words, { wanted }: SearchQuery): Hit[][] =>
  wanted.flat().flatMap((term) => hitsOf(words, term));

/** Weighs an alternative that so many of all texts have: the rarer, the more. */
export const rarity = (having: number, all: number): number =>
  Math.max(Math.log((all - having + 0.5) / (having + 0.5)), 1e-6);

/** BM25. @param weights of the alternatives @param mean words of a text */
export function scoreOf(
  words: Words,
  hits: readonly (readonly Hit[])[],
  weights: readonly number[],
  mean: number,
): number {
  const length = lengthOf(words);
  return hits.reduce((score, found, i) => {
    const frequency = found.reduce((sum, { column }) => sum + WEIGHTS[column], 0);
    const saturated = (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / mean));
    return score + (weights[i] ?? 0) * saturated;
  }, 0);
}

/** Some words around hits. */
export function snippetOf(row: DocumentTextRow, known: Words, hits: readonly Hit[]): SnippetPart[] {
  const column = COLUMNS.find((name) => hits.some((hit) => hit.column === name)) ?? 'text';
  const words = known[column];
  const shown = hits.filter((hit) => hit.column === column).sort((a, b) => a.from - b.from || b.to - a.to);
  const first = Math.min(shown[0]?.from ?? 0, Math.max(0, words.length - SNIPPET_WORDS));
  const last = Math.min(words.length, first + SNIPPET_WORDS);
  const text = row[column];
  const parts: SnippetPart[] = first > 0 ? [{ text: '…', hit: false }] : [];
  let at = first > 0 ? (words[first]?.begin ?? 0) : 0;
  for (const { from, to } of shown) {
    const [begin = 0, end = 0] = [words[from]?.begin, words[to - 1]?.end];
    if (begin < at || to > last) continue;
    parts.push({ text: text.slice(at, begin), hit: false }, { text: text.slice(begin, end), hit: true });
    at = end;
  }
  const end = last < words.length ? (words[last - 1]?.end ?? at) : text.length;
  parts.push({ text: text.slice(at, end) + (last < words.length ? '…' : ''), hit: false });
  return parts.filter((part) => part.text !== '');
}

export const lengthOf = (words: Words): number =>
  COLUMNS.reduce((sum, column) => sum + words[column].length, 0);

export const beginningOf = ({ text }: DocumentTextRow): SnippetPart[] =>
  text === '' ? [] : [{ text: text.slice(0, SNIPPET_CHARACTERS), hit: false }];

export const wordsIn = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    stem: stem(foldText(word)),
    begin: index,
    end: index + word.length,
  }));

/** Hits of each alternative of a term. */
const hitsOf = (words: Words, { texts, prefix, column }: SearchTerm): Hit[][] =>
  texts.map((text) => {
    const wanted = wordsIn(text).map((word) => word.stem);
    const columns = column === undefined ? COLUMNS : [column];
    return columns.flatMap((name) => hitsIn(words[name], wanted, prefix === true, name));
  });

function hitsIn(words: readonly Word[], wanted: readonly string[], prefix: boolean, column: Column): Hit[] {
  const matches = (at: number) =>
    wanted.every((word, i) => {
      const found = words[at + i]?.stem;
      return (
        found !== undefined && (prefix && i === wanted.length - 1 ? found.startsWith(word) : found === word)
      );
    });
  if (wanted.length === 0) return [];
  return words.flatMap((_, at) => (matches(at) ? [{ column, from: at, to: at + wanted.length }] : []));
}
