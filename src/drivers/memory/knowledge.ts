import type {
  CountedNoun,
  KnowledgeCounts,
  KnowledgeDocumentRow,
  KnowledgeNoun,
  KnowledgeNounRow,
  KnowledgeStore,
} from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryKnowledge implements KnowledgeStore {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async topics(): Promise<readonly string[]> {
    const topics = this.tables.knowledgeDocument.where(() => true).map(({ topic }) => topic);
    return orderBy([...new Set(topics)], (topic) => topic);
  }

  async counts(topic: string): Promise<KnowledgeCounts> {
    const documents = this.documentsOf(topic);
    const nouns = this.tables.knowledgeNoun.where((noun) => noun.topic === topic);
    const linkers: Record<string, number> = {};
    for (const { linker } of orderBy(documents, (document) => document.linker))
      linkers[linker] = (linkers[linker] ?? 0) + 1;
    return {
      documents: documents.length,
      sentences: documents.reduce((sum, { sentences }) => sum + sentences, 0),
      nouns: nouns.reduce((sum, noun) => sum + noun.documents, 0),
      linkers,
    };
  }

  async *documents(topic: string): AsyncGenerator<KnowledgeDocumentRow> {
    yield* orderBy(this.documentsOf(topic), ({ source }) => source);
  }

  async linkedNouns(topic: string): Promise<readonly KnowledgeNounRow[]> {
    return orderBy(
      this.tables.knowledgeNoun.where((noun) => noun.topic === topic && noun.uri !== ''),
      ({ anchor }) => anchor,
      ({ uri }) => uri,
    );
  }

  async nounsOf(documentId: number): Promise<readonly CountedNoun[]> {
    const nouns = new Map(this.tables.knowledgeNoun.where(() => true).map((noun) => [noun.id, noun]));
    const mentions = this.tables.knowledgeMention.where(({ document_id }) => document_id === documentId);
    const joined = mentions.flatMap(({ noun_id, pos_tag, ne_tag, count }) => {
      const noun = nouns.get(noun_id);
      if (noun === undefined) return [];
      const { anchor, uri, documents } = noun;
      return [{ anchor, uri, documents, pos_tag, ne_tag, count }];
    });
    return orderBy(
      joined,
      ({ anchor }) => anchor,
      ({ uri }) => uri,
    );
  }

  async putDocument(
    document: Omit<KnowledgeDocumentRow, 'id'>,
    nouns: readonly KnowledgeNoun[],
  ): Promise<void> {
    const { topic, source } = document;
    this.deleteDocument(topic, source);
    const document_id = this.tables.nextId('knowledgeDocument');
    this.tables.knowledgeDocument.insert({ ...document, id: document_id });
    for (const { anchor, uri, ...mention } of nouns) {
      const before = this.tables.knowledgeNoun.get(topic, anchor, uri);
      const noun_id = before?.id ?? this.tables.nextId('knowledgeNoun');
      const documents = (before?.documents ?? 0) + 1;
      this.tables.knowledgeNoun.put({ id: noun_id, topic, anchor, uri, documents });
      if (!this.tables.knowledgeMention.insert({ ...mention, document_id, noun_id }))
        throw new Error(`${source} holds the noun ${anchor} ${uri} twice`);
    }
  }

  async deleteTopic(topic: string): Promise<number> {
    const gone = this.tables.knowledgeDocument.delete((document) => document.topic === topic);
    const ids = new Set(gone.map(({ id }) => id));
    this.tables.knowledgeMention.delete(({ document_id }) => ids.has(document_id));
    this.tables.knowledgeNoun.delete((noun) => noun.topic === topic);
    return gone.length;
  }

  private documentsOf(topic: string): KnowledgeDocumentRow[] {
    return this.tables.knowledgeDocument.where((document) => document.topic === topic);
  }

  private deleteDocument(topic: string, source: string): void {
    const before = this.tables.knowledgeDocument.get(topic, source);
    if (before === undefined) return;
    this.tables.knowledgeDocument.delete(({ id }) => id === before.id);
    const gone = this.tables.knowledgeMention.delete(({ document_id }) => document_id === before.id);
    const ids = new Set(gone.map(({ noun_id }) => noun_id));
    const { knowledgeNoun } = this.tables;
    knowledgeNoun.update(
      ({ id }) => ids.has(id),
      ({ documents }) => ({ documents: documents - 1 }),
    );
    knowledgeNoun.delete((noun) => noun.topic === topic && noun.documents === 0);
  }
}
