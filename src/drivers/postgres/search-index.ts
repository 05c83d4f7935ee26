import { type RawBuilder, sql } from 'kysely';
import type {
  DocumentCount,
  DocumentGroup,
  DocumentTextRow,
  FoundDocument,
  SearchIndex,
  SearchQuery,
  SearchTerm,
} from '../../storage/index.ts';
import {
  beginningOf,
  COLUMNS,
  countedBy,
  type Executor,
  lengthOf,
  Port,
  rarity,
  scoreOf,
  selects,
  snippetOf,
  statement,
  type Words,
  wantedHits,
  wordsIn,
  wordsOf,
} from '../sql/index.ts';

/** Texts that are scored by BM25: where more are found, the server's own rank chooses them. */
const SCORED = 1_000;
/** What `ts_rank` takes a hit for in text, then in address, site and fields, then in the title. */
const RANKS = '{0.2, 0.2, 0.4, 1}';
const LABELS = { title: 'A', text: '', url: 'B', site: 'B', fields: 'B' } as const;
/** Limits of a tsvector: its size, the length of a word, the place of a word. */
const MOST_BYTES = 900_000;
const WORD_LENGTH = 500;
const LAST_PLACE = 16_383;
/** A word that no text has. */
const NOWHERE = "'-'";
/** Texts read in one go when the index is made anew. */
const BATCH = 500;

/** The document whose text shows what a document says. */
const TEXT = sql`case when document.content is null then document.id else document.like_id end`;

/** Finds by a tsvector whose words name their column; `drivers/sql/text-search.ts` cuts and stems them. */
export class PostgresSearchIndex extends Port implements SearchIndex {
  async find(query: SearchQuery, limit: number, offset: number): Promise<readonly FoundDocument[]> {
    const words = query.wanted.length > 0;
    const match = queryOf(query);
    const order = words
      ? sql`ts_rank(${RANKS}::float4[], document_text.words, ${match}::tsquery) desc`
      : sql`document.fetched_at desc`;
    const { rows } = await sql<Found>`select document.id, document.run_id, document.kind, document.site,
      document.domain, document.category, document.language, document.url, document.title, document.state,
      document.fields, document.fetched_at, ${sql.join(SHOWN)}
      ${this.clauses(query, match)} order by ${order}, document.id
      limit ${words ? Math.max(SCORED, limit + offset) : limit} offset ${words ? 0 : offset}`.execute(
      this.db,
    );
    const found = rows.map(foundIn);
    if (!words) return found.map(({ row, text }) => ({ ...row, score: 0, snippet: beginningOf(text) }));
    const { weights, mean } = await this.weightsOf(query);
    const scored = found.map(({ row, text }) => {
      const known = wordsOf(text);
      const hits = wantedHits(known, query);
      return { row, text, known, hits, score: scoreOf(known, hits, weights, mean) };
    });
    scored.sort((a, b) => b.score - a.score || a.row.id - b.row.id);
    return scored.slice(offset, offset + limit).map(({ row, text, known, hits, score }) => ({
      ...row,
      score,
      snippet: snippetOf(text, known, hits.flat()),
    }));
  }

  async count<Group extends DocumentGroup>(
    query: SearchQuery,
    by: readonly Group[],
    most: number,
  ): Promise<readonly DocumentCount<Group>[]> {
    const found = sql`${this.clauses(query, queryOf(query))} limit ${most}`;
    return (await countedBy<DocumentCount<Group>>(found, by).execute(this.db)).rows;
  }

  async rebuild(): Promise<number> {
    let texts = 0;
    for (let after = 0; ; ) {
      const rows = await this.db
        .selectFrom('document_text')
        .select(['id', 'title', 'text', 'url', 'site', 'fields'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      const last = rows.at(-1);
      if (last === undefined) return texts;
      for (const row of rows) await indexText(this.executor, row);
      texts += rows.length;
      after = last.id;
    }
  }

  private clauses(query: SearchQuery, match: string): RawBuilder<unknown> {
    const found = match === '' ? sql`` : sql` and document_text.words @@ ${match}::tsquery`;
    return sql`from document join document_text on document_text.id = ${TEXT}
      where ${selects(query, this.executor.dialect)}${found}`;
  }

  /** Measures how rare each alternative is among all texts, and how long these are. */
  private async weightsOf({ wanted }: SearchQuery) {
    const alternatives = wanted
      .flat()
      .flatMap(({ texts, ...term }) => texts.map((text) => termOf({ ...term, texts: [text] })));
    const counts = alternatives.map(
      (one) => sql`(select count(*) from document_text where words @@ ${one}::tsquery)`,
    );
    const { rows } = await sql<{ texts: number; length: number; having: string }>`select count(*) as texts,
      coalesce(sum(length), 0) as length, json_build_array(${sql.join(counts)}) as having
      from document_text`.execute(this.db);
    const { texts = 0, length = 0, having = '[]' } = rows[0] ?? {};
    const weights = (JSON.parse(having) as number[]).map((count) => rarity(count, texts));
    return { weights, mean: length / Math.max(1, texts) };
  }
}

const SHOWN = COLUMNS.map(
  (column) => sql`${sql.ref(`document_text.${column}`)} as ${sql.ref(`shown_${column}`)}`,
);

type Row = Omit<FoundDocument, 'score' | 'snippet'>;
/** A document, and the text that shows what it says. */
type Found = Row & { readonly [Column in (typeof COLUMNS)[number] as `shown_${Column}`]: string };

function foundIn(found: Found): { readonly row: Row; readonly text: DocumentTextRow } {
  const { shown_title, shown_text, shown_url, shown_site, shown_fields, ...row } = found;
  const shown = {
    title: shown_title,
    text: shown_text,
    url: shown_url,
    site: shown_site,
    fields: shown_fields,
  };
  return { row, text: { id: row.id, ...shown } };
}

export function indexText(executor: Executor, row: DocumentTextRow): Promise<unknown> {
  const words = wordsOf(row);
  const text = 'update document_text set words = ?::tsvector, length = ? where id = ?';
  return statement(executor, text, [vectorOf(words), lengthOf(words), row.id]);
}

/** Words of a term, as the index has them. */
const named = (column: (typeof COLUMNS)[number], stem: string): string =>
  `'${column}.${stem.slice(0, WORD_LENGTH)}'`;

/** Lists the words of a text. Words of two columns are never alike, so that no phrase goes from one to the next. */
function vectorOf(words: Words): string {
  const places = new Map<string, string[]>();
  let bytes = 0;
  for (const column of COLUMNS)
    for (const [at, { stem }] of words[column].entries()) {
      const name = named(column, stem);
      const known = places.get(name);
      const place = `${Math.min(at + 1, LAST_PLACE)}${LABELS[column]}`;
      bytes += known === undefined ? Buffer.byteLength(name) + 4 : 2;
      if (bytes > MOST_BYTES) break;
      if (known === undefined) places.set(name, [place]);
      else known.push(place);
    }
  return [...places].map(([name, at]) => `${name}:${at.join(',')}`).join(' ');
}

/** The tsquery of a search; empty where no words are wanted. */
function queryOf({ wanted, unwanted }: SearchQuery): string {
  const groups = wanted.map((terms) => oneOf(terms.map(termOf)));
  return [...groups, ...unwanted.map((term) => `!${termOf(term)}`)].join(' & ');
}

function termOf({ texts, prefix, column }: SearchTerm): string {
  const phrases = texts.flatMap((text) => {
    const stems = wordsIn(text).map((word) => word.stem);
    if (stems.length === 0) return [NOWHERE];
    const columns = column === undefined ? COLUMNS : [column];
    return columns.map((name) => {
      const end = prefix === true ? ':*' : '';
      const all = stems.map((stem, i) => named(name, stem) + (i === stems.length - 1 ? end : ''));
      return `(${all.join(' <-> ')})`;
    });
  });
  return oneOf(phrases);
}

const oneOf = (terms: readonly string[]): string => `(${terms.join(' | ')})`;
