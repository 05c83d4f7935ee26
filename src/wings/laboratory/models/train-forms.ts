import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type FormsModel, loadModel, ModelError, modelFrom, SHIPPED } from '../../../forms/index.ts';
import { ownModelFile } from '../../../foundation/learning/index.ts';
import type { LearnerComparison } from '../compare-learners.ts';
import type { FoldOptions } from '../forms/cross-validation.ts';
import { evaluateForms, type FormsEvaluation } from '../forms/evaluation.ts';
import { type FeatureSelection, withSelection } from '../forms/feature-selection.ts';
import { type MisjudgedForm, misjudged } from '../forms/misjudged.ts';
import { modelCard } from '../forms/model-card.ts';
import { notWorse } from '../forms/not-worse.ts';
import { ownRows } from '../forms/own-labels.ts';
import { compareOnForms, comparisonTables, machineSettings, type PaperTable } from '../forms/paper-tables.ts';
import { formatRows, type LabelledForm, parseRows } from '../forms/rows.ts';
import { requireTerms, withTerms } from '../forms/term-choice.ts';
import { distinctRows, trainModel, type Workbench, workbench } from '../forms/training.ts';
import { extraRows } from './answered-forms.ts';
import { labelledRows, type ReadProgress } from './labelled-rows.ts';
import { type ModelPlace, writeModel } from './write-model.ts';

export interface TrainFormsOptions extends FoldOptions {
  /** Folder of archives with labels, or a file of rows; by default the rows that come along, and the storage's own labels. */
  readonly data?: string;
  /** Other rows to learn from: `practice`, `practice:100-104` or `answers:STORAGE`. */
  readonly with?: string;
  /** Kernel of machines (default: linear), by its usual settings unless others are given. */
  readonly kernel?: 'linear' | 'poly' | 'rbf';
  readonly cost?: number;
  /** Constant term of the polynomial kernel. */
  readonly offset?: number;
  /** Word stems that the machines see besides the features; 0 for none. */
  readonly textFeatures: number;
  readonly onRead?: ReadProgress;
  readonly storage: string;
  /** File for the numeric rows made from a folder. */
  readonly rows?: string;
  /** File for the rows of practice webs grown anew. */
  readonly practiceRows?: string;
  /** The model to write (default: kept under `models` of the storage folder); its card goes beside it as `.md`. */
  readonly out?: string;
  /** Chooses features of the search machine, anew in every fold. */
  readonly selection?: FeatureSelection;
  /** Writes the model even where it is worse than the one there. */
  readonly force: boolean;
  /** Learners to compare; nothing is compared where all three are left out. */
  readonly compare?: {
    readonly k: readonly number[];
    readonly splits: readonly number[];
    readonly kernels: readonly ('linear' | 'poly' | 'rbf')[];
  };
  /** Day for the model card, `yyyy-mm-dd`. */
  readonly date: string;
}

export interface TrainedForms {
  readonly bench: Workbench;
  readonly labelled: readonly LabelledForm[];
  readonly evaluation: FormsEvaluation;
  readonly comparison: LearnerComparison | undefined;
  readonly tables: readonly PaperTable[];
  readonly written: WrittenModel;
  /** Lists those of the cross-validation of the first deal, explained by the new model. */
  readonly misjudged: readonly MisjudgedForm[];
  /** The same of all types: what stands beside the diagonal of the confusion matrix. */
  readonly confused: readonly MisjudgedForm[];
}

export interface WrittenModel {
  /** Name of the new model; undefined where the one in the file is better beyond doubt and was kept. */
  readonly model: string | undefined;
  readonly file: string;
  readonly card: string;
  /** The new model against the one that was in the file, on the same rows. */
  readonly gain: ReturnType<typeof notWorse> | undefined;
}

/**
 * Trains the judge of forms, cross-validates it, and writes model and model card.
 * @throws {LabelledDataError} for data that cannot be read; {OptionsError} for rows that nobody can give
 */
export async function trainForms(options: TrainFormsOptions): Promise<TrainedForms> {
  const { folds, seeds, seed, selection, textFeatures, kernel } = options;
  const settings = machineSettings(kernel ?? 'linear', options);
  const { bench, labelled, trainedOn } = await formsBench(options, settings);
  const onFold = options.onFold ?? (() => undefined);
  const evaluation = evaluateForms(bench, {
    folds,
    seeds,
    seed,
    k: [5],
    selection,
    textFeatures,
    onFold,
  });
  const comparison =
    options.compare && compareOnForms(bench, { ...options.compare, folds, seed, onStep: onFold });
  const finished = finishedBench(bench, selection, textFeatures);
  const text = `${JSON.stringify(trainModel(finished, seed))}\n`;
  const model = modelFrom(text, 'the new model');
  const { predicted } = evaluation.types;
  return {
    bench,
    labelled,
    evaluation,
    comparison,
    tables: comparison === undefined ? [] : comparisonTables(comparison),
    written: await keepTrained({ bench, evaluation, trainedOn, model, text }, options),
    misjudged: misjudged(bench.rows, evaluation.scores, model, labelled),
    confused: misjudged(bench.rows, evaluation.scores, model, labelled, predicted),
  };
}

/** Rows, stems and settings of a training, ready for every fold. */
export async function formsBench(
  options: TrainFormsOptions,
  settings: ReturnType<typeof machineSettings>,
): Promise<{ bench: Workbench; labelled: readonly LabelledForm[]; trainedOn: string }> {
  const { data, textFeatures } = options;
  const { rows: given, labelled } = await labelledRows(data, options.onRead);
  const own = data === undefined ? await ownRows(options.storage) : [];
  const rows = [...given, ...own];
  const terms = textFeatures > 0;
  if (terms) requireTerms(rows, data);
  if (options.rows !== undefined) await writeFile(options.rows, formatRows(rows, { terms }));
  const extra = options.with === undefined ? [] : await extraRows(options.with);
  if (options.practiceRows !== undefined) await writeFile(options.practiceRows, formatRows(extra));
  // Through their text, so that training on the written rows gives the same model to the byte.
  const written = (some: typeof rows) => parseRows(formatRows(some, { terms, urls: true }), data ?? 'rows');
  const bench = workbench(written(rows), settings, written(extra));
  return { bench, labelled, trainedOn: data ?? shippedAnd(own.length, bench.rows.length) };
}

/** Writes model and card, unless the model in use is better beyond doubt. */
async function keepTrained(
  {
    bench,
    evaluation,
    trainedOn,
    model,
    text,
  }: {
    readonly bench: Workbench;
    readonly evaluation: FormsEvaluation;
    readonly trainedOn: string;
    readonly model: FormsModel;
    readonly text: string;
  },
  options: TrainFormsOptions,
): Promise<WrittenModel> {
  const { date, force, seed } = options;
  const before = force ? undefined : formsModelInUse(options);
  const gain = before && notWorse(before, model, bench.rows, seed);
  if (gain?.notWorse === false)
    return { model: undefined, file: options.out ?? options.storage, card: '', gain };
  const [first] = evaluation.arms;
  const { n = 0, f1 = 0, precision = 0, recall = 0, accuracy = 0 } = first ?? {};
  const files = await writeModel(options, {
    ...{ kind: 'forms', text, date, engine: 'smo', metrics: { n, f1, precision, recall, accuracy } },
    card: (file) => modelCard({ file, model: text, date, data: trainedOn, evaluation }),
  });
  return { model: model.name, ...files, gain };
}

/** Returns what a new model has to be as good as; undefined where there is none of this version. */
export function formsModelInUse({ out, storage }: ModelPlace): FormsModel | undefined {
  const file = out ?? ownModelFile(storage, 'forms') ?? SHIPPED.formsModel;
  if (!existsSync(file)) return undefined;
  try {
    return loadModel(file);
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

/** The workbench of the finished model: features and stems chosen on all rows. */
function finishedBench(
  bench: Workbench,
  selection: FeatureSelection | undefined,
  textFeatures: number,
): Workbench {
  const members = distinctRows(
    bench.all,
    bench.all.map((_, i) => i),
  );
  return withTerms(withSelection(bench, members, selection), members, textFeatures);
}

/** Names what was trained on; own labels stand behind the rows that come along. */
const shippedAnd = (own: number, all: number): string =>
  `datasets/forms/rows.jsonl${own > 0 ? `, and ${own} forms labelled by a user, of ${all}` : ''}`;
