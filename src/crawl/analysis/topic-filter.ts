import type { Domain } from '../../foundation/domain/index.ts';
import type { SeedPageModel, Topic, TopicDocument } from '../../foundation/topics/index.ts';
import type { Annotation, KnowledgeModel } from '../../knowledge/index.ts';

/** Corrects the topic of a page by knowledge or seed pages. @param topic by the domain files */
export type TopicFilter = (page: TopicDocument, topic: Topic) => Topic;

/** Returns undefined where the domain files decide. */
export async function topicFilter({
  wanted,
  knowledge,
  seedPages,
}: {
  readonly wanted: readonly Domain[];
  readonly knowledge: readonly KnowledgeModel[];
  readonly seedPages: readonly SeedPageModel[];
}): Promise<TopicFilter | undefined> {
  if (knowledge.length > 0) return knowledgeFilter(knowledge);
  if (seedPages.length === 0) return undefined;
  const { topicBySeedPages } = await import('../../foundation/topics/index.ts');
  const names = new Set(wanted.map(({ name }) => name));
  return (page, topic) => topicBySeedPages(page, topic, names, seedPages);
}

/** A Spotlight service that links the nouns of pages. */
export interface SpotlightChoice {
  readonly endpoint: string;
  readonly userAgent: string;
}

/** Holds the filter of one page, or says in words for people why its nouns could not be linked. */
type LinkedPage = { readonly filter: TopicFilter } | { readonly unlinked: string };

/** Loads what annotates texts only where there is knowledge to judge by. */
async function knowledgeFilter(models: readonly KnowledgeModel[]): Promise<TopicFilter> {
  const { contentOf, embeddedAnnotator } = await import('../../knowledge/index.ts');
  const annotator = embeddedAnnotator();
  const judge = await judgeOf(models);
  return (page, topic) => judge(annotator.annotate(contentOf(page)), topic);
}

/** Returns a function that queries the service for the links of a page before the page is judged. */
export async function spotlightFilter(
  models: readonly KnowledgeModel[],
  { endpoint, userAgent }: SpotlightChoice,
): Promise<(page: TopicDocument) => Promise<LinkedPage>> {
  const { annotateBy, contentOf, postToService } = await import('../../knowledge/index.ts');
  const post = await postToService(userAgent);
  const judge = await judgeOf(models);
  return async (page) => {
    try {
      const annotation = await annotateBy({ endpoint, post }, contentOf(page));
      return { filter: (_, topic) => judge(annotation, topic) };
    } catch (error) {
      return { unlinked: (error as Error).message };
    }
  };
}

async function judgeOf(
  models: readonly KnowledgeModel[],
): Promise<(annotation: Annotation, topic: Topic) => Topic> {
  const { judgeKnowledge } = await import('../../knowledge/index.ts');
  const topics = new Set(models.map(({ topic }) => topic));
  return (annotation, topic) => {
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
