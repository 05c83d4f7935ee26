import { modelFrom } from '../../../forms/index.ts';
import { OptionsError } from '../../../foundation/options/index.ts';
import { neighboursText, trainMachine } from '../forms/engine-model.ts';
import { type EngineScores, scoreEngine } from '../forms/engine-scores.ts';
import { engineCard } from '../forms/model-card.ts';
import { notWorse } from '../forms/not-worse.ts';
import { machineSettings } from '../forms/paper-tables.ts';
import { trainModel, type Workbench } from '../forms/training.ts';
import type { EngineName, KNN_ENGINES } from '../learning/classifier.ts';
import { SVM_ENGINES } from '../learning/svm-engines.ts';
import { formsBench, formsModelInUse, type TrainFormsOptions, type WrittenModel } from './train-forms.ts';
import { writeModel } from './write-model.ts';

export interface EngineTraining extends TrainFormsOptions {
  /** All but `smo`, which {@link trainForms} is. */
  readonly engine: Exclude<EngineName, 'smo'>;
  readonly kernel: 'linear' | 'poly' | 'rbf';
  readonly cost?: number;
  readonly offset?: number;
  /** Neighbours that vote. */
  readonly k: number;
}

export interface TrainedByEngine {
  readonly scores: EngineScores;
  readonly written: WrittenModel;
  readonly warnings: readonly string[];
}

/**
 * Trains what judges forms by another engine than our own machine, cross-validates it by itself, and writes model and card.
 * @throws {ClassifierError} where data or settings are known to make the engine fail; {OptionsError} for what it cannot learn from
 */
export async function trainByEngine(options: EngineTraining): Promise<TrainedByEngine> {
  const { engine, folds, seeds, seed, k, date, onFold = () => undefined } = options;
  const isMachine = isMachineEngine(engine);
  if (options.textFeatures > 0 || options.selection !== undefined)
    throw new OptionsError(
      `${engine} sees all features and no others: leave out --select and --text-features`,
    );
  if (isMachine && options.with !== undefined)
    throw new OptionsError(`${engine} cannot weigh generated forms less than real ones: leave out --with`);
  const settings = machineSettings(options.kernel, options);
  const { bench, trainedOn } = await formsBench(options, settings);
  const scores = await scoreEngine(bench, {
    ...settings,
    ...{ engine, folds, seeds, seed, k, crossCheck: false, onFold },
  });
  const mean = (of: 'f1' | 'precision' | 'recall' | 'accuracy'): number =>
    Number((scores.deals.reduce((sum, deal) => sum + deal[of], 0) / scores.deals.length).toFixed(4));
  const metrics = {
    n: scores.n,
    f1: mean('f1'),
    precision: mean('precision'),
    recall: mean('recall'),
    accuracy: mean('accuracy'),
  };
  const made = isMachine ? await machineText(bench, { ...settings, engine, seed }) : undefined;
  const text = made?.text ?? neighboursText(bench, engine, k);
  const warnings = [...new Set([...scores.warnings, ...(made?.warnings ?? [])])];
  const card = (file: string) => engineCard({ file, text, date, data: trainedOn, scores, warnings });
  const before = made && !options.force ? formsModelInUse(options) : undefined;
  const gain = before && made && notWorse(before, modelFrom(made.text, 'the new model'), bench.rows, seed);
  if (gain?.notWorse === false)
    return {
      scores,
      warnings,
      written: { model: undefined, file: options.out ?? options.storage, card: '', gain },
    };
  const kind = isMachine ? 'forms' : 'neighbours';
  const files = await writeModel(options, { kind, text, card, date, engine, metrics });
  const model =
    made === undefined ? `${k} nearest of the labelled forms` : modelFrom(made.text, files.file).name;
  return { scores, warnings, written: { model, ...files, gain } };
}

const isMachineEngine = (
  engine: EngineTraining['engine'],
): engine is Exclude<EngineTraining['engine'], (typeof KNN_ENGINES)[number]> =>
  SVM_ENGINES.some((name) => name === engine);

async function machineText(bench: Workbench, options: Parameters<typeof trainMachine>[1]) {
  const { svm, sigmoid, warnings } = await trainMachine(bench, options);
  return { text: `${JSON.stringify(trainModel(bench, options.seed, { svm, sigmoid }))}\n`, warnings };
}
