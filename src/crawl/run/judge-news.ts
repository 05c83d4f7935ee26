import { judgeNovelty, readNoveltySettings } from '../../library/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import type { RunOutcome } from './explore.ts';
import type { Recording } from './recording.ts';

/** Judges what is new in a run, where that was chosen and the crawl ended. A stopped run stays interrupted; resumed, it goes on judging. */
export async function judgeNews(
  { store, runId }: Pick<Recording, 'store' | 'runId'>,
  {
    novelty,
    keepKnown,
    noveltySummary,
    domains,
    ontologies,
  }: Pick<ResolvedOptions, 'novelty' | 'keepKnown' | 'noveltySummary' | 'domains' | 'ontologies'>,
  outcome: RunOutcome,
  emit: (event: HarvestEvent) => void,
  stop: AbortSignal,
): Promise<RunOutcome> {
  if (novelty === 'off' || outcome.status === 'interrupted') return outcome;
  const { thresholdOf, ontologyOf, categoriser } = await readNoveltySettings(domains, ontologies);
  const count = await judgeNovelty(store, runId, {
    mode: novelty,
    thresholdOf,
    ontologyOf,
    categoriser,
    keepKnown,
    summary: noveltySummary,
    onWarning: (message) => emit({ type: 'warning', message }),
    signal: stop,
  });
  if (stop.aborted) return { status: 'interrupted', reason: { code: 'stopped' } };
  emit({ type: 'novelty', ...count });
  return outcome;
}
