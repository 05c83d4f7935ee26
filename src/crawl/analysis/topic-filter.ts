import { type Topic, type TopicDocument, topicBySeedPages } from '../../foundation/topics/index.ts';
import type { KnowledgeModel } from '../../knowledge/index.ts';
import type { Classifiers } from './analyse-page.ts';

/** What a page is about by knowledge or seed pages. @param topic what the domain files say */
export type TopicFilter = (page: TopicDocument, topic: Topic) => Topic;

/** Undefined where the domain files have the word. */
export async function topicFilter({
  wanted,
  knowledge,
  seedPages,
}: Pick<Classifiers, 'wanted' | 'knowledge' | 'seedPages'>): Promise<TopicFilter | undefined> {
  if (knowledge.length > 0) return knowledgeFilter(knowledge);
  if (seedPages.length === 0) return undefined;
  const names = new Set(wanted.map(({ name }) => name));
  return (page, topic) => topicBySeedPages(page, topic, names, seedPages);
}

/** Loads what annotates texts only where there is knowledge to judge by. */
async function knowledgeFilter(models: readonly KnowledgeModel[]): Promise<TopicFilter> {
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
