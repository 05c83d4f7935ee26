import { loadModel } from '../../../forms/index.ts';
import type { FoldOptions } from '../forms/cross-validation.ts';
import { type EngineScores, scoreEngine } from '../forms/engine-scores.ts';
import { evaluateForms, type FormsEvaluation } from '../forms/evaluation.ts';
import { featureReport } from '../forms/feature-report.ts';
import { scoreFields } from '../forms/field-evaluation.ts';
import { type JudgingTime, judgingTime } from '../forms/judging-time.ts';
import { type MisjudgedForm, misjudged, scoresBy } from '../forms/misjudged.ts';
import { type ModelScores, scoreModel } from '../forms/model-scores.ts';
import { ownRows } from '../forms/own-labels.ts';
import { machineSettings } from '../forms/paper-tables.ts';
import { readRows, type TrainingRow } from '../forms/rows.ts';
import { requireTerms } from '../forms/term-choice.ts';
import { SEARCH_SETTINGS, workbench } from '../forms/training.ts';
import type { EngineName } from '../learning/classifier.ts';
import { extraRows } from './answered-forms.ts';
import { isFolder, labelledRows } from './labelled-rows.ts';
import { practiceRows } from './practice-forms.ts';
import type { TrainFormsOptions } from './train-forms.ts';

interface EvaluateFormsOptions
  extends FoldOptions,
    Pick<TrainFormsOptions, 'data' | 'with' | 'kernel' | 'cost' | 'offset' | 'textFeatures' | 'onRead'> {
  /** Folder whose labels are added to the rows that come along. */
  readonly storage?: string;
  /** The model to score (default: the shipped one). */
  readonly model?: string;
  /** Cross-validates on a folder in place of scoring a finished model. */
  readonly crossValidate: boolean;
  /** Scores the model on practice webs of these seeds, such as `200-205`. */
  readonly practice?: string;
  /** Measures single features instead of classifiers. */
  readonly features: boolean;
  /** Cross-validates this engine by itself instead, with its settings. */
  readonly engine?: EngineName;
  /** Runs the package `ml-cross-validation` beside the engine's own folds. */
  readonly crossCheck: boolean;
  /** Nearest neighbours to compare with. */
  readonly k: readonly number[];
}

interface Measured {
  /** Milliseconds a form; undefined where there are only rows. */
  readonly times: JudgingTime | undefined;
  /** Holds what fields are for; undefined where there are only rows, or nobody annotated fields. */
  readonly fields: ReturnType<typeof scoreFields> | undefined;
  /** The surest mistakes first, with what speaks for and against each. */
  readonly misjudged: readonly MisjudgedForm[];
}

export type FormsScores =
  | { readonly kind: 'features'; readonly report: ReturnType<typeof featureReport> }
  | { readonly kind: 'engine'; readonly scores: EngineScores }
  | (Measured & { readonly kind: 'cross-validation'; readonly evaluation: FormsEvaluation })
  | (Measured & {
      readonly kind: 'model';
      readonly scores: ModelScores;
      /** Sites of the rows, and how many of them the shipped model was trained on. */
      readonly sites: { readonly all: number; readonly trainedOn: number };
    });

/**
 * Scores a finished model where one is named or pages are given, and cross-validates otherwise. Only practice webs that
 * no shipped model was trained on say anything; which those are is in the model card.
 * @throws {LabelledDataError} for data that cannot be read; {OptionsError} for rows that nobody can give
 */
export async function evaluateFormsOn(options: EvaluateFormsOptions): Promise<FormsScores> {
  const { data, storage, model: file, practice, onFold = () => undefined } = options;
  const isOwn = storage !== undefined && data === undefined && practice === undefined;
  const own = isOwn ? await ownRows(storage) : [];
  const { rows: given, labelled } =
    practice === undefined
      ? await labelledRows(data, options.onRead)
      : { rows: await practiceRows(`practice:${practice}`), labelled: [] };
  const rows = [...given, ...own];
  if (options.features && practice === undefined)
    return { kind: 'features', report: featureReport(workbench(rows)) };
  if (options.engine !== undefined) {
    const { engine, folds, seeds, seed, crossCheck, kernel = 'linear', k } = options;
    const scores = await scoreEngine(workbench(rows), {
      ...machineSettings(kernel, options),
      ...{ engine, folds, seeds, seed, crossCheck, k: k[0] ?? 5, onFold },
    });
    return { kind: 'engine', scores };
  }
  const model = loadModel(file);
  const annotated = labelled.some(({ fields }) => Object.keys(fields).length > 0);
  const mistakes = (scores: readonly number[]) => misjudged(rows, scores, model, labelled);
  const measured = {
    times: judgingTime(labelled, model),
    fields: annotated ? scoreFields(labelled) : undefined,
  };
  const isFinished = file !== undefined || (data !== undefined && (await isFolder(data)));
  if (practice !== undefined || (isFinished && !options.crossValidate)) {
    const scores = scoreModel(model, rows, options.seed);
    return {
      kind: 'model',
      ...{ scores, ...measured, misjudged: mistakes(scoresBy(model, rows)) },
      sites: await sitesTrainedOn(rows),
    };
  }
  if (options.textFeatures > 0) requireTerms(rows, data);
  const extra = options.with === undefined ? [] : await extraRows(options.with);
  const bench = workbench(rows, SEARCH_SETTINGS, extra);
  const { folds, seeds, seed, k, textFeatures } = options;
  const evaluation = evaluateForms(bench, { folds, seeds, seed, k, textFeatures, onFold });
  return { kind: 'cross-validation', evaluation, ...measured, misjudged: mistakes(evaluation.scores) };
}

async function sitesTrainedOn(rows: readonly TrainingRow[]): Promise<{ all: number; trainedOn: number }> {
  const shipped = new Set((await readRows()).map(({ site }) => site));
  const sites = [...new Set(rows.map(({ site }) => site))];
  return { all: sites.length, trainedOn: sites.filter((site) => shipped.has(site)).length };
}
