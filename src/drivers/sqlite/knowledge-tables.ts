import type { Kysely } from 'kysely';

/** Tables of knowledge; they belong to topics, not to runs. */
export async function knowledgeTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('knowledge_document')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('sentences', 'integer', (c) => c.notNull())
    .addColumn('linker', 'text', (c) => c.notNull())
    .addUniqueConstraint('knowledge_document_source', ['topic', 'source'])
    .execute();
  await db.schema
    .createTable('knowledge_noun')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('anchor', 'text', (c) => c.notNull())
    .addColumn('uri', 'text', (c) => c.notNull())
    .addColumn('documents', 'integer', (c) => c.notNull())
    .addUniqueConstraint('knowledge_noun_meaning', ['topic', 'anchor', 'uri'])
    .execute();
  await db.schema
    .createTable('knowledge_mention')
    .addColumn('document_id', 'integer', (c) => c.notNull())
    .addColumn('noun_id', 'integer', (c) => c.notNull())
    .addColumn('pos_tag', 'text', (c) => c.notNull())
    .addColumn('ne_tag', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('knowledge_mention_pk', ['document_id', 'noun_id'])
    .execute();
}
