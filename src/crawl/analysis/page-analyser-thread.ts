import { workerData } from 'node:worker_threads';
import { asksToAgree, loadDomainModel, loadModel, openNeighbours, TERMS_GUARD } from '../../forms/index.ts';
import { detectBotChallenge, parseTree, unpackTree } from '../../foundation/dom/index.ts';
import { answerJobs } from '../../foundation/threads/index.ts';
import { analysePage, type Classifiers, topicDocumentOf } from './analyse-page.ts';
import type { ChosenClassifiers } from './classifiers.ts';
import { withWrittenActions } from './injected-forms.ts';
import type { AnalysisJob, TimedAnalysis } from './page-analyser.ts';
import { spotlightFilter, topicFilter } from './topic-filter.ts';

const given = workerData as ChosenClassifiers;
const { knowledge, spotlight } = given;
const filter = spotlight === undefined ? await topicFilter(given) : undefined;
const classifiers: Classifiers = {
  ...given,
  model: loadModel(given.modelFile),
  domainModel: loadDomainModel(given.domainModelFile),
  neighbours: openNeighbours(given.neighbourFiles),
  ...(filter && { filter }),
};
/** Asks a service for the links of each page before the page is judged. */
const link =
  knowledge.length === 0 || spotlight === undefined ? undefined : await spotlightFilter(knowledge, spotlight);

/** Most pages announce no search, and are not looked through for one. */
const ANNOUNCES = /SearchAction|opensearchdescription/;

answerJobs(async (job: AnalysisJob): Promise<string> => {
  const began = performance.now();
  const tree =
    job.kind === 'html' ? parseTree(job.html, job.url, { encoding: job.encoding }) : unpackTree(job.packed);
  const guard =
    job.kind === 'html'
      ? (detectBotChallenge(job.html, tree) ?? (asksToAgree(job.html, tree) ? TERMS_GUARD : undefined))
      : undefined;
  const announces = ANNOUNCES.test(job.kind === 'html' ? job.html : job.packed);
  const descriptions = announces ? job.descriptions : undefined;
  const slots = job.kind === 'html' ? job.slots : undefined;
  const linked = await link?.(topicDocumentOf(tree, slots));
  const judges = linked === undefined ? classifiers : { ...classifiers, ...linked };
  const read = analysePage(tree, judges, job.render, slots, descriptions);
  const reading = job.kind === 'html' ? read : withWrittenActions(read, tree);
  const unlinked = linked !== undefined && 'unlinked' in linked ? linked.unlinked : undefined;
  const timed: TimedAnalysis = { ...reading, guard, unlinked, ms: performance.now() - began };
  return JSON.stringify(timed);
});
