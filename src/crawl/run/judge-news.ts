import { judgeNovelty, readNoveltySettings } from '../../library/index.ts';
import type { Outcome } from './crawl.ts';
import type { CrawlContext } from './crawl-context.ts';

/**
 * Judges what the run says that is new, where that was asked for and the crawl came to its end. A stop on the way leaves
 * the run interrupted; resumed, it goes on judging.
 */
export async function judgeNews(
  context: CrawlContext,
  outcome: Outcome,
  stop: AbortSignal,
): Promise<Outcome> {
  const { novelty, domains, ontologies } = context.options;
  if (novelty === 'off' || outcome.status === 'interrupted') return outcome;
  const { thresholdOf, ontologyOf, categoriser } = await readNoveltySettings(domains, ontologies);
  const count = await judgeNovelty(context.store, context.runId, {
    mode: novelty,
    thresholdOf,
    ontologyOf,
    categoriser,
    onWarning: (message) => context.emit({ type: 'warning', message }),
    signal: stop,
  });
  if (stop.aborted) return { status: 'interrupted', reason: { code: 'stopped' } };
  context.emit({ type: 'novelty', ...count });
  return outcome;
}
