import { parentPort, workerData } from 'node:worker_threads';
import { guardOf, parseTree, type TreeDocument } from '../../foundation/dom/index.ts';
import { withWrittenActions } from './added-forms.ts';
import { inThread, type ThreadJudgement } from './judgement.ts';
import type { Job, WorkerMessage } from './page-reader.ts';
import { readPage } from './read-page.ts';

const judgement = await inThread(workerData as ThreadJudgement);

/** Most pages announce no search, and are not looked through for one. */
const ANNOUNCES = /SearchAction|opensearchdescription/;

parentPort?.postMessage({ kind: 'ready' } satisfies WorkerMessage);
parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(answer(job));
});

function answer(job: Job): WorkerMessage {
  try {
    const began = performance.now();
    const tree = job.kind === 'html' ? parseTree(job.html, job.url) : (JSON.parse(job.json) as TreeDocument);
    const guard = job.kind === 'html' ? guardOf(job.html, tree) : undefined;
    const announces = ANNOUNCES.test(job.kind === 'html' ? job.html : job.json);
    const descriptions = announces ? job.descriptions : undefined;
    const slots = job.kind === 'html' ? job.slots : undefined;
    const read = readPage(tree, judgement, job.render, slots, descriptions);
    const reading = job.kind === 'html' ? read : withWrittenActions(read, tree);
    return { kind: 'read', reading: { ...reading, guard, ms: performance.now() - began } };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
