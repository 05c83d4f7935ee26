import { parentPort, workerData } from 'node:worker_threads';
import { parseTree, type TreeDocument } from '../pages/index.ts';
import { inThread, type ThreadJudgement } from './judgement.ts';
import type { Job, WorkerMessage } from './page-reader.ts';
import { readPage } from './read-page.ts';

const judgement = inThread(workerData as ThreadJudgement);

parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(answer(job));
});

function answer(job: Job): WorkerMessage {
  try {
    const tree = job.kind === 'html' ? parseTree(job.html, job.url) : (JSON.parse(job.json) as TreeDocument);
    return { kind: 'read', reading: readPage(tree, judgement, job.render) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
