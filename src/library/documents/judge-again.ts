import type { Store } from '../../storage/index.ts';

/** Resets the verdicts on a run's documents, so that they can be judged with other settings. */
export async function resetVerdicts(store: Store, runId: number): Promise<void> {
  await store.sentences.forget(await store.documents.ids({ run: runId, states: ['novel', 'known', 'bare'] }));
  await store.transaction((trx) => trx.novelty.reset(runId));
}
