import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  compareOnForms,
  comparisonTables,
  DEFAULT_MODEL,
  distinctRows,
  evaluateForms,
  type FeatureSelection,
  type FormsEvaluation,
  type FormsModel,
  formatRows,
  type LabelledForm,
  loadModel,
  ModelError,
  modelCard,
  modelFrom,
  notWorse,
  ownRows,
  type PaperTable,
  parseRows,
  requireTerms,
  SEARCH_SETTINGS,
  trainModel,
  type Workbench,
  withSelection,
  withTerms,
  workbench,
} from '../forms/index.ts';
import type { LearnerComparison } from '../foundation/learning/index.ts';
import { extraRows } from './answered-forms.ts';
import { labelledRows, type ReadProgress } from './labelled-rows.ts';

interface TrainFormsOptions {
  /** Folder of archives with labels, or a file of rows; by default the rows that come along, and the storage's own labels. */
  readonly data?: string;
  readonly storage: string;
  /** File for the numeric rows made from a folder. */
  readonly rows?: string;
  /** Other rows to learn from: `practice`, `practice:100-104` or `answers:STORAGE`. */
  readonly with?: string;
  /** File for the rows of practice webs grown anew. */
  readonly practiceRows?: string;
  /** The model to write (default: the shipped one); its card goes beside it as `.md`. */
  readonly out?: string;
  /** Chooses features of the search machine, anew in every fold. */
  readonly selection?: FeatureSelection;
  /** Word stems that the machines see besides the features; 0 for none. */
  readonly textFeatures: number;
  /** Writes the model even where it is worse than the one there. */
  readonly force: boolean;
  readonly folds: number;
  readonly seeds: number;
  readonly seed: number;
  /** Learners to compare; nothing is compared where all three are left out. */
  readonly compare?: {
    readonly k: readonly number[];
    readonly splits: readonly number[];
    readonly kernels: readonly ('linear' | 'poly' | 'rbf')[];
  };
  /** Day for the model card, `yyyy-mm-dd`. */
  readonly date: string;
  readonly onRead?: ReadProgress;
  readonly onFold?: (done: number, all: number) => void;
}

export interface TrainedForms {
  readonly bench: Workbench;
  readonly labelled: readonly LabelledForm[];
  readonly evaluation: FormsEvaluation;
  readonly comparison: LearnerComparison | undefined;
  readonly tables: readonly PaperTable[];
  readonly written: WrittenModel;
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
  const { data, folds, seeds, seed, selection, textFeatures } = options;
  const { rows: given, labelled } = await labelledRows(data, options.onRead);
  const own = data === undefined ? await ownRows(options.storage) : [];
  const rows = [...given, ...own];
  const hasTerms = textFeatures > 0;
  if (hasTerms) requireTerms(rows, data);
  if (options.rows !== undefined) await writeFile(options.rows, formatRows(rows, hasTerms));
  const extra = options.with === undefined ? [] : await extraRows(options.with);
  if (options.practiceRows !== undefined) await writeFile(options.practiceRows, formatRows(extra));
  // Through their text, so that training on the written rows gives the same model to the byte.
  const written = (some: typeof rows) => parseRows(formatRows(some, hasTerms), data ?? 'rows');
  const bench = workbench(written(rows), SEARCH_SETTINGS, written(extra));
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
  return {
    bench,
    labelled,
    evaluation,
    comparison,
    tables: comparison === undefined ? [] : comparisonTables(comparison),
    written: await keepModel(bench, evaluation, own.length, options),
  };
}

/** Writes model and card, unless the model there is better beyond doubt. */
async function keepModel(
  bench: Workbench,
  evaluation: FormsEvaluation,
  own: number,
  { out: file = DEFAULT_MODEL, data, date, force, seed, selection, textFeatures }: TrainFormsOptions,
): Promise<WrittenModel> {
  const card = file.replace(/\.json$/, '').concat('.md');
  const finished = finishedBench(bench, selection, textFeatures);
  const model = `${JSON.stringify(trainModel(finished, seed))}\n`;
  const before = !force && existsSync(file) ? modelIn(file) : undefined;
  const gain = before && notWorse(before, modelFrom(model, 'the new model'), bench.rows, seed);
  if (gain?.notWorse === false) return { model: undefined, file, card, gain };
  await writeFile(file, model);
  const trainedOn = data ?? shippedAnd(own, bench.rows.length);
  await writeFile(card, modelCard({ file: basename(file), model, date, data: trainedOn, evaluation }));
  return { model: loadModel(file).name, file, card, gain };
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

/** Undefined where the file is no model of this version: there is nothing to be worse than. */
function modelIn(file: string): FormsModel | undefined {
  try {
    return loadModel(file);
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}
