import type { Topic, TopicDocument } from '../../foundation/topics/index.ts';
import type { KnowledgeModel } from '../../knowledge/index.ts';

/** What a page is about when knowledge has the word. @param topic what the three-step classifier says */
export type KnowledgeFilter = (page: TopicDocument, topic: Topic) => Topic;

interface Choice {
  readonly topicFilter: string;
  readonly strategy: string;
  /** Store that holds the knowledge; by default that of the run. */
  readonly knowledge?: string | undefined;
  readonly storage: string;
}

/**
 * What is known of the wanted domains; nothing where no knowledge is asked for.
 * @throws {KnowledgeError} where nothing, or too little, is known of one of them
 */
export async function knowledgeOf(
  wanted: readonly string[],
  { topicFilter, strategy, knowledge = undefined, storage }: Choice,
): Promise<readonly KnowledgeModel[]> {
  if (topicFilter !== 'knowledge' && strategy !== 'semantic') return [];
  const { loadKnowledge } = await import('../../knowledge/index.ts');
  const { openStore } = await import('../../drivers/sqlite/index.ts');
  const { loadDomain } = await import('../../foundation/domain/index.ts');
  const store = await openStore(knowledge ?? storage, { mode: 'read' });
  try {
    const models = [];
    for (const name of wanted) models.push(await loadKnowledge(store.knowledge, loadDomain(name).name));
    return models;
  } finally {
    await store.close();
  }
}

/** Loads what annotates texts only where there is knowledge to judge by. */
export async function knowledgeFilter(
  models: readonly KnowledgeModel[],
): Promise<KnowledgeFilter | undefined> {
  if (models.length === 0) return undefined;
  const { contentOf, embeddedAnnotator, judgeKnowledge } = await import('../../knowledge/index.ts');
  const annotator = embeddedAnnotator();
  const topics = new Set(models.map(({ topic }) => topic));
  return (page, topic) => {
    const annotation = annotator.annotate(contentOf(page));
    const [best] = models
      .map((model) => judgeKnowledge(annotation, model))
      .filter(({ accepted }) => accepted)
      .sort((a, b) => b.similarity - a.similarity);
    const { scores } = topic;
    if (best !== undefined) return { step: 1, domain: best.topic, similarity: best.similarity, scores };
    if (topic.domain !== null && !topics.has(topic.domain)) return topic;
    return { step: 3, domain: null, similarity: 0, scores };
  };
}
