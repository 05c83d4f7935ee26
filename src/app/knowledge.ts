import { openStore } from '../drivers/sqlite/index.ts';
import { loadDomain } from '../foundation/domain/index.ts';
import type { KnowledgeModel } from '../knowledge/index.ts';

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
  const { loadKnowledge } = await import('../knowledge/index.ts');
  const store = await openStore(knowledge ?? storage, { mode: 'read' });
  try {
    const models = [];
    for (const name of wanted) models.push(await loadKnowledge(store.knowledge, loadDomain(name).name));
    return models;
  } finally {
    await store.close();
  }
}
