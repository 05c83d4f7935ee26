import { type Generated, type Kysely, sql } from 'kysely';

/** What the library knows of a page of the crawl, a page behind a form, or a record of one. */
export interface DocumentTable {
  id: Generated<number>;
  run_id: number;
  kind: 'page' | 'hidden' | 'record';
  /** Names it within run and kind, whatever the order it came in. */
  key: string;
  site: string;
  domain: string | null;
  depth: number;
  url: string;
  title: string;
  /** Two letters once it is judged; before, as the page declares it. */
  language: string;
  category: string | null;
  fetched_at: number;
  /** Size of the page as it came. */
  bytes: number;
  /** JSON: name to value, of a record. */
  fields: string | null;
  /** Deflated JSON: its blocks, until its site is judged. */
  blocks: Uint8Array | null;
  /** `bare`: nothing of its own to judge by. */
  state: 'waiting' | 'novel' | 'known' | 'bare';
  /** Place in the order of judging. */
  seq: number | null;
  /** To the document it repeats. */
  similarity: number | null;
  like_id: number | null;
  sentences: number | null;
  /** JSON: [begin, end][] of new sentences in its text; null where whole pages alone are judged. */
  new_spans: string | null;
  cluster: string | null;
}

/** What full text search looks into; the index itself is the table `document_fts`. */
export interface DocumentTextTable {
  id: number;
  title: string;
  text: string;
  url: string;
  site: string;
  fields: string;
}

/** What novelty compares of a novel document. */
export interface DocumentPrintTable {
  id: number;
  /** MinHash keys and sketch. */
  signature: Uint8Array;
  /** Winnowed hashes, 32 bits each, ascending. */
  fingerprint: Uint8Array;
}

export async function libraryTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('document')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('run_id', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('domain', 'text')
    .addColumn('depth', 'integer', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('category', 'text')
    .addColumn('fetched_at', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('fields', 'text')
    .addColumn('blocks', 'blob')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('seq', 'integer')
    .addColumn('similarity', 'real')
    .addColumn('like_id', 'integer')
    .addColumn('sentences', 'integer')
    .addColumn('new_spans', 'text')
    .addColumn('cluster', 'text')
    .addUniqueConstraint('document_key', ['run_id', 'kind', 'key'])
    .execute();
  await db.schema
    .createIndex('document_site')
    .on('document')
    .columns(['run_id', 'site', 'kind', 'depth', 'key'])
    .execute();
  await db.schema.createIndex('document_seq').on('document').column('seq').execute();
  await db.schema
    .createTable('document_text')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('fields', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('document_print')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('signature', 'blob', (c) => c.notNull())
    .addColumn('fingerprint', 'blob', (c) => c.notNull())
    .execute();
  await sql`create virtual table document_fts using fts5 (title, text, url, site, fields,
    content = 'document_text', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2')`.execute(
    db,
  );
  // What is deleted is to be gone from the index too, not only hidden in it.
  await sql`insert into document_fts (document_fts, rank) values ('secure-delete', 1)`.execute(db);
}
