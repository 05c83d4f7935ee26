import { loadClassifiers, PageAnalyser } from '../crawl/analysis/index.ts';
import { type ResolvedOptions, userAgent } from '../crawl/settings/index.ts';
import { knowledgeOf } from './knowledge.ts';
import { seedPageModels } from './seed-pages.ts';

/** Threads take a while to load; they do it while the rest is set up. */
export async function readyReader(
  options: ResolvedOptions,
  closing: (() => Promise<unknown>)[],
  onWarning: (message: string) => void,
) {
  const knowledge = await knowledgeOf(options.domains, options);
  const seedPages = await seedPageModels(options.domains, options, onWarning);
  const { spotlight: endpoint, contact } = options;
  const spotlight = endpoint === undefined ? undefined : { endpoint, userAgent: userAgent(contact) };
  const classifiers = loadClassifiers(options.domains, options, { knowledge, spotlight, seedPages });
  const onUnlinked = (why: string) =>
    onWarning(`${why}; pages that it does not link are judged by the three steps`);
  const reader = new PageAnalyser({ classifiers, timeoutMs: 20_000, onUnlinked });
  closing.push(() => reader.close());
  return { classifiers, reader };
}
