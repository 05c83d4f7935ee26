import { type RawBuilder, sql } from 'kysely';
import {
  DamagedIndexError,
  type DocumentCount,
  type DocumentGroup,
  type FoundDocument,
  type SearchIndex,
  type SearchQuery,
  type SearchTerm,
  type SnippetPart,
} from '../../storage/index.ts';
import { countedBy, type Dialect, Port, selects } from '../sql/index.ts';
import { faultOf } from './fault.ts';

/** Weights of title, text, url, site, fields. */
const WEIGHTS = sql.raw('5.0, 1.0, 2.0, 2.0, 2.0');
/** The document whose text shows what a document says. */
const TEXT = sql`iif(document.content is null, document.id, document.like_id)`;
const BEGIN = '\u0001';
const END = '\u0002';

export class SqliteSearchIndex extends Port implements SearchIndex {
  /** Ranks first and reads the results afterwards, so that snippets are made only for results. */
  async find(query: SearchQuery, limit: number, offset: number): Promise<readonly FoundDocument[]> {
    const { match, clauses } = searched(query, this.executor.dialect);
    const rank = match === '' ? sql`0.0` : sql`bm25(document_words, ${WEIGHTS})`;
    const order = match === '' ? sql`document.fetched_at desc` : sql`rank`;
    const best = await this.rows<{ id: number; text: number; rank: number }>(
      sql`select document.id, ${TEXT} as text, ${rank} as rank ${clauses}
        order by ${order}, document.id limit ${limit} offset ${offset}`,
    );
    if (best.length === 0) return [];
    const ids = sql.join(best.map(({ id }) => id));
    const snippet =
      match === ''
        ? sql`substr(document_text.text, 1, 200)`
        : sql`snippet(document_words, -1, ${BEGIN}, ${END}, '…', 28)`;
    const texts =
      match === '' ? sql`true` : sql`document_words.rowid in (${sql.join(best.map(({ text }) => text))})`;
    const rows = await this.rows<Omit<FoundDocument, 'score' | 'snippet'> & { readonly snippet: string }>(
      sql`select document.id, document.run_id, document.kind, document.site, document.domain, document.category,
        document.language, document.url, document.title, document.state, document.fields, document.fetched_at,
        ${snippet} as snippet ${clauses} and ${texts} and document.id in (${ids})`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return best.flatMap(({ id, rank }) => {
      const row = byId.get(id);
      return row === undefined ? [] : [{ ...row, score: -rank, snippet: partsOf(row.snippet) }];
    });
  }

  count<Group extends DocumentGroup>(
    query: SearchQuery,
    by: readonly Group[],
    most: number,
  ): Promise<readonly DocumentCount<Group>[]> {
    return this.rows(
      countedBy<DocumentCount<Group>>(
        sql`${searched(query, this.executor.dialect).clauses} limit ${most}`,
        by,
      ),
    );
  }

  async rebuild(): Promise<number> {
    await sql`insert into document_words (document_words) values ('rebuild')`.execute(this.db);
    const [counted] = await this.rows<{ texts: number }>(sql`select count(*) as texts from document_text`);
    return counted?.texts ?? 0;
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<readonly Row[]> {
    try {
      return (await query.execute(this.db)).rows as Row[];
    } catch (error) {
      if (faultOf(error) !== 'damaged') throw error;
      throw new DamagedIndexError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }
}

function searched(
  query: SearchQuery,
  dialect: Dialect,
): { readonly match: string; readonly clauses: RawBuilder<unknown> } {
  const match = matchOf(query);
  // Where no known document is wanted, each shows its own text. The filter is no term that an index could be chosen for:
  // one of a run would be read for each hit.
  const pointers = query.states?.includes('known') ?? true;
  const shown = pointers
    ? sql`document.id = document_words.rowid and document.content is null
        or document.like_id = document_words.rowid and document.content is not null`
    : sql`document.id = document_words.rowid`;
  const clauses =
    match === ''
      ? sql`from document join document_text on document_text.id = ${TEXT} where ${selects(query, dialect)}`
      : sql`from document_words join document on ${shown} where document_words match ${match}
          and (${selects(query, dialect)}) is true`;
  return { match, clauses };
}

/** Pages write some letters in one piece or in several, and the index keeps them as written. */
const FORMS = ['NFC', 'NFD', 'NFKC'] as const;

/** Writes the FTS5 expression. Every word is quoted, so that no input is an operator. */
function matchOf({ wanted, unwanted }: SearchQuery): string {
  const groups = wanted.map((terms) => oneOf(terms.map(termOf)));
  return `${groups.join(' AND ')}${unwanted.map((term) => ` NOT ${termOf(term)}`).join('')}`;
}

function termOf({ texts, prefix, column }: SearchTerm): string {
  const forms = new Set(texts.flatMap((text) => FORMS.map((form) => text.normalize(form))));
  const term = oneOf(
    [...forms].map((text) => `"${text.replaceAll('"', '""')}"${prefix === true ? '*' : ''}`),
  );
  return column === undefined ? term : `${column} : ${term}`;
}

const oneOf = (terms: readonly string[]): string =>
  terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`;

/** Splits a snippet at its marks. A page that contains the marks itself only gets a wrong hit. */
function partsOf(snippet: string): SnippetPart[] {
  return snippet
    .split(BEGIN)
    .flatMap((piece, i): SnippetPart[] => {
      if (i === 0) return [{ text: piece.replaceAll(END, ''), hit: false }];
      const [hit = '', ...rest] = piece.split(END);
      return [
        { text: hit, hit: true },
        { text: rest.join(''), hit: false },
      ];
    })
    .filter((part) => part.text !== '');
}
