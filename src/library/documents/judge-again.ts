import { existsSync } from 'node:fs';
import type { Store } from '../../drivers/sqlite/index.ts';
import { wordNet } from '../../foundation/text/index.ts';
import { openSentenceIndex } from '../novelty/sentence-index.ts';
import { sentenceFile } from './judge-run.ts';

/** Resets the verdicts on a run's documents, so that they can be judged with other settings. */
export async function resetVerdicts(
  store: Store,
  runId: number,
  onWarning?: (message: string) => void,
): Promise<void> {
  const judged = await store.db
    .selectFrom('document')
    .select('id')
    .where('run_id', '=', runId)
    .where('state', '<>', 'waiting')
    .execute();
  forgetSentences(
    store,
    judged.map((row) => row.id),
    onWarning,
  );
  await store.transaction(async (trx) => {
    const documents = trx.db.selectFrom('document').select('id').where('run_id', '=', runId);
    await trx.db.deleteFrom('document_print').where('id', 'in', documents).execute();
    await trx.db
      .updateTable('document')
      .set({
        state: 'waiting',
        seq: null,
        similarity: null,
        like_id: null,
        sentences: null,
        new_spans: null,
        cluster: null,
      })
      .where('run_id', '=', runId)
      .execute();
  });
}

/** Removes the sentences of documents from the sentence index, where there is one. */
export function forgetSentences(
  store: Store,
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
