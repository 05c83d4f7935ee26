import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Checkpointed } from './checkpoints.ts';

const database = new DatabaseSync(String(workerData), { timeout: 5_000 });
const passive = database.prepare('pragma wal_checkpoint(passive)');

parentPort?.on('message', () => {
  const { log, checkpointed } = passive.get() as { log: number; checkpointed: number };
  parentPort?.postMessage({ pages: log, moved: checkpointed } satisfies Checkpointed);
});
