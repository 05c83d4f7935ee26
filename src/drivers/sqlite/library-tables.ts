import { type Kysely, sql } from 'kysely';

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

/** Known documents may be without a text: what finds it again, what it took, and who repeats whom. */
export async function knownPointers(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('document').addColumn('content', 'blob').execute();
  await db.schema.alterTable('document').addColumn('text_bytes', 'integer').execute();
  await sql`create index document_like on document (like_id) where like_id is not null`.execute(db);
}
