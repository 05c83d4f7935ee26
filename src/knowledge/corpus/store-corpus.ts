import { type Database, type Store, type StoreTransaction, statement } from '../../drivers/sqlite/index.ts';
import { type Annotation, nounKey } from '../annotation/noun.ts';
import { KnowledgeError } from '../knowledge-error.ts';
import { type KnowledgeModel, MIN_DOCUMENTS, modelFrom } from '../similarity/model.ts';

/** An annotated document for a corpus. */
export interface AnnotatedDocument {
  readonly source: string;
  readonly title: string;
  readonly digest: string;
  readonly linker: string;
  readonly annotation: Annotation;
}

/**
 * Stores a document in a topic's corpus, in the caller's transaction, and updates the document counts of its nouns. A
 * document of the same source is replaced.
 */
export async function storeAnnotated(
  trx: StoreTransaction,
  topic: string,
  { source, title, digest, linker, annotation }: AnnotatedDocument,
): Promise<void> {
  await removeDocument(trx, topic, source);
  const { id } = await trx.db
    .insertInto('knowledge_document')
    .values({ topic, source, title: title.slice(0, 500), digest, sentences: annotation.sentences, linker })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { anchor, uri, posTag, neTag, count } of annotation.nouns) {
    const [row] = statement<{ id: number }>(
      trx,
      `insert into knowledge_noun (topic, anchor, uri, documents) values (?, ?, ?, 1)
       on conflict (topic, anchor, uri) do update set documents = documents + 1 returning id`,
      [topic, anchor, uri ?? ''],
    );
    statement(
      trx,
      'insert into knowledge_mention (document_id, noun_id, pos_tag, ne_tag, count) values (?, ?, ?, ?, ?)',
      [id, row?.id ?? 0, posTag, neTag, count],
    );
  }
}

async function removeDocument(trx: StoreTransaction, topic: string, source: string): Promise<void> {
  const before = await trx.db
    .selectFrom('knowledge_document')
    .select('id')
    .where('topic', '=', topic)
    .where('source', '=', source)
    .executeTakeFirst();
  if (before === undefined) return;
  statement(
    trx,
    'update knowledge_noun set documents = documents - 1 where id in (select noun_id from knowledge_mention where document_id = ?)',
    [before.id],
  );
  await trx.db.deleteFrom('knowledge_mention').where('document_id', '=', before.id).execute();
  await trx.db.deleteFrom('knowledge_document').where('id', '=', before.id).execute();
  statement(trx, 'delete from knowledge_noun where topic = ? and documents = 0', [topic]);
}

/** Deletes the corpus of a topic. @returns its number of documents */
export async function forgetTopic(store: Store, topic: string): Promise<number> {
  return store.transaction(async (trx) => {
    statement(
      trx,
      'delete from knowledge_mention where document_id in (select id from knowledge_document where topic = ?)',
      [topic],
    );
    await trx.db.deleteFrom('knowledge_noun').where('topic', '=', topic).execute();
    const gone = await trx.db.deleteFrom('knowledge_document').where('topic', '=', topic).executeTakeFirst();
    return Number(gone.numDeletedRows);
  });
}

/** Digests of the documents that a topic has, by source. */
export async function knownDigests(db: Database, topic: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('knowledge_document')
    .select(['source', 'digest', 'linker'])
    .where('topic', '=', topic)
    .execute();
  return new Map(rows.map(({ source, digest, linker }) => [source, `${linker} ${digest}`]));
}

/** Lists the topics with a corpus. */
export async function knownTopics(db: Database): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('knowledge_document')
    .select('topic')
    .distinct()
    .orderBy('topic')
    .execute();
  return rows.map(({ topic }) => topic);
}

/**
 * Computes the current idf values of a topic from the stored document counts.
 * @throws {KnowledgeError} where the corpus is missing or too small
 */
export async function loadKnowledge(db: Database, topic: string): Promise<KnowledgeModel> {
  const { documents } = await db
    .selectFrom('knowledge_document')
    .select(({ fn }) => fn.countAll<number>().as('documents'))
    .where('topic', '=', topic)
    .executeTakeFirstOrThrow();
  if (documents === 0) throw await unknownTopicError(db, topic);
  const rows = await db
    .selectFrom('knowledge_noun')
    .select(['anchor', 'uri', 'documents'])
    .where('topic', '=', topic)
    .where('uri', '<>', '')
    .execute();
  if (documents < MIN_DOCUMENTS || rows.length === 0) {
    throw new KnowledgeError(
      `the corpus of ${topic} is too small to judge by: ${documents} documents with ${rows.length} linked nouns, ${MIN_DOCUMENTS} documents at least; add more with "fieldfare knowledge build ${topic} --corpus …"`,
    );
  }
  return modelFrom(topic, documents, new Map(rows.map((row) => [nounKey(row), row.documents])));
}

async function unknownTopicError(db: Database, topic: string): Promise<KnowledgeError> {
  const topics = await knownTopics(db);
  const there = topics.length === 0 ? 'nothing yet' : `there is ${topics.join(', ')}`;
  return new KnowledgeError(
    `nothing is known of ${topic} (${there}); run "fieldfare knowledge build ${topic} --corpus FOLDER" first`,
  );
}
