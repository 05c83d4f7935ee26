import type { Database } from '../../drivers/sqlite/index.ts';
import { idf } from '../similarity/idf.ts';
import { loadKnowledge } from './store-corpus.ts';

/** Size and statistics of a corpus (paper 003, tables 3 and 8). */
export interface CorpusFacts {
  readonly topic: string;
  readonly documents: number;
  readonly sentences: number;
  /** Nouns over all documents, each once a document, and those that are linked. */
  readonly nouns: number;
  readonly linkedNouns: number;
  /** Different linked nouns. */
  readonly meanings: number;
  readonly mean: number;
  readonly deviation: number;
  /** How many documents each linker served: `embedded`, or a service. */
  readonly linkers: Readonly<Record<string, number>>;
}

export interface CommonNoun {
  readonly anchor: string;
  readonly uri: string;
  readonly documents: number;
  readonly idf: number;
}

/** @throws {KnowledgeError} where nothing is known of the topic */
export async function corpusFacts(db: Database, topic: string): Promise<CorpusFacts> {
  const { documents, mean, deviation, having } = await loadKnowledge(db, topic);
  const linkers = await db
    .selectFrom('knowledge_document')
    .select(['linker', ({ fn }) => fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.sum<number>('sentences').as('sentences'))
    .where('topic', '=', topic)
    .groupBy('linker')
    .orderBy('linker')
    .execute();
  const nouns = await db
    .selectFrom('knowledge_noun')
    .select(({ fn }) => fn.sum<number>('documents').as('all'))
    .where('topic', '=', topic)
    .executeTakeFirstOrThrow();
  return {
    topic,
    documents,
    sentences: linkers.reduce((sum, row) => sum + row.sentences, 0),
    nouns: nouns.all,
    linkedNouns: [...having.values()].reduce((sum, n) => sum + n, 0),
    meanings: having.size,
    mean,
    deviation,
    linkers: Object.fromEntries(linkers.map(({ linker, count }) => [linker, count])),
  };
}

/** Lists the linked nouns of the most documents. */
export async function commonestNouns(db: Database, topic: string, limit: number): Promise<CommonNoun[]> {
  const { documents } = await loadKnowledge(db, topic);
  const rows = await db
    .selectFrom('knowledge_noun')
    .select(['anchor', 'uri', 'documents'])
    .where('topic', '=', topic)
    .where('uri', '<>', '')
    .orderBy('documents', 'desc')
    .orderBy('anchor')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, idf: idf(documents, row.documents) }));
}
