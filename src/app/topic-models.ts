/** What says what pages are about, where the user gives more than the files of domains: read from stores and folders. */

import { deserialize, serialize } from 'node:v8';
import type { ResolvedOptions } from '../crawl/settings/index.ts';
import { OptionsError } from '../foundation/options/index.ts';
import type { SeedPageModel } from '../foundation/topics/index.ts';
import type { KnowledgeModel } from '../knowledge/index.ts';
import type { Contents, SharedRun } from '../storage/index.ts';
import { knowledgeOf } from './knowledge.ts';
import { seedPageModels } from './seed-pages.ts';

export interface TopicModels {
  readonly knowledge: readonly KnowledgeModel[];
  readonly seedPages: readonly SeedPageModel[];
}

/** More would be slow to hand to each worker. */
const MOST_BYTES = 64 * 2 ** 20;
const NAME = 'topics';

export async function readTopicModels(
  options: ResolvedOptions,
  onWarning: (message: string) => void,
): Promise<TopicModels> {
  const knowledge = await knowledgeOf(options.domains, options);
  return { knowledge, seedPages: await seedPageModels(options.domains, options, onWarning) };
}

/**
 * Keeps them with a run that begins.
 * @returns their hash by name, as a shared run keeps it
 * @throws {OptionsError} where they are too large
 */
export async function publishTopicModels(
  contents: Contents,
  models: TopicModels,
): Promise<Record<string, string>> {
  if (models.knowledge.length + models.seedPages.length === 0) return {};
  const content = serialize(models);
  if (content.length > MOST_BYTES)
    throw new OptionsError(
      `knowledge and seed pages of a shared run take ${Math.ceil(content.length / 2 ** 20)} MB; the limit is ${MOST_BYTES / 2 ** 20} MB`,
    );
  return { [NAME]: await contents.put(content) };
}

/** Undefined where the run has none. */
export async function publishedTopicModels(
  contents: Contents,
  run: Pick<SharedRun, 'contents'>,
): Promise<TopicModels | undefined> {
  const hash = run.contents[NAME];
  const content = hash === undefined ? undefined : await contents.get(hash);
  return content === undefined ? undefined : (deserialize(content) as TopicModels);
}
