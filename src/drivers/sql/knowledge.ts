import type {
  CountedNoun,
  KnowledgeCounts,
  KnowledgeDocumentRow,
  KnowledgeNoun,
  KnowledgeNounRow,
  KnowledgeStore,
} from '../../storage/index.ts';
import { conflictOf } from './executor.ts';
import { inBatches } from './in-batches.ts';
import { Port } from './port.ts';

/** Documents of one query. */
const BATCH = 1_000;

export class SqlKnowledge extends Port implements KnowledgeStore {
  async topics(): Promise<readonly string[]> {
    const topics = this.db.selectFrom('knowledge_document').select('topic').distinct();
    const rows = await topics.orderBy('topic').execute();
    return rows.map(({ topic }) => topic);
  }

  async counts(topic: string): Promise<KnowledgeCounts> {
    const linkers = await this.db
      .selectFrom('knowledge_document')
      .select(['linker', ({ fn }) => fn.countAll<number>().as('documents')])
      .select(({ fn }) => fn.sum<number>('sentences').as('sentences'))
      .where('topic', '=', topic)
      .groupBy('linker')
      .orderBy('linker')
      .execute();
    const nouns = await this.db
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

  documents(topic: string): AsyncIterable<KnowledgeDocumentRow> {
    const rows = this.db.selectFrom('knowledge_document').selectAll().where('topic', '=', topic);
    const ordered = rows.orderBy('source').limit(BATCH);
    return inBatches<KnowledgeDocumentRow>(
      (last) => (last === undefined ? ordered : ordered.where('source', '>', last.source)).execute(),
      BATCH,
    );
  }

  linkedNouns(topic: string): Promise<readonly KnowledgeNounRow[]> {
    return this.db
      .selectFrom('knowledge_noun')
      .selectAll()
      .where('topic', '=', topic)
      .where('uri', '<>', '')
      .orderBy('anchor')
      .orderBy('uri')
      .execute();
  }

  nounsOf(documentId: number): Promise<readonly CountedNoun[]> {
    return this.db
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
    const { id } = await this.db
      .insertInto('knowledge_document')
      .values(document)
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { anchor, uri, pos_tag, ne_tag, count } of nouns) {
      const [noun] = await this.statement<{ id: number }>(
        `insert into knowledge_noun (topic, anchor, uri, documents) values (?, ?, ?, 1)
         on conflict ${conflictOf(this.executor, 'knowledge_noun')}
         do update set documents = knowledge_noun.documents + 1 returning id`,
        [topic, anchor, uri],
      );
      await this.statement(
        'insert into knowledge_mention (document_id, noun_id, pos_tag, ne_tag, count) values (?, ?, ?, ?, ?)',
        [id, noun?.id ?? 0, pos_tag, ne_tag, count],
      );
    }
  }

  async deleteTopic(topic: string): Promise<number> {
    await this.statement(
      'delete from knowledge_mention where document_id in (select id from knowledge_document where topic = ?)',
      [topic],
    );
    const { db } = this;
    await db.deleteFrom('knowledge_noun').where('topic', '=', topic).execute();
    const gone = await db.deleteFrom('knowledge_document').where('topic', '=', topic).executeTakeFirst();
    return Number(gone.numDeletedRows);
  }

  private async deleteDocument(topic: string, source: string): Promise<void> {
    const before = await this.db
      .selectFrom('knowledge_document')
      .select('id')
      .where('topic', '=', topic)
      .where('source', '=', source)
      .executeTakeFirst();
    if (before === undefined) return;
    await this.statement(
      'update knowledge_noun set documents = documents - 1 where id in (select noun_id from knowledge_mention where document_id = ?)',
      [before.id],
    );
    await this.statement('delete from knowledge_mention where document_id = ?', [before.id]);
    await this.statement('delete from knowledge_document where id = ?', [before.id]);
    await this.statement('delete from knowledge_noun where topic = ? and documents = 0', [topic]);
  }
}
