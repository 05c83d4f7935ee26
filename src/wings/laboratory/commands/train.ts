import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import {
  foldProgress,
  type KernelName,
  kernelList,
  numberList,
  offsetNumber,
  positiveNumber,
  printJson,
  readProgress,
  wholeNumber,
} from '../../../interfaces/terminal/index.ts';
import type { LearnerComparison } from '../compare-learners.ts';
import type { FormsEvaluation } from '../forms/evaluation.ts';
import type { EngineName } from '../learning/classifier.ts';
import type { TrainedForms } from '../models/train-forms.ts';
import { type Charts, comparisonCharts } from './comparison-charts.ts';
import { trainDomainsCommand } from './domains.ts';
import { trainRankersCommand } from './train-rankers.ts';

interface Flags {
  data?: string;
  rows?: string;
  with?: string;
  practiceRows?: string;
  out?: string;
  folds: number;
  seeds: number;
  seed: number;
  k?: readonly number[];
  splits?: readonly number[];
  kernels?: readonly KernelName[];
  report?: string;
  storage: string;
  engine: EngineName;
  kernel?: KernelName;
  cost?: number;
  offset?: number;
  select: 'information-gain' | 'nca' | 'ache' | 'none';
  features: number;
  textFeatures: number;
  force?: true;
  date: string;
  json?: true;
}

export function trainCommand(): Command {
  return new Command('train')
    .description('train the classifiers on labelled data')
    .addCommand(formsCommand())
    .addCommand(trainDomainsCommand())
    .addCommand(trainRankersCommand());
}

function formsCommand(): Command {
  return new Command('forms')
    .description('train the form classifier, cross-validate it, and write model and model card')
    .option(
      '--data <path>',
      'folder of *.warc.gz and *.labels.html5.jsonl, or a file of rows (default: the bundled rows)',
    )
    .option('--rows <file>', 'where to write the numeric rows made from a folder (default: not written)')
    .option(
      '--with <source>',
      'learn from this, too: practice (the bundled rows of practice webs), practice:100-104 (those webs grown anew), or answers:storage (what the forms of your harvests answered)',
    )
    .option(
      '--practice-rows <file>',
      'where to write the rows of practice webs grown anew (default: not written)',
    )
    .option(
      '--out <file>',
      'the model to write; its model card is written beside it as .md (default: in folder models of --storage, used from now on)',
    )
    .addOption(
      new Option(
        '--engine <name>',
        'learner: our own support vector machine (smo), LIBSVM, the package ml-svm, or nearest labelled forms (knn, ml-knn)',
      )
        .choices(['smo', 'libsvm', 'ml-svm', 'knn', 'ml-knn'])
        .default('smo'),
    )
    .addOption(
      new Option('--kernel <name>', 'kernel of the machine (default: linear)').choices([
        'linear',
        'poly',
        'rbf',
      ]),
    )
    .option(
      '--cost <c>',
      'C of the machine: cost of a mistake (default: 0.2 for linear, 0.5 for poly, 5 for rbf)',
      positiveNumber,
    )
    .option(
      '--offset <n>',
      'constant term of the kernel poly (default: 1); 0 as in Kaur and others 2021',
      offsetNumber,
    )
    .option('--storage <dir>', 'folder of your labels, learned from beside the bundled rows', 'storage')
    .addOption(
      new Option(
        '--select <how>',
        'choose features of the search machine, again in every fold; ache: the counts of this baseline',
      )
        .choices(['information-gain', 'nca', 'ache', 'none'])
        .default('none'),
    )
    .option('--features <n>', 'how many features --select keeps', wholeNumber(1, 1_000), 100)
    .option(
      '--text-features <n>',
      'add this many word stems of the forms as features (tf·idf·information gain), chosen again in every fold; needs pages: --data FOLDER, or rows written with this option',
      wholeNumber(0, 5_000),
      0,
    )
    .option('--force', 'write the model even if it is worse than the one there')
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber(2, 100), 10)
    .option('--seeds <n>', 'how many times the sites are split into folds', wholeNumber(1, 100), 5)
    .option('--seed <n>', 'seed of folds and calibration', wholeNumber(0, 1e9), 1)
    .option(
      '--k <list>',
      'compare nearest neighbours with these k, such as 2,3,4,5,6,7; for knn and ml-knn the one that votes (default: 5)',
      numberList,
    )
    .option('--splits <list>', 'compare by these shares of testing data, such as 20,30,40,50', numberList)
    .option('--kernels <list>', 'compare machines with these kernels: linear,poly,rbf', kernelList)
    .option('--report <file>', 'write tables, charts and misclassified forms to this HTML file')
    .option('--date <yyyy-mm-dd>', 'day for the model card', new Date().toISOString().slice(0, 10))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare train forms --with practice\n  fieldfare train forms --folds 5 --k 2,3,4,5,6,7 --splits 20,30,40,50 --kernels linear,poly,rbf --report training.html --out my.json\n  fieldfare train forms --engine libsvm --kernel poly --offset 0\n  fieldfare train forms --engine knn --with practice --k 5\n  fieldfare train forms --data my-labels/ --out my-model.json',
    )
    .action(runTraining);
}

async function runTraining(flags: Flags): Promise<void> {
  const { trainByEngine } = await import('../models/train-engine.ts');
  const { trainForms } = await import('../models/train-forms.ts');
  const { tablesText } = await import('../forms/paper-tables.ts');
  const { engineScoresText, evaluationText } = await import('../forms/score-report.ts');
  const { select, features, k, splits, kernels, force, report, json, engine, ...rest } = flags;
  const common = {
    ...rest,
    force: force === true,
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
