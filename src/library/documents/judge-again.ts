import { existsSync } from 'node:fs';
import { wordNet } from '../../foundation/text/index.ts';
import type { Store } from '../../storage/index.ts';
import { openSentenceIndex } from '../novelty/sentence-index.ts';
import { sentenceFile } from './judge-run.ts';

/** Resets the verdicts on a run's documents, so that they can be judged with other settings. */
export async function resetVerdicts(
  store: Store,
  runId: number,
  onWarning?: (message: string) => void,
): Promise<void> {
  const judged = await store.documents.ids({ run: runId, states: ['novel', 'known', 'bare'] });
  forgetSentences(store, judged, onWarning);
  await store.transaction((trx) => trx.novelty.reset(runId));
}

/** Removes the sentences of documents from the sentence index, where there is one. */
export function forgetSentences(
  store: Pick<Store, 'folder'>,
  documents: readonly number[],
  onWarning: (message: string) => void = () => undefined,
): void {
  const file = sentenceFile(store);
  if (!existsSync(file) || documents.length === 0) return;
  const index = openSentenceIndex(file, wordNet(), onWarning);
  try {
    index.forget(documents);
  } finally {
    index.close();
  }
}
