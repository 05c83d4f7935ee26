import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command, Option } from 'commander';
import type {
  FeatureSelection,
  FormsEvaluation,
  LabelledForm,
  PaperTable,
  Workbench,
} from '../../forms/index.ts';
import type { LearnerComparison } from '../../foundation/learning/index.ts';
import { extraRows } from './answered-forms.ts';
import { type Charts, comparisonCharts } from './comparison-charts.ts';
import { trainDomainsCommand } from './domains.ts';
import {
  foldProgress,
  type KernelName,
  kernelList,
  numberList,
  rowsFrom,
  wholeNumber,
} from './labelled-data.ts';
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
    .description('train the judge of forms, cross-validate it, and write model and model card')
    .option(
      '--data <path>',
      'folder of *.warc.gz and *.labels.html5.jsonl, or a file of rows (default: the rows that come along)',
    )
    .option('--rows <file>', 'where to write the numeric rows made from a folder (default: not written)')
    .option(
      '--with <source>',
      'learn from this besides: practice (the rows of practice webs that come along), practice:100-104 (those webs grown anew), or answers:storage (what the forms of your harvests answered)',
    )
    .option(
      '--practice-rows <file>',
      'where to write the rows of practice webs grown anew (default: not written)',
    )
    .option('--out <file>', 'the model to write; its card goes beside it as .md (default: models/forms.json)')
    .option(
      '--storage <dir>',
      'folder whose own labels are learned from besides the rows that come along',
      'storage',
    )
    .addOption(
      new Option(
        '--select <how>',
        'choose features of the search machine, anew in every fold; ache: the counts that this baseline goes by',
      )
        .choices(['information-gain', 'nca', 'ache', 'none'])
        .default('none'),
    )
    .option('--features <n>', 'how many features --select keeps', wholeNumber(1, 1_000), 100)
    .option(
      '--text-features <n>',
      'let the machines see so many word stems of the forms besides (tf·idf·information gain), chosen anew in every fold; needs pages: --data FOLDER, or rows written with this option',
      wholeNumber(0, 5_000),
      0,
    )
    .option('--force', 'write the model even if it is worse than the one there')
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber(2, 100), 10)
    .option('--seeds <n>', 'how many deals of the sites into folds', wholeNumber(1, 100), 5)
    .option('--seed <n>', 'seed of folds and calibration', wholeNumber(0, 1e9), 1)
    .option('--k <list>', 'compare nearest neighbours with these k, such as 2,3,4,5,6,7', numberList)
    .option('--splits <list>', 'compare by these shares of testing data, such as 20,30,40,50', numberList)
    .option('--kernels <list>', 'compare machines with these kernels: linear,poly,rbf', kernelList)
    .option('--report <file>', 'write tables, plots and misjudged forms to this HTML file')
    .option('--date <yyyy-mm-dd>', 'day for the model card', new Date().toISOString().slice(0, 10))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare train forms --with practice\n  fieldfare train forms --folds 5 --k 2,3,4,5,6,7 --splits 20,30,40,50 --kernels linear,poly,rbf --report training.html --out my.json\n  fieldfare train forms --data my-labels/ --out my-model.json',
    )
    .action(trainForms);
}

async function trainForms(flags: Flags): Promise<void> {
  const forms = await import('../../forms/index.ts');
  const { rows: given, labelled } = await rowsFrom(flags.data);
  const own = flags.data === undefined ? await forms.ownRows(flags.storage) : [];
  const rows = [...given, ...own];
  const withTerms = flags.textFeatures > 0;
  if (withTerms) forms.requireTerms(rows, flags.data);
  if (flags.rows !== undefined) await writeFile(flags.rows, forms.formatRows(rows, withTerms));
  const extra = flags.with === undefined ? [] : await extraRows(flags.with);
  if (flags.practiceRows !== undefined) await writeFile(flags.practiceRows, forms.formatRows(extra));
  // Through their text, so that training on the written rows gives the same model to the byte.
  const again = (given: typeof rows): typeof rows =>
    forms.parseRows(forms.formatRows(given, withTerms), flags.data ?? 'rows');
  const bench = forms.workbench(again(rows), forms.SEARCH_SETTINGS, again(extra));
  const evaluation = forms.evaluateForms(bench, {
    folds: flags.folds,
    seeds: flags.seeds,
    seed: flags.seed,
    k: [5],
    selection: selectionOf(flags),
    textFeatures: flags.textFeatures,
    onFold: foldProgress(),
  });
  const comparison = await compare(bench, flags);
  const tables = comparison === undefined ? [] : forms.comparisonTables(comparison);
  if (flags.report !== undefined)
    await writeFile(flags.report, await reportOf(evaluation, comparison, tables, bench, labelled));
  const written = await keepModel(bench, evaluation, { ...flags, own: own.length });
  if (flags.json) {
    const { n, arms, types } = evaluation;
    process.stdout.write(`${JSON.stringify({ ...written, n, arms, types, tables })}\n`);
    return;
  }
  const text = [forms.evaluationText(evaluation), ...(tables.length > 0 ? [forms.tablesText(tables)] : [])];
  process.stdout.write(`${text.join('\n')}\n${written.says}\n`);
}

const selectionOf = ({ select, features }: Flags): FeatureSelection | undefined =>
  select === 'none' ? undefined : select === 'ache' ? { by: select } : { by: select, features };

/** The workbench of the finished model: features and stems chosen on all rows. */
async function selected(bench: Workbench, flags: Flags): Promise<Workbench> {
  const { distinctRows, withSelection, withTerms } = await import('../../forms/index.ts');
  const members = distinctRows(
    bench.all,
    bench.all.map((_, i) => i),
  );
  return withTerms(withSelection(bench, members, selectionOf(flags)), members, flags.textFeatures);
}

/** Nothing unless some of the tables were asked for; the lists not given are then the paper's. */
async function compare(bench: Workbench, flags: Flags): Promise<LearnerComparison | undefined> {
  if (flags.k === undefined && flags.splits === undefined && flags.kernels === undefined) return undefined;
  const { compareOnForms } = await import('../../forms/index.ts');
  return compareOnForms(bench, {
    k: flags.k ?? [2, 3, 4, 5, 6, 7],
    splits: flags.splits ?? [20, 30, 40, 50],
    kernels: flags.kernels ?? ['linear', 'poly', 'rbf'],
    folds: flags.folds,
    seed: flags.seed,
    onStep: foldProgress(),
  });
}

interface Written {
  readonly model?: string;
  readonly file: string;
  readonly card: string;
  readonly says: string;
}

/** Writes model and card, unless the model there is better beyond doubt. */
async function keepModel(
  bench: Workbench,
  evaluation: FormsEvaluation,
  flags: Flags & { own?: number },
): Promise<Written> {
  const forms = await import('../../forms/index.ts');
  const file = flags.out ?? forms.DEFAULT_MODEL;
  const card = file.replace(/\.json$/, '').concat('.md');
  const model = `${JSON.stringify(forms.trainModel(await selected(bench, flags), flags.seed))}\n`;
  let compared = '';
  if (existsSync(file) && flags.force !== true) {
    const before = modelThere(forms, file);
    if (before !== undefined) {
      const found = forms.notWorse(before, forms.modelFrom(model, 'the new model'), bench.rows, flags.seed);
      const [low, high] = found.gain;
      compared = `F1 on these rows ${found.after.toFixed(3)}, of the model there ${found.before.toFixed(3)}; gain ${low.toFixed(3)} to ${high.toFixed(3)} (95 %, sites drawn anew)`;
      if (!found.notWorse)
        return {
          file,
          card,
          says: `kept the model of ${file}, the new one is worse: ${compared}. --force writes it all the same`,
        };
    }
  }
  await writeFile(file, model);
  const data = dataOf(flags, bench.rows.length);
  await writeFile(card, forms.modelCard({ file: basename(file), model, date: flags.date, data, evaluation }));
  const { name } = forms.loadModel(file);
  return {
    model: name,
    file,
    card,
    says: `wrote ${name} to ${file}, its card to ${card}${compared === '' ? '' : `\n${compared}`}`,
  };
}

/** Names what was trained on; own labels stand behind the rows that come along. */
function dataOf({ data, own }: Flags & { own?: number }, n: number): string {
  if (data !== undefined) return data;
  return `datasets/forms/rows.jsonl${own ? `, and ${own} forms labelled by a user, of ${n}` : ''}`;
}

/** Nothing where the file is no model of this version: there is nothing to be worse than. */
function modelThere(forms: typeof import('../../forms/index.ts'), file: string) {
  try {
    return forms.loadModel(file);
  } catch (error) {
    if (error instanceof forms.ModelError) return undefined;
    throw error;
  }
}

async function reportOf(
  evaluation: FormsEvaluation,
  comparison: LearnerComparison | undefined,
  tables: readonly PaperTable[],
  bench: Workbench,
  labelled: readonly LabelledForm[],
): Promise<string> {
  const { trainingReportHtml } = await import('../../reports/index.ts');
  const { misjudged } = await import('../../forms/index.ts');
  const errors = misjudged(bench, evaluation, labelled);
  const [first] = evaluation.arms;
  return trainingReportHtml({
    title: 'How the judge of forms was trained',
    lead: `${evaluation.n} forms of ${evaluation.sites} sites, ${evaluation.folds} folds by site: F1 ${first?.f1.toFixed(3)} for search against the rest, eight types ${evaluation.types.accuracy.toFixed(3)}.`,
    charts: chartsOf(evaluation, comparison),
    tables,
    errors,
  });
}

function chartsOf({ calibration }: FormsEvaluation, comparison: LearnerComparison | undefined): Charts {
  const calibrated = {
    title: 'Calibration: share of search forms by the score given',
    x: 'mean score',
    y: 'truly search',
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
