import { stat } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import type { FormRow, LabelledForm } from '../forms/index.ts';
import { practiceRows } from './practice-forms.ts';

interface Flags {
  data?: string;
  model?: string;
  with?: string;
  practice?: string;
  features?: true;
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
    .addCommand(fieldsCommand());
}

function formsCommand(): Command {
  return new Command('forms')
    .description('search forms against the rest, and the eight types of forms')
    .option(
      '--data <path>',
      'folder of *.warc.gz and *.labels.html5.jsonl, or a file of rows (default: the rows that come along)',
    )
    .option('--model <file>', 'score this model as it is, instead of cross-validating')
    .option('--with <source>', 'learn besides from practice webs: practice, or practice:100-104')
    .option('--features', 'how well single features tell search forms from the rest, instead of scores')
    .option('--practice <seeds>', 'score the model on practice webs of these seeds, such as 200-205')
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber(2, 100), 10)
    .option('--seeds <n>', 'how many deals of the sites into folds', wholeNumber(1, 100), 5)
    .option('--seed <n>', 'seed of the first deal', wholeNumber(0, 1e9), 1)
    .option('--k <list>', 'nearest neighbours to compare with, such as 3,5,7', numberList, [5])
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare evaluate forms\n  fieldfare evaluate forms --data ../shared/datasets/forms\n  fieldfare evaluate forms --model models/forms.json --data labelled/ --json',
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
      const forms = await import('../forms/index.ts');
      const { labelled } = await rowsFrom(data);
      if (labelled.length === 0)
        throw new forms.LabelledDataError(
          `${data} holds rows: the meaning of fields needs the pages themselves`,
        );
      const scores = forms.scoreFields(labelled);
      if (json) print(scores);
      else process.stdout.write(forms.fieldScoresText(scores));
    });
}

/** Nothing where there are only rows, or nobody annotated fields. */
async function fieldScores(labelled: readonly LabelledForm[]): Promise<object> {
  if (!labelled.some(({ fields }) => Object.keys(fields).length > 0)) return {};
  const { scoreFields } = await import('../forms/index.ts');
  const { n, accuracy, interval, search } = scoreFields(labelled);
  return { fields: { n, accuracy, interval, search } };
}

async function evaluateForms(flags: Flags): Promise<void> {
  if (flags.practice !== undefined) return scoreOnPractice(flags.practice, flags);
  const { rows, labelled } = await rowsFrom(flags.data);
  if (flags.features) return reportFeatures(rows, flags);
  const msPerForm = await timeJudging(labelled, flags.model);
  const speed = {
    ...(await fieldScores(labelled)),
    ...(msPerForm !== undefined && { msPerForm: Number(msPerForm.toFixed(4)) }),
  };
  if (flags.model !== undefined) return scoreOneModel(flags.model, rows, flags, speed);
  const forms = await import('../forms/index.ts');
  const extra = flags.with === undefined ? [] : await practiceRows(flags.with);
  const bench = forms.workbench(rows, forms.SEARCH_SETTINGS, extra);
  const evaluation = forms.evaluateForms(bench, { ...flags, onFold: foldProgress() });
  if (!flags.json) {
    process.stdout.write(forms.evaluationText(evaluation));
    if (msPerForm !== undefined)
      process.stdout.write(`\n${msPerForm.toFixed(3)} ms a form for features and verdict\n`);
    return;
  }
  const { arms, types, scores: _, ...rest } = evaluation;
  print({
    ...scoresOf(arms),
    types: { accuracy: types.accuracy, macroF1: types.macroF1 },
    ...speed,
    arms,
    ...rest,
    typeDetail: types,
  });
}

async function reportFeatures(rows: readonly FormRow[], { json }: Flags): Promise<void> {
  const forms = await import('../forms/index.ts');
  const report = forms.featureReport(forms.workbench(rows));
  if (json) print(report);
  else process.stdout.write(forms.featureReportText(report));
}

/** Only webs that no shipped model was trained on say anything; which those are is in the model card. */
async function scoreOnPractice(seeds: string, flags: Flags): Promise<void> {
  const { DEFAULT_MODEL } = await import('../forms/index.ts');
  const rows = await practiceRows(`practice:${seeds}`);
  return scoreOneModel(flags.model ?? DEFAULT_MODEL, rows, flags, {});
}

async function scoreOneModel(
  path: string,
  rows: readonly FormRow[],
  flags: Flags,
  speed: object,
): Promise<void> {
  const forms = await import('../forms/index.ts');
  const scores = forms.scoreModel(forms.loadModel(path), rows, flags.seed);
  if (!flags.json) {
    process.stdout.write(forms.modelScoresText(scores));
    return;
  }
  const { accuracy, macroF1 } = scores.types;
  print({
    ...scoresOf(scores.arms),
    types: { accuracy, macroF1 },
    ...speed,
    model: scores.model,
    arms: scores.arms,
    typeDetail: scores.types,
  });
}

type Arm = {
  readonly n: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly accuracy: number;
};

function scoresOf([first]: readonly Arm[]): object {
  if (first === undefined) return {};
  const { n, precision, recall, f1, accuracy } = first;
  return { n, precision, recall, f1, accuracy };
}

const print = (value: object): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

/** Rows of a folder of pages, with its forms, or of a file of rows. */
export async function rowsFrom(
  data: string | undefined,
): Promise<{ rows: FormRow[]; labelled: LabelledForm[] }> {
  const forms = await import('../forms/index.ts');
  const isFolder = data !== undefined && (await stat(data).catch(() => undefined))?.isDirectory() === true;
  if (!isFolder) return { rows: await forms.readRows(data), labelled: [] };
  const labelled: LabelledForm[] = [];
  for await (const entry of forms.labelledForms(data)) {
    labelled.push(entry);
    if (labelled.length % 100 === 0) progress(`${labelled.length} labelled forms read`);
  }
  progress('');
  return { rows: labelled.map(({ row }) => row), labelled };
}

/** Milliseconds for features and verdict of a form once the code is warm; nothing where there are only rows. */
async function timeJudging(
  labelled: readonly LabelledForm[],
  path: string | undefined,
): Promise<number | undefined> {
  if (labelled.length === 0) return undefined;
  const forms = await import('../forms/index.ts');
  const model = forms.loadModel(path);
  const judgeAll = (): void => {
    for (const { form, context } of labelled)
      if (form !== undefined) forms.judgeForm(form, model, { context });
  };
  judgeAll();
  // Of the processor, not of the clock: what else the machine does says nothing about us.
  const start = process.cpuUsage();
  judgeAll();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / labelled.length;
}

export function foldProgress(): (done: number, all: number) => void {
  const start = performance.now();
  return (done, all) => {
    const left = ((performance.now() - start) / done) * (all - done);
    progress(done === all ? '' : `fold ${done} of ${all}, about ${Math.ceil(left / 1_000)} s left`);
  };
}

/** One line that is redrawn; nothing where nobody watches. */
function progress(line: string): void {
  if (process.stderr.isTTY === true) process.stderr.write(`\r\x1b[K${line}`);
}

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

export function numberList(text: string): number[] {
  return text === '' ? [] : text.split(',').map(wholeNumber(1, 1_000));
}
