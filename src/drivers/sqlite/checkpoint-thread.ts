import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { answerJobs } from '../../foundation/threads/index.ts';
import type { Checkpointed } from './checkpoints.ts';

const database = new DatabaseSync(String(workerData), { timeout: 5_000 });
const passive = database.prepare('pragma wal_checkpoint(passive)');

answerJobs((): Checkpointed => {
  const { log, checkpointed } = passive.get() as { log: number; checkpointed: number };
  return { pages: log, moved: checkpointed };
});
