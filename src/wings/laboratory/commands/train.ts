import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { off, oneOf } from '../../../foundation/options/index.ts';
import {
  command,
  type FlagsOf,
  foldProgress,
  inStore,
  printJson,
  readProgress,
  text,
  whole,
} from '../../../interfaces/terminal/index.ts';
import type { LearnerComparison } from '../compare-learners.ts';
import type { FormsEvaluation } from '../forms/evaluation.ts';
import type { TrainedForms } from '../models/train-forms.ts';
import { type Charts, comparisonCharts } from './comparison-charts.ts';
import {
  crossValidation,
  ENGINES,
  kernelList,
  machine,
  modelOut,
  numberList,
  rowsFile,
  today,
} from './shared-options.ts';

const commas = true;
const options = z.object({
  data: text
    .describe('<path> folder of *.warc.gz and *.labels.html5.jsonl, or a file of rows')
    .meta({ defaultText: 'the bundled rows' }),
  rows: rowsFile('where to write the numeric rows made from a folder'),
  with: text.describe(
    '<source> learn from this, too: practice (the bundled rows of practice webs), practice:100-104 (those webs grown anew), or answers:storage (what the forms of your harvests answered)',
  ),
  practiceRows: rowsFile('where to write the rows of practice webs grown anew'),
  out: modelOut,
  engine: ENGINES.default('smo').describe(
    '<name> learner: our own support vector machine (smo), LIBSVM, the package ml-svm, or nearest labelled forms (knn, ml-knn)',
  ),
  ...machine('the machine'),
  ...inStore,
  storage: inStore.storage.describe('<dir> folder of your labels, learned from beside the bundled rows'),
  select: oneOf(['information-gain', 'nca', 'ache', 'none'])
    .default('none')
    .describe(
      '<how> choose features of the search machine, again in every fold; ache: the counts of this baseline',
    ),
  features: whole(1, 1_000).default(100).describe('how many features --select keeps'),
  textFeatures: whole(0, 5_000)
    .default(0)
    .describe(
      'add this many word stems of the forms as features (tf·idf·information gain), chosen again in every fold; needs pages: --data FOLDER, or rows written with this option',
    ),
  force: off.describe('write the model even if it is worse than the one there'),
  ...crossValidation('seed of folds and calibration'),
  k: numberList
    .optional()
    .describe(
      '<list> compare nearest neighbours with these k, such as 2,3,4,5,6,7; for knn and ml-knn the one that votes',
    )
    .meta({ commas, defaultText: '5' }),
  splits: numberList
    .optional()
    .describe('<list> compare by these shares of testing data, such as 20,30,40,50')
    .meta({ commas }),
  kernels: kernelList
    .optional()
    .describe('<list> compare machines with these kernels: linear,poly,rbf')
    .meta({ commas }),
  report: text.describe('<file> write tables, charts and misclassified forms to this HTML file'),
  date: today.describe('<yyyy-mm-dd> day for the model card'),
  json: off.describe('print one JSON object'),
});

export const trainFormsCommand = command({
  options,
  help: 'Examples:\n  fieldfare train forms --with practice\n  fieldfare train forms --folds 5 --k 2,3,4,5,6,7 --splits 20,30,40,50 --kernels linear,poly,rbf --report training.html --out my.json\n  fieldfare train forms --engine libsvm --kernel poly --offset 0\n  fieldfare train forms --engine knn --with practice --k 5\n  fieldfare train forms --data my-labels/ --out my-model.json',
  run: runTraining,
});

async function runTraining(flags: FlagsOf<typeof options>): Promise<void> {
  const { trainByEngine } = await import('../models/train-engine.ts');
  const { trainForms } = await import('../models/train-forms.ts');
  const { tablesText } = await import('../forms/paper-tables.ts');
  const { engineScoresText, evaluationText } = await import('../forms/score-report.ts');
  const { select, features, k, splits, kernels, report, json, engine, ...rest } = flags;
  const common = {
    ...rest,
    ...(select !== 'none' && {
      selection: select === 'ache' ? { by: select } : ({ by: select, features } as const),
    }),
    onRead: readProgress,
    onFold: foldProgress(),
  };
  if (engine !== 'smo') {
    const { kernel = 'linear' } = rest;
    const { scores, written } = await trainByEngine({ ...common, engine, kernel, k: k?.[0] ?? 5 });
    const { model, file, card } = written;
    if (json) printJson({ ...(model && { model }), file, card, says: writtenText(written), ...scores });
    else process.stdout.write(`${engineScoresText(scores)}\n${writtenText(written)}\n`);
    return;
  }
  const trained = await trainForms({
    ...common,
    // The lists not given are the paper's.
    ...((k ?? splits ?? kernels) !== undefined && {
      compare: {
        k: k ?? [2, 3, 4, 5, 6, 7],
        splits: splits ?? [20, 30, 40, 50],
        kernels: kernels ?? ['linear', 'poly', 'rbf'],
      },
    }),
  });
  const { evaluation, tables, written } = trained;
  if (report !== undefined) await writeFile(report, await reportOf(trained));
  if (json) {
    const { n, arms, types } = evaluation;
    const { model, file, card } = written;
    printJson({
      ...(model && { model }),
      file,
      card,
      says: writtenText(written),
      n,
      arms,
      types,
      tables,
      misjudged: trained.misjudged,
    });
    return;
  }
  const text = [evaluationText(evaluation), ...(tables.length > 0 ? [tablesText(tables)] : [])];
  process.stdout.write(`${text.join('\n')}\n${writtenText(written)}\n`);
}

type Written = TrainedForms['written'];

function writtenText({ model, file, card, gain }: Written): string {
  const compared =
    gain &&
    `F1 on these rows ${gain.after.toFixed(3)}, of the model there ${gain.before.toFixed(3)}; gain ${gain.gain[0].toFixed(3)} to ${gain.gain[1].toFixed(3)} (95 %, sites drawn anew)`;
  if (model === undefined)
    return `kept the model of ${file}, the new one is worse: ${compared}. --force writes it all the same`;
  return `wrote ${model} to ${file}, its card to ${card}${compared === undefined ? '' : `\n${compared}`}`;
}

async function reportOf({ evaluation, comparison, tables, misjudged }: TrainedForms): Promise<string> {
  const { PAPER_SOURCES } = await import('../../../reports/index.ts');
  const { trainingReportHtml } = await import('../reports/training-report.ts');
  const { evidenceOf, saidOf } = await import('../forms/misjudged.ts');
  const errors = misjudged.map((form) => ({
    ...{ url: form.url, truth: form.truth, said: saidOf(form) },
    evidence: evidenceOf(form),
  }));
  const [first] = evaluation.arms;
  return trainingReportHtml({
    title: 'Form classifier: training report',
    lead: `${evaluation.n.toLocaleString('en-GB')} forms of ${evaluation.sites} sites, ${evaluation.folds} folds by site: F1 ${first?.f1.toFixed(3)} for search vs non-search, eight types ${evaluation.types.accuracy.toFixed(3)}.`,
    charts: chartsOf(evaluation, comparison),
    tables,
    confusion: {
      title: 'Confusion of the eight types',
      classes: evaluation.types.detail.classes.map(({ name }) => name),
      counts: evaluation.types.detail.confusion,
    },
    ...(comparison !== undefined && { sources: [PAPER_SOURCES.kaur2021] }),
    errors,
  });
}

function chartsOf({ calibration }: FormsEvaluation, comparison: LearnerComparison | undefined): Charts {
  const calibrated = {
    title: 'Calibration: observed share of search forms by predicted score',
    x: 'mean predicted score',
    y: 'observed share of search forms',
    lines: [
      {
        name: 'forms',
        points: calibration
          .filter(({ forms }) => forms > 0)
          .map((bin) => ({ x: bin.meanScore, y: bin.searchShare })),
      },
      { name: 'ideal', points: [0, 1].map((x) => ({ x, y: x })) },
    ],
  };
  return comparison === undefined ? [calibrated] : [...comparisonCharts(comparison, 'forms'), calibrated];
}
