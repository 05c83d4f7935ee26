import { userAgent } from '../crawl/settings/index.ts';
import * as drivers from '../drivers/open/index.ts';
import * as sqlite from '../drivers/sqlite/index.ts';
import { loadDomain } from '../foundation/domain/index.ts';
import { whileOpen } from '../foundation/errors/index.ts';
import type { KnowledgeModel } from '../knowledge/index.ts';
import type { Store } from '../storage/index.ts';

interface Choice {
  readonly topicFilter: string;
  readonly strategy: string;
  /** Store that holds the knowledge; by default that of the run. */
  readonly knowledge?: string | undefined;
  readonly storage: string;
  /** Service that links the nouns of pages, as it linked those of the corpus. */
  readonly spotlight?: string | undefined;
  readonly contact?: string | undefined;
}

/**
 * Returns what is known of the wanted domains; nothing where no knowledge is asked for.
 * @throws {KnowledgeError} where nothing, or too little, is known of one of them, its nouns were linked by something else,
 * or the service does not answer
 */
export async function knowledgeOf(
  wanted: readonly string[],
  { topicFilter, strategy, knowledge = undefined, storage, spotlight, contact }: Choice,
): Promise<readonly KnowledgeModel[]> {
  if (topicFilter !== 'knowledge' && strategy !== 'semantic') return [];
  const { EMBEDDED, fetchSpotlightLinks, KnowledgeError, loadKnowledge, postToService, requireLinker } =
    await import('../knowledge/index.ts');
  const folder = knowledge ?? storage;
  // Another folder that is named is a store of its own.
  const { holdsStore, openStore } = knowledge === undefined ? drivers : sqlite;
  if (!(await holdsStore(folder)))
    throw new KnowledgeError(`nothing is known of ${wanted.join(', ')}: there is no store in ${folder}`, {
      hint: `fieldfare knowledge build ${wanted[0]} --corpus FOLDER, or name another store with --knowledge DIR`,
    });
  return whileOpen(openStore(folder, { mode: 'read' }), async (store) => {
    const models = [];
    for (const name of wanted) {
      const model = await loadKnowledge(store.knowledge, loadDomain(name).name);
      requireLinker(model, spotlight ?? EMBEDDED);
      models.push(model);
    }
    // A wrong address is told before a crawl begins.
    if (spotlight !== undefined)
      await fetchSpotlightLinks(spotlight, 'Berlin', await postToService(userAgent(contact)));
    return models;
  });
}

/**
 * Pages of what is known of the wanted domains to start from, so many of each.
 * @throws {KnowledgeError} where nothing with an address is known of one of them
 */
export async function seedsFromCorpus(
  wanted: readonly string[],
  count: number,
  storage: string,
): Promise<string[]> {
  const { corpusSeeds } = await import('../knowledge/index.ts');
  return whileOpen(drivers.openStore(storage, { mode: 'read' }), async (store) => {
    const seeds = [];
    for (const name of wanted)
      seeds.push(...(await corpusSeeds(store.knowledge, loadDomain(name).name, count)));
    return seeds;
  });
}

/** What is known of domains as RDF, in pieces of N-Triples. @throws {KnowledgeError} where nothing is known of one of them */
export async function* triplesOfAll(
  knowledge: Store['knowledge'],
  topics: readonly string[],
): AsyncGenerator<string> {
  const { loadKnowledge, triplesOfTopic } = await import('../knowledge/index.ts');
  for (const topic of topics) await loadKnowledge(knowledge, topic);
  for (const topic of topics) yield* triplesOfTopic(knowledge, topic);
}
