import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import {
  chooseRun,
  foldProgress,
  type KernelName,
  kernelList,
  numberList,
  printJson,
  wholeNumber,
} from '../../../interfaces/terminal/index.ts';
import type { OutcomeComparison, OutcomeLabel } from '../outcomes/compare-outcomes.ts';
import type { OutcomeFacts } from '../outcomes/outcome-features.ts';
import { comparisonCharts } from './comparison-charts.ts';

interface Flags {
  storage: string;
  run?: string;
  label: OutcomeLabel;
  k: readonly number[];
  kernels: readonly KernelName[];
  splits: readonly number[];
  folds: number;
  seed: number;
  report?: string;
  json?: true;
}

export function submissionsCommand(): Command {
  return new Command('submissions')
    .description('predict the status of a query: KNN and SVM on the queries of a run')
    .option('--run <n>', 'which run (default: the latest harvest)')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .addOption(
      new Option('--label <what>', 'what is predicted: the HTTP status, or the class of the response')
        .choices(['status', 'verdict'])
        .default('status'),
    )
    .option('--k <list>', 'nearest neighbours', numberList, [2, 3, 4, 5])
    .option('--kernels <list>', 'kernels: linear,poly,rbf', kernelList, ['linear', 'poly'])
    .option('--splits <list>', 'shares of testing data, per cent', numberList, [20, 30, 40, 50])
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber(2, 100), 5)
    .option('--seed <n>', 'seed of folds and splits', wholeNumber(0, 1e9), 1)
    .option('--report <file>', 'write tables and charts to this HTML file')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nFolds and splits never part a site. Tables and charts follow tables 7–11 and figures 5–18 of Kaur and others 2021 (doi:10.1007/s40747-021-00471-1).\n\nExamples:\n  fieldfare evaluate submissions --report status.html\n  fieldfare evaluate submissions --label verdict --k 5 --json',
    )
    .action(evaluateSubmissions);
}

async function evaluateSubmissions(flags: Flags): Promise<void> {
  const { compareOutcomes } = await import('../outcomes/compare-outcomes.ts');
  const { comparisonTables, tablesText } = await import('../forms/paper-tables.ts');
  const { verdictText } = await import('../../../reports/index.ts');
  const facts = (await factsOf(flags)).map(({ verdict, ...fact }) => ({
    ...fact,
    // People read words, programs codes.
    verdict: flags.json || verdict === null ? verdict : verdictText(verdict),
  }));
  const comparison = compareOutcomes(facts, flags.label, { ...flags, onStep: foldProgress() });
  const tables = comparisonTables(comparison, 'queries');
  if (flags.report !== undefined) {
    const { PAPER_SOURCES } = await import('../../../reports/index.ts');
    const { trainingReportHtml } = await import('../reports/training-report.ts');
    const page = await trainingReportHtml({
      title: `Predicting the ${flags.label} of queries`,
      lead: leadOf(comparison),
      charts: comparisonCharts(comparison, 'queries'),
      tables,
      sources: [PAPER_SOURCES.kaur2021],
      errors: [],
    });
    await writeFile(flags.report, page);
  }
  if (flags.json) printJson({ ...comparison, tables });
  else process.stdout.write(`${leadOf(comparison)}\n\n${tablesText(tables)}`);
}

function leadOf({ submissions, sites, classes, leftOut }: OutcomeComparison): string {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} (${count})`)
      .join(', ');
  const rare = Object.keys(leftOut).length === 0 ? '' : ` Too rare to compare: ${list(leftOut)}.`;
  return `${submissions} queries on ${sites} sites, by what came back: ${list(classes)}.${rare}`;
}

/** First pages of answers only: the turning of pages is no submission. */
async function factsOf({ storage, run }: Flags): Promise<OutcomeFacts[]> {
  const { openStore } = await import('../../../drivers/open/index.ts');
  const { harvestedForms, harvestedSubmissions } = await import('../../../library/index.ts');
  const store = await openStore(storage, { mode: 'read' });
  try {
    const { id } = await chooseRun(store, run);
    const forms = new Map<string, OutcomeFacts['form']>();
    for await (const { formId, form, controls } of harvestedForms(store, id))
      forms.set(formId, { ...form, controls });
    const facts: OutcomeFacts[] = [];
    for await (const submission of harvestedSubmissions(store, id)) {
      const form = forms.get(submission.formId);
      if (form !== undefined && submission.page === 1) facts.push({ ...submission, form });
    }
    return facts;
  } finally {
    await store.close();
  }
}
