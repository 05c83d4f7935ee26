import { Command, Option } from 'commander';
import {
  foldProgress,
  type KernelName,
  numberList,
  offsetNumber,
  positiveNumber,
  printJson,
  readProgress,
  wholeNumber,
} from '../../../interfaces/terminal/index.ts';
import type { JudgingTime } from '../forms/judging-time.ts';
import type { ModelScores } from '../forms/model-scores.ts';
import type { EngineName } from '../learning/classifier.ts';
import type { FormsScores } from '../models/evaluate-forms.ts';
import { evaluateDomainsCommand } from './domains.ts';
import { submissionsCommand } from './evaluate-submissions.ts';
import { evaluateTopicsCommand } from './evaluate-topics.ts';

interface Flags {
  data?: string;
  model?: string;
  crossValidate?: true;
  with?: string;
  practice?: string;
  features?: true;
  engine?: EngineName;
  kernel?: KernelName;
  cost?: number;
  offset?: number;
  crossCheck?: true;
  textFeatures: number;
  folds: number;
  seeds: number;
  seed: number;
  k: readonly number[];
  json?: true;
}

export function evaluateCommand(): Command {
  return new Command('evaluate')
    .description('measure how well the classifiers judge labelled data')
    .addCommand(formsCommand())
    .addCommand(fieldsCommand())
    .addCommand(evaluateDomainsCommand())
    .addCommand(submissionsCommand())
    .addCommand(evaluateTopicsCommand());
}

function formsCommand(): Command {
  return new Command('forms')
    .description('score search vs non-search forms, and the eight types of forms')
    .option(
      '--data <path>',
      'folder of *.warc.gz and *.labels.html5.jsonl: scores a finished model on it. A file of rows, or none (the bundled rows): cross-validates',
    )
    .option('--model <file>', 'the model to score (default: the bundled one)')
    .option('--cross-validate', 'cross-validate on the folder in place of scoring a finished model')
    .option(
      '--with <source>',
      'also learn from practice webs (practice, practice:100-104) or from the answers of harvested forms (answers:storage)',
    )
    .option(
      '--features',
      'show how well single features tell search forms from other forms, instead of scores',
    )
    .option(
      '--text-features <n>',
      'with --cross-validate: add this many word stems of the forms as features, chosen again in every fold; needs pages',
      wholeNumber(0, 5_000),
      0,
    )
    .addOption(
      new Option(
        '--engine <name>',
        'cross-validate this learner by itself, without rules: our own support vector machine (smo) or neighbours (knn), LIBSVM, or those of the packages ml-svm and ml-knn',
      ).choices(['smo', 'libsvm', 'ml-svm', 'knn', 'ml-knn']),
    )
    .addOption(
      new Option('--kernel <name>', 'kernel of smo, libsvm and ml-svm (default: linear)').choices([
        'linear',
        'poly',
        'rbf',
      ]),
    )
    .option(
      '--cost <c>',
      'C of smo, libsvm and ml-svm: cost of a mistake (default: 0.2 for linear, 0.5 for poly, 5 for rbf)',
      positiveNumber,
    )
    .option(
      '--offset <n>',
      'constant term of the kernel poly (default: 1); 0 as in Kaur and others 2021',
      offsetNumber,
    )
    .option(
      '--cross-check',
      'with --engine: run the package ml-cross-validation on the same forms besides, and say where it differs',
    )
    .option('--practice <seeds>', 'score the model on practice webs of these seeds, such as 200-205')
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber(2, 100), 10)
    .option('--seeds <n>', 'how many times the sites are split into folds', wholeNumber(1, 100), 5)
    .option('--seed <n>', 'seed of the first split', wholeNumber(0, 1e9), 1)
    .option('--k <list>', 'nearest neighbours to compare with, such as 3,5,7', numberList, [5])
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare evaluate forms --with practice\n  fieldfare evaluate forms --data ../shared/datasets/forms --json\n  fieldfare evaluate forms --model my.json --data labelled/ --json\n  fieldfare evaluate forms --engine ml-knn --k 5 --cross-check',
    )
    .action(runEvaluation);
}

function fieldsCommand(): Command {
  return new Command('fields')
    .description('score the meanings of fields against annotated fields')
    .requiredOption('--data <folder>', 'folder of *.warc.gz and *.labels.html5.jsonl with annotated fields')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  fieldfare evaluate fields --data ../shared/datasets/forms')
    .action(async ({ data, json }: { data: string; json?: true }) => {
      const { LabelledDataError } = await import('../../../forms/index.ts');
      const { fieldScoresText, scoreFields } = await import('../forms/field-evaluation.ts');
      const { labelledRows } = await import('../models/labelled-rows.ts');
      const { labelled } = await labelledRows(data, readProgress);
      if (labelled.length === 0)
        throw new LabelledDataError(`${data} holds rows: the meaning of fields needs the pages themselves`);
      const scores = scoreFields(labelled);
      if (json) printJson(scores);
      else process.stdout.write(fieldScoresText(scores));
    });
}

async function runEvaluation({ json, crossValidate, features, crossCheck, ...flags }: Flags): Promise<void> {
  const { evaluateFormsOn } = await import('../models/evaluate-forms.ts');
  const found = await evaluateFormsOn({
    ...flags,
    crossValidate: crossValidate === true,
    features: features === true,
    crossCheck: crossCheck === true,
    onRead: readProgress,
    onFold: foldProgress(),
  });
  if (json) printJson(scoresJson(found));
  else process.stdout.write(await scoresText(found));
}

async function scoresText(found: FormsScores): Promise<string> {
  const { featureReportText } = await import('../forms/feature-report.ts');
  const { misjudgedText } = await import('../forms/misjudged.ts');
  const { engineScoresText, evaluationText, modelScoresText } = await import('../forms/score-report.ts');
  if (found.kind === 'features') return featureReportText(found.report);
  if (found.kind === 'engine') return engineScoresText(found.scores);
  const times = `${timeText(found.times)}${misjudgedText(found.misjudged)}`;
  if (found.kind === 'cross-validation') return `${evaluationText(found.evaluation)}${times}`;
  const { all, trainedOn } = found.sites;
  const warning =
    trainedOn === 0
      ? ''
      : `\n${trainedOn} of ${all} sites are among those that the shipped model was trained on: their scores say nothing of unseen sites (--cross-validate does).\n`;
  return `${modelScoresText(found.scores)}${times}${warning}`;
}

function scoresJson(found: FormsScores): object {
  if (found.kind === 'features') return found.report;
  if (found.kind === 'engine') return found.scores;
  const fields = fieldsJson(found.fields);
  if (found.kind === 'cross-validation') {
    const { arms, types, scores: _, ...rest } = found.evaluation;
    const { accuracy, macroF1 } = types;
    const { n, precision, recall, f1, accuracy: right } = arms[0] as (typeof arms)[number];
    return {
      ...{ n, precision, recall, f1, accuracy: right, types: { accuracy, macroF1 } },
      ...fields,
      ...timeOf(found.times, 0),
      arms,
      ...rest,
      typeDetail: types,
      misjudged: found.misjudged,
    };
  }
  const { scores, sites, times } = found;
  const [together, ...alone] = scores.arms.map((arm, i) => ({
    ...keysOf(arm),
    ...fields,
    ...timeOf(times, i),
  }));
  const [both, classifier, rules] = scores.arms;
  return {
    ...together,
    classifierAlone: alone[0],
    rulesAlone: alone[1],
    model: scores.model,
    sites: { n: sites.all, trainedOn: sites.trainedOn },
    f1Intervals: {
      together: both.f1Interval,
      classifierAlone: classifier.f1Interval,
      rulesAlone: rules.f1Interval,
    },
    typeDetail: both.types,
    misjudged: found.misjudged,
  };
}

function keysOf({ n, precision, recall, f1, accuracy, types }: ModelScores['arms'][number]): object {
  return {
    ...{ n, precision, recall, f1, accuracy },
    types: { accuracy: types.accuracy, macroF1: types.macroF1 },
  };
}

const fieldsJson = (fields: Extract<FormsScores, { kind: 'model' }>['fields']): object =>
  fields === undefined
    ? {}
    : (({ n, accuracy, interval, search }) => ({ fields: { n, accuracy, interval, search } }))(fields);

const timeOf = (times: JudgingTime | undefined, arm: number): object => {
  const ms = times?.[arm];
  return ms === undefined ? {} : { msPerForm: Number(ms.toFixed(4)) };
};

const timeText = (times: JudgingTime | undefined): string =>
  times === undefined
    ? ''
    : `\n${times[0].toFixed(3)} ms a form for features and verdict (classifier alone ${times[1].toFixed(3)}, rules alone ${times[2].toFixed(3)})\n`;
