import { Command } from 'commander';
import type { JudgingTime, LabelledForm, ModelScores, TrainingRow } from '../../forms/index.ts';
import { extraRows } from './answered-forms.ts';
import { evaluateDomainsCommand } from './domains.ts';
import { submissionsCommand } from './evaluate-submissions.ts';
import { evaluateTopicsCommand } from './evaluate-topics.ts';
import { foldProgress, isFolder, numberList, printJson, rowsFrom, wholeNumber } from './labelled-data.ts';
import { practiceRows } from './practice-forms.ts';

interface Flags {
  data?: string;
  model?: string;
  crossValidate?: true;
  with?: string;
  practice?: string;
  features?: true;
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
    .description('search forms against the rest, and the eight types of forms')
    .option(
      '--data <path>',
      'folder of *.warc.gz and *.labels.html5.jsonl: scores a finished model on it. A file of rows, or none (the rows that come along): cross-validates',
    )
    .option('--model <file>', 'the model to score (default: the one that comes along)')
    .option('--cross-validate', 'cross-validate on the folder in place of scoring a finished model')
    .option(
      '--with <source>',
      'learn besides from practice webs (practice, practice:100-104) or from what harvested forms answered (answers:storage)',
    )
    .option('--features', 'how well single features tell search forms from the rest, instead of scores')
    .option(
      '--text-features <n>',
      'with --cross-validate: so many word stems of the forms besides, chosen anew in every fold; needs pages',
      wholeNumber(0, 5_000),
      0,
    )
    .option('--practice <seeds>', 'score the model on practice webs of these seeds, such as 200-205')
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber(2, 100), 10)
    .option('--seeds <n>', 'how many deals of the sites into folds', wholeNumber(1, 100), 5)
    .option('--seed <n>', 'seed of the first deal', wholeNumber(0, 1e9), 1)
    .option('--k <list>', 'nearest neighbours to compare with, such as 3,5,7', numberList, [5])
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare evaluate forms --with practice\n  fieldfare evaluate forms --data ../shared/datasets/forms --json\n  fieldfare evaluate forms --model my.json --data labelled/ --json',
    )
    .action(evaluateForms);
}

function fieldsCommand(): Command {
  return new Command('fields')
    .description('what each field is for, against annotated fields')
    .requiredOption('--data <folder>', 'folder of *.warc.gz and *.labels.html5.jsonl with annotated fields')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  fieldfare evaluate fields --data ../shared/datasets/forms')
    .action(async ({ data, json }: { data: string; json?: true }) => {
      const forms = await import('../../forms/index.ts');
      const { labelled } = await rowsFrom(data);
      if (labelled.length === 0)
        throw new forms.LabelledDataError(
          `${data} holds rows: the meaning of fields needs the pages themselves`,
        );
      const scores = forms.scoreFields(labelled);
      if (json) printJson(scores);
      else process.stdout.write(forms.fieldScoresText(scores));
    });
}

async function evaluateForms(flags: Flags): Promise<void> {
  if (flags.practice !== undefined) return scoreOnPractice(flags.practice, flags);
  const { rows, labelled } = await rowsFrom(flags.data);
  if (flags.features) return reportFeatures(rows, flags);
  const finished = flags.model !== undefined || (await isFolder(flags.data));
  if (finished && !flags.crossValidate) return scoreOneModel(rows, labelled, flags);
  return crossValidate(rows, labelled, flags);
}

async function crossValidate(
  rows: readonly TrainingRow[],
  labelled: readonly LabelledForm[],
  flags: Flags,
): Promise<void> {
  const forms = await import('../../forms/index.ts');
  if (flags.textFeatures > 0) forms.requireTerms(rows, flags.data);
  const extra = flags.with === undefined ? [] : await extraRows(flags.with);
  const bench = forms.workbench(rows, forms.SEARCH_SETTINGS, extra);
  const evaluation = forms.evaluateForms(bench, { ...flags, onFold: foldProgress() });
  const times = forms.judgingTime(labelled, forms.loadModel(flags.model));
  if (!flags.json) {
    process.stdout.write(`${forms.evaluationText(evaluation)}${timeText(times)}`);
    return;
  }
  const { arms, types, scores: _, ...rest } = evaluation;
  const { accuracy, macroF1 } = types;
  const { n, precision, recall, f1, accuracy: right } = arms[0] as (typeof arms)[number];
  printJson({
    ...{ n, precision, recall, f1, accuracy: right, types: { accuracy, macroF1 } },
    ...(await fieldScores(labelled)),
    ...timeOf(times, 0),
    arms,
    ...rest,
    typeDetail: types,
  });
}

async function reportFeatures(rows: readonly TrainingRow[], { json }: Flags): Promise<void> {
  const forms = await import('../../forms/index.ts');
  const report = forms.featureReport(forms.workbench(rows));
  if (json) printJson(report);
  else process.stdout.write(forms.featureReportText(report));
}

/** Only webs that no shipped model was trained on say anything; which those are is in the model card. */
async function scoreOnPractice(seeds: string, flags: Flags): Promise<void> {
  return scoreOneModel(await practiceRows(`practice:${seeds}`), [], flags);
}

async function scoreOneModel(
  rows: readonly TrainingRow[],
  labelled: readonly LabelledForm[],
  flags: Flags,
): Promise<void> {
  const forms = await import('../../forms/index.ts');
  const model = forms.loadModel(flags.model);
  const scores = forms.scoreModel(model, rows, flags.seed);
  const times = forms.judgingTime(labelled, model);
  const known = await sitesTrainedOn(rows);
  if (!flags.json) {
    const warning =
      known.both === 0
        ? ''
        : `\n${known.both} of ${known.all} sites are among those that the shipped model was trained on: their scores say nothing of unseen sites (--cross-validate does).\n`;
    process.stdout.write(`${forms.modelScoresText(scores)}${timeText(times)}${warning}`);
    return;
  }
  const fields = await fieldScores(labelled);
  const [together, ...alone] = scores.arms.map((arm, i) => ({
    ...keysOf(arm),
    ...fields,
    ...timeOf(times, i),
  }));
  const [both, classifier, rules] = scores.arms;
  printJson({
    ...together,
    classifierAlone: alone[0],
    rulesAlone: alone[1],
    model: scores.model,
    sites: { n: known.all, trainedOn: known.both },
    f1Intervals: {
      together: both.f1Interval,
      classifierAlone: classifier.f1Interval,
      rulesAlone: rules.f1Interval,
    },
    typeDetail: both.types,
  });
}

function keysOf({ n, precision, recall, f1, accuracy, types }: ModelScores['arms'][number]): object {
  return {
    ...{ n, precision, recall, f1, accuracy },
    types: { accuracy: types.accuracy, macroF1: types.macroF1 },
  };
}

/** How many of the sites stand in the rows that come along, which the shipped model was trained on. */
async function sitesTrainedOn(rows: readonly TrainingRow[]): Promise<{ all: number; both: number }> {
  const forms = await import('../../forms/index.ts');
  const shipped = new Set((await forms.readRows()).map(({ site }) => site));
  const sites = [...new Set(rows.map(({ site }) => site))];
  return { all: sites.length, both: sites.filter((site) => shipped.has(site)).length };
}

/** Nothing where there are only rows, or nobody annotated fields. */
async function fieldScores(labelled: readonly LabelledForm[]): Promise<object> {
  if (!labelled.some(({ fields }) => Object.keys(fields).length > 0)) return {};
  const { scoreFields } = await import('../../forms/index.ts');
  const { n, accuracy, interval, search } = scoreFields(labelled);
  return { fields: { n, accuracy, interval, search } };
}

const timeOf = (times: JudgingTime | undefined, arm: number): object => {
  const ms = times?.[arm];
  return ms === undefined ? {} : { msPerForm: Number(ms.toFixed(4)) };
};

const timeText = (times: JudgingTime | undefined): string =>
  times === undefined
    ? ''
    : `\n${times[0].toFixed(3)} ms a form for features and verdict (classifier alone ${times[1].toFixed(3)}, rules alone ${times[2].toFixed(3)})\n`;
