import { foldText, stem } from '../../foundation/text/index.ts';
import type {
  DocumentCount,
  DocumentGroup,
  DocumentRow,
  DocumentTextRow,
  FoundDocument,
  SearchIndex,
  SearchQuery,
  SearchTerm,
  SnippetPart,
} from '../../storage/index.ts';
import { countedBy, selects } from './document-filter.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

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

const COLUMNS = ['title', 'text', 'url', 'site', 'fields'] as const;
type Column = (typeof COLUMNS)[number];
type Words = Readonly<Record<Column, readonly Word[]>>;
const WEIGHTS: Readonly<Record<Column, number>> = { title: 5, text: 1, url: 2, site: 2, fields: 2 };
/** Parameters of BM25, those of FTS5. */
const K1 = 1.2;
const B = 0.75;
const SNIPPET_WORDS = 28;
const SNIPPET_CHARACTERS = 200;

interface Match {
  readonly row: DocumentRow;
  readonly text: DocumentTextRow;
  /** Hits of each alternative of each wanted term. */
  readonly hits: readonly (readonly Hit[])[];
}

/** Reads all texts for each search, their words once. */
export class MemorySearchIndex implements SearchIndex {
  private readonly tables: MemoryTables;
  private readonly words = new WeakMap<DocumentTextRow, Words>();

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async find(query: SearchQuery, limit: number, offset: number): Promise<readonly FoundDocument[]> {
    const matches = this.matches(query);
    const weights = this.weightsOf(query);
    const lengths = this.texts().map((text) => lengthOf(this.wordsOf(text)));
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    const scored = matches.map((match) => ({ ...match, score: this.scoreOf(match, weights, mean) }));
    const ranked = orderBy(
      scored,
      ({ score, row }) => (query.wanted.length === 0 ? -row.fetched_at : -score),
      ({ row }) => row.id,
    );
    return ranked.slice(offset, offset + limit).map(({ row, text, hits, score }) => ({
      ...foundOf(row),
      score,
      snippet: query.wanted.length === 0 ? beginningOf(text) : this.snippetOf(text, hits.flat()),
    }));
  }

  async count<Group extends DocumentGroup>(
    query: SearchQuery,
    by: readonly Group[],
    most: number,
  ): Promise<readonly DocumentCount<Group>[]> {
    const rows = this.matches(query).map(({ row }) => row);
    return countedBy(rows.slice(0, most), by);
  }

  /** There is no index beside the texts. */
  async rebuild(): Promise<number> {
    return this.texts().length;
  }

  private texts(): DocumentTextRow[] {
    return this.tables.documentText.where(() => true);
  }

  private matches(query: SearchQuery): Match[] {
    const repeating = new Map<number | null, DocumentRow[]>();
    for (const row of this.tables.document.where(({ content }) => content !== null))
      repeating.set(row.like_id, [...(repeating.get(row.like_id) ?? []), row]);
    return this.texts().flatMap((text) => {
      const own = this.tables.document.get(text.id);
      const rows = [...(own === undefined ? [] : [own]), ...(repeating.get(text.id) ?? [])];
      const selected = rows.filter((row) => selects(query, row));
      if (selected.length === 0) return [];
      const words = this.wordsOf(text);
      const hits = query.wanted.map((terms) => terms.map((term) => hitsOf(words, term)));
      const has = (found: readonly (readonly Hit[])[]) => found.some(({ length }) => length > 0);
      if (!hits.every((terms) => has(terms.flat()))) return [];
      if (query.unwanted.some((term) => has(hitsOf(words, term)))) return [];
      return selected.map((row) => ({ row, text, hits: hits.flat(2) }));
    });
  }

  /** How rare each alternative is among all texts. */
  private weightsOf(query: SearchQuery): readonly number[] {
    const all = this.texts().map((text) => this.wordsOf(text));
    return query.wanted.flat().flatMap((term) =>
      term.texts.map((_, i) => {
        const having = all.filter((words) => (hitsOf(words, term)[i]?.length ?? 0) > 0).length;
        return Math.max(Math.log((all.length - having + 0.5) / (having + 0.5)), 1e-6);
      }),
    );
  }

  /** @param mean words of a text */
  private scoreOf({ text, hits }: Match, weights: readonly number[], mean: number): number {
    const length = lengthOf(this.wordsOf(text));
    return hits.reduce((score, found, i) => {
      const frequency = found.reduce((sum, { column }) => sum + WEIGHTS[column], 0);
      const saturated = (frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / mean));
      return score + (weights[i] ?? 0) * saturated;
    }, 0);
  }

  private wordsOf(row: DocumentTextRow): Words {
    const known = this.words.get(row);
    if (known !== undefined) return known;
    const words = {
      title: wordsIn(row.title),
      text: wordsIn(row.text),
      url: wordsIn(row.url),
      site: wordsIn(row.site),
      fields: wordsIn(row.fields),
    };
    this.words.set(row, words);
    return words;
  }

  private snippetOf(row: DocumentTextRow, hits: readonly Hit[]): SnippetPart[] {
    const column = COLUMNS.find((name) => hits.some((hit) => hit.column === name)) ?? 'text';
    const words = this.wordsOf(row)[column];
    const shown = orderBy(
      hits.filter((hit) => hit.column === column),
      ({ from }) => from,
      ({ to }) => -to,
    );
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
}

const lengthOf = (words: Words): number => COLUMNS.reduce((sum, column) => sum + words[column].length, 0);

const foundOf = (row: DocumentRow): Omit<FoundDocument, 'score' | 'snippet'> => ({
  id: row.id,
  run_id: row.run_id,
  kind: row.kind,
  site: row.site,
  domain: row.domain,
  category: row.category,
  language: row.language,
  url: row.url,
  title: row.title,
  state: row.state,
  fields: row.fields,
  fetched_at: row.fetched_at,
});

const beginningOf = ({ text }: DocumentTextRow): SnippetPart[] =>
  text === '' ? [] : [{ text: text.slice(0, SNIPPET_CHARACTERS), hit: false }];

const wordsIn = (text: string): Word[] =>
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
