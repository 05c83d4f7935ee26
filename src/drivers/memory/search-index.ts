import type {
  DocumentCount,
  DocumentGroup,
  DocumentRow,
  DocumentTextRow,
  FoundDocument,
  SearchIndex,
  SearchQuery,
} from '../../storage/index.ts';
import { countedBy, selects } from './document-filter.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';
import {
  beginningOf,
  foundOf,
  type Hit,
  hitsOf,
  lengthOf,
  rarity,
  scoreOf,
  snippetOf,
  type Words,
  wantedHits,
  wordsOf,
} from './text-search.ts';

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
    const scored = matches.map((match) => ({
      ...match,
      score: scoreOf(this.wordsOf(match.text), match.hits, weights, mean),
    }));
    const ranked = orderBy(
      scored,
      ({ score, row }) => (query.wanted.length === 0 ? -row.fetched_at : -score),
      ({ row }) => row.id,
    );
    return ranked.slice(offset, offset + limit).map(({ row, text, hits, score }) => ({
      ...foundOf(row),
      score,
      snippet:
        query.wanted.length === 0 ? beginningOf(text) : snippetOf(text, this.wordsOf(text), hits.flat()),
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
    const all = this.texts().map((text) => wantedHits(this.wordsOf(text), query));
    const alternatives = query.wanted.flat().flatMap(({ texts }) => texts);
    return alternatives.map((_, i) =>
      rarity(all.filter((hits) => (hits[i]?.length ?? 0) > 0).length, all.length),
    );
  }

  private wordsOf(row: DocumentTextRow): Words {
    const known = this.words.get(row);
    if (known !== undefined) return known;
    const words = wordsOf(row);
    this.words.set(row, words);
    return words;
  }
}
