import type {
  CountedNoun,
  KnowledgeCounts,
  KnowledgeDocumentRow,
  KnowledgeNoun,
  KnowledgeNounRow,
  KnowledgeStore,
} from '../../storage/index.ts';
import { conflictOf, type Executor, statement } from './executor.ts';

/** Documents of one query. */
const BATCH = 1_000;

export class SqlKnowledge implements KnowledgeStore {
  private readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  async topics(): Promise<readonly string[]> {
    const topics = this.executor.db.selectFrom('knowledge_document').select('topic').distinct();
    const rows = await topics.orderBy('topic').execute();
    return rows.map(({ topic }) => topic);
  }

  async counts(topic: string): Promise<KnowledgeCounts> {
    const linkers = await this.executor.db
      .selectFrom('knowledge_document')
      .select(['linker', ({ fn }) => fn.countAll<number>().as('documents')])
      .select(({ fn }) => fn.sum<number>('sentences').as('sentences'))
      .where('topic', '=', topic)
      .groupBy('linker')
      .orderBy('linker')
      .execute();
    const nouns = await this.executor.db
      .selectFrom('knowledge_noun')
      .select(({ fn }) => fn.sum<number | null>('documents').as('all'))
      .where('topic', '=', topic)
      .executeTakeFirstOrThrow();
    return {
      documents: linkers.reduce((sum, { documents }) => sum + documents, 0),
      sentences: linkers.reduce((sum, { sentences }) => sum + sentences, 0),
      nouns: nouns.all ?? 0,
      linkers: Object.fromEntries(linkers.map(({ linker, documents }) => [linker, documents])),
    };
  }

  async *documents(topic: string): AsyncGenerator<KnowledgeDocumentRow> {
    let rows: KnowledgeDocumentRow[] = [];
    do {
      const after = rows.at(-1)?.source;
      let query = this.executor.db.selectFrom('knowledge_document').selectAll().where('topic', '=', topic);
      if (after !== undefined) query = query.where('source', '>', after);
      rows = await query.orderBy('source').limit(BATCH).execute();
      yield* rows;
    } while (rows.length === BATCH);
  }

  linkedNouns(topic: string): Promise<readonly KnowledgeNounRow[]> {
    return this.executor.db
      .selectFrom('knowledge_noun')
      .selectAll()
      .where('topic', '=', topic)
      .where('uri', '<>', '')
      .orderBy('anchor')
      .orderBy('uri')
      .execute();
  }

  nounsOf(documentId: number): Promise<readonly CountedNoun[]> {
    return this.executor.db
      .selectFrom('knowledge_mention')
      .innerJoin('knowledge_noun', 'knowledge_noun.id', 'knowledge_mention.noun_id')
      .select(['anchor', 'uri', 'documents', 'pos_tag', 'ne_tag', 'count'])
      .where('document_id', '=', documentId)
      .orderBy('anchor')
      .orderBy('uri')
      .execute();
  }

  async putDocument(
    document: Omit<KnowledgeDocumentRow, 'id'>,
    nouns: readonly KnowledgeNoun[],
  ): Promise<void> {
    const { topic } = document;
    await this.deleteDocument(topic, document.source);
    const { id } = await this.executor.db
      .insertInto('knowledge_document')
      .values(document)
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { anchor, uri, pos_tag, ne_tag, count } of nouns) {
      const [noun] = await statement<{ id: number }>(
        this.executor,
        `insert into knowledge_noun (topic, anchor, uri, documents) values (?, ?, ?, 1)
         on conflict ${conflictOf(this.executor, 'knowledge_noun')}
         do update set documents = knowledge_noun.documents + 1 returning id`,
        [topic, anchor, uri],
      );
      await statement(
        this.executor,
        'insert into knowledge_mention (document_id, noun_id, pos_tag, ne_tag, count) values (?, ?, ?, ?, ?)',
        [id, noun?.id ?? 0, pos_tag, ne_tag, count],
      );
    }
  }

  async deleteTopic(topic: string): Promise<number> {
    await statement(
      this.executor,
      'delete from knowledge_mention where document_id in (select id from knowledge_document where topic = ?)',
      [topic],
    );
    const { db } = this.executor;
    await db.deleteFrom('knowledge_noun').where('topic', '=', topic).execute();
    const gone = await db.deleteFrom('knowledge_document').where('topic', '=', topic).executeTakeFirst();
    return Number(gone.numDeletedRows);
  }

  private async deleteDocument(topic: string, source: string): Promise<void> {
    const before = await this.executor.db
      .selectFrom('knowledge_document')
      .select('id')
      .where('topic', '=', topic)
      .where('source', '=', source)
      .executeTakeFirst();
    if (before === undefined) return;
    await statement(
      this.executor,
      'update knowledge_noun set documents = documents - 1 where id in (select noun_id from knowledge_mention where document_id = ?)',
      [before.id],
    );
    await statement(this.executor, 'delete from knowledge_mention where document_id = ?', [before.id]);
    await statement(this.executor, 'delete from knowledge_document where id = ?', [before.id]);
    await statement(this.executor, 'delete from knowledge_noun where topic = ? and documents = 0', [topic]);
  }
}
