import type { Topic, TopicDocument } from '../../foundation/topics/index.ts';
import type { KnowledgeModel } from '../../knowledge/index.ts';

/** What a page is about when knowledge has the word. @param topic what the three-step classifier says */
export type KnowledgeFilter = (page: TopicDocument, topic: Topic) => Topic;

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
