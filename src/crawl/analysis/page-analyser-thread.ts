import { workerData } from 'node:worker_threads';
import { detectBotChallenge, parseTree, type TreeDocument } from '../../foundation/dom/index.ts';
import { answerJobs } from '../../foundation/threads/index.ts';
import { analysePage, topicDocumentOf } from './analyse-page.ts';
import { filterInThread, inThread, type ThreadClassifiers } from './classifiers.ts';
import { withWrittenActions } from './injected-forms.ts';
import type { AnalysisJob, TimedAnalysis } from './page-analyser.ts';

const classifiers = await inThread(workerData as ThreadClassifiers);
const link = await filterInThread(workerData as ThreadClassifiers);

/** Most pages announce no search, and are not looked through for one. */
const ANNOUNCES = /SearchAction|opensearchdescription/;

answerJobs(async (job: AnalysisJob): Promise<TimedAnalysis> => {
  const began = performance.now();
  const tree = job.kind === 'html' ? parseTree(job.html, job.url) : (JSON.parse(job.json) as TreeDocument);
  const guard = job.kind === 'html' ? detectBotChallenge(job.html, tree) : undefined;
  const announces = ANNOUNCES.test(job.kind === 'html' ? job.html : job.json);
  const descriptions = announces ? job.descriptions : undefined;
  const slots = job.kind === 'html' ? job.slots : undefined;
  const linked = await link?.(topicDocumentOf(tree, slots));
  const read = analysePage(tree, { ...classifiers, ...linked }, job.render, slots, descriptions);
  const reading = job.kind === 'html' ? read : withWrittenActions(read, tree);
  const unlinked = linked !== undefined && 'unlinked' in linked ? linked.unlinked : undefined;
  return { ...reading, guard, unlinked, ms: performance.now() - began };
});
