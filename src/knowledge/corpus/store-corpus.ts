import type { KnowledgeReader, Store, Transaction } from '../../storage/index.ts';
import { type Annotation, nounKey } from '../annotation/noun.ts';
import { EMBEDDED } from '../annotation/open-annotator.ts';
import { KnowledgeError } from '../knowledge-error.ts';
import { MIN_DOCUMENTS, modelFrom, type StoredModel } from '../similarity/model.ts';

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
  { knowledge }: Pick<Transaction, 'knowledge'>,
  topic: string,
  { source, title, digest, linker, annotation }: AnnotatedDocument,
): Promise<void> {
  const { sentences } = annotation;
  await knowledge.putDocument(
    { topic, source, title: title.slice(0, 500), digest, sentences, linker },
    annotation.nouns.map(({ anchor, uri, posTag, neTag, count }) => ({
      anchor,
      uri: uri ?? '',
      pos_tag: posTag,
      ne_tag: neTag,
      count,
    })),
  );
}

/** Deletes the corpus of a topic. @returns its number of documents */
export async function forgetTopic(store: Pick<Store, 'transaction'>, topic: string): Promise<number> {
  return store.transaction(({ knowledge }) => knowledge.deleteTopic(topic));
}

/** Digests of the documents that a topic has, by source. */
export async function knownDigests(
  knowledge: KnowledgeReader,
  topic: string,
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for await (const { source, digest, linker } of knowledge.documents(topic))
    digests.set(source, `${linker} ${digest}`);
  return digests;
}

/**
 * Computes the current idf values of a topic from the stored document counts.
 * @throws {KnowledgeError} where the corpus is missing or too small
 */
export async function loadKnowledge(knowledge: KnowledgeReader, topic: string): Promise<StoredModel> {
  const { documents, linkers } = await knowledge.counts(topic);
  if (documents === 0) throw await unknownTopicError(knowledge, topic);
  const nouns = await knowledge.linkedNouns(topic);
  if (documents < MIN_DOCUMENTS || nouns.length === 0) {
    throw new KnowledgeError(
      `the corpus of ${topic} is too small to judge by: ${documents} documents with ${nouns.length} linked nouns, ${MIN_DOCUMENTS} documents at least; add more with "fieldfare knowledge build ${topic} --corpus …"`,
    );
  }
  const having = new Map(nouns.map((noun) => [nounKey(noun), noun.documents]));
  return { ...modelFrom(topic, documents, having), linkers: Object.keys(linkers) };
}

/**
 * Checks that a page whose nouns this linker links can be judged by a model: addresses of two linkers never match.
 * @throws {KnowledgeError}
 */
export function requireLinker({ topic, linkers }: StoredModel, linker: string): void {
  const [first = EMBEDDED, ...others] = linkers;
  if (others.length > 0)
    throw new KnowledgeError(
      `the corpus of ${topic} was linked by ${linkers.join(' and ')}, whose addresses differ; run "fieldfare knowledge build ${topic} --corpus …" again with one of them`,
    );
  if (first === linker) return;
  const [given, corrected] =
    linker === EMBEDDED
      ? ['no --spotlight is given', `give --spotlight ${first}`]
      : [`--spotlight is ${linker}`, first === EMBEDDED ? 'leave it out' : `give --spotlight ${first}`];
  throw new KnowledgeError(
    `the corpus of ${topic} was linked by ${first === EMBEDDED ? 'the embedded linker' : first}, and ${given}; ${corrected}, or build it again: fieldfare knowledge build ${topic} --fresh --corpus …`,
  );
}

async function unknownTopicError(knowledge: KnowledgeReader, topic: string): Promise<KnowledgeError> {
  const topics = await knowledge.topics();
  const there = topics.length === 0 ? 'nothing yet' : `there is ${topics.join(', ')}`;
  return new KnowledgeError(
    `nothing is known of ${topic} (${there}); run "fieldfare knowledge build ${topic} --corpus FOLDER" first`,
  );
}
