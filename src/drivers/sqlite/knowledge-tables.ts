import type { Generated, Kysely } from 'kysely';

/** A document of a corpus. */
export interface KnowledgeDocumentTable {
  id: Generated<number>;
  /** What the corpus is about: the name of a domain. */
  topic: string;
  /** Address or path it was read from; names it within the topic. */
  source: string;
  title: string;
  /** Of its text, so that what did not change is not read again. */
  digest: string;
  sentences: number;
  /** What linked its nouns: `embedded`, or the address of a service. */
  linker: string;
}

/** A noun of a topic, one row for each meaning it was linked to. */
export interface KnowledgeNounTable {
  id: Generated<number>;
  topic: string;
  anchor: string;
  /** Address of its meaning; empty where nothing is linked. */
  uri: string;
  /** n of the idf: documents of the topic that hold it. */
  documents: number;
}

/** A noun in a document. */
export interface KnowledgeMentionTable {
  document_id: number;
  noun_id: number;
  pos_tag: string;
  ne_tag: string;
  count: number;
}

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
