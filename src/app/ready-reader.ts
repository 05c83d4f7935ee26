import { chooseClassifiers, hasOwnModels, PageAnalyser } from '../crawl/analysis/index.ts';
import { type ResolvedOptions, userAgent } from '../crawl/settings/index.ts';
import { readTopicModels, type TopicModels } from './topic-models.ts';

/** Returns what pages are judged by, and who reads them. Mistakes in files that the user names come to light. */
export async function readyReader(
  options: ResolvedOptions,
  closing: (() => Promise<unknown>)[],
  onWarning: (message: string) => void,
  known?: TopicModels,
) {
  const { knowledge, seedPages } = known ?? (await readTopicModels(options, onWarning));
  const { spotlight: endpoint, contact } = options;
  const spotlight = endpoint === undefined ? undefined : { endpoint, userAgent: userAgent(contact) };
  const classifiers = chooseClassifiers(options.domains, options, { knowledge, spotlight, seedPages });
  if (hasOwnModels(classifiers)) {
    const { loadClassifiers } = await import('../crawl/analysis/index.ts');
    loadClassifiers(options.domains, options);
  }
  const onUnlinked = (why: string) =>
    onWarning(`${why}; pages that it does not link are judged by the three steps`);
  const reader = new PageAnalyser({ classifiers, timeoutMs: 20_000, onUnlinked });
  closing.push(() => reader.close());
  return { classifiers, reader };
}
