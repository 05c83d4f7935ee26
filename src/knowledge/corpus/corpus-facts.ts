import type { KnowledgeReader } from '../../storage/index.ts';
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
  /** Says how many documents each linker served: `embedded`, or a service. */
  readonly linkers: Readonly<Record<string, number>>;
}

export interface CommonNoun {
  readonly anchor: string;
  readonly uri: string;
  readonly documents: number;
  readonly idf: number;
}

/** @throws {KnowledgeError} where nothing is known of the topic */
export async function corpusFacts(knowledge: KnowledgeReader, topic: string): Promise<CorpusFacts> {
  const { mean, deviation, having } = await loadKnowledge(knowledge, topic);
  const { linkers, ...counts } = await knowledge.counts(topic);
  return {
    topic,
    ...counts,
    linkedNouns: [...having.values()].reduce((sum, n) => sum + n, 0),
    meanings: having.size,
    mean,
    deviation,
    linkers,
  };
}

/** Lists the linked nouns of the most documents. */
export async function commonestNouns(
  knowledge: KnowledgeReader,
  topic: string,
  limit: number,
): Promise<CommonNoun[]> {
  const { documents: all } = await loadKnowledge(knowledge, topic);
  const nouns = await knowledge.linkedNouns(topic);
  return nouns
    .toSorted((a, b) => b.documents - a.documents)
    .slice(0, limit)
    .map(({ anchor, uri, documents }) => ({ anchor, uri, documents, idf: idf(all, documents) }));
}
