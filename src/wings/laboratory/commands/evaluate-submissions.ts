import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { off, oneOf } from '../../../foundation/options/index.ts';
import {
  chooseRun,
  command,
  type FlagsOf,
  foldProgress,
  inStore,
  printJson,
  text,
  whichRun,
  whole,
  withStore,
} from '../../../interfaces/terminal/index.ts';
import type { OutcomeComparison } from '../outcomes/compare-outcomes.ts';
import type { OutcomeFacts } from '../outcomes/outcome-features.ts';
import { comparisonCharts } from './comparison-charts.ts';
import { kernelList, numberList } from './shared-options.ts';

const commas = true;
const options = z.object({
  run: whichRun,
  ...inStore,
  label: oneOf(['status', 'verdict'])
    .default('status')
    .describe('<what> what is predicted: the HTTP status, or the class of the response'),
  k: numberList.default([2, 3, 4, 5]).describe('<list> nearest neighbours').meta({ commas }),
  kernels: kernelList
    .default(['linear', 'poly'])
    .describe('<list> kernels: linear,poly,rbf')
    .meta({ commas }),
  splits: numberList
    .default([20, 30, 40, 50])
    .describe('<list> shares of testing data, per cent')
    .meta({ commas }),
  folds: whole(2, 100).default(5).describe('folds of the cross-validation'),
  seed: whole(0, 1e9).default(1).describe('seed of folds and splits'),
  report: text.describe('<file> write tables and charts to this HTML file'),
  json: off.describe('print one JSON object'),
});
type Flags = FlagsOf<typeof options>;

export const evaluateSubmissionsCommand = command({
  options,
  help: 'Folds and splits never part a site. Tables and charts follow tables 7–11 and figures 5–18 of Kaur and others 2021 (doi:10.1007/s40747-021-00471-1).\n\nExamples:\n  fieldfare evaluate submissions --report status.html\n  fieldfare evaluate submissions --label verdict --k 5 --json',
  run: evaluateSubmissions,
});

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
  const { harvestedForms, harvestedSubmissions } = await import('../../../library/index.ts');
  return withStore(storage, 'read', async (store) => {
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
  });
}
