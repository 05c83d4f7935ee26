import { workerData } from 'node:worker_threads';
import { answerJobs } from '../../../foundation/threads/index.ts';
import { evidenceOf, saidOf } from '../forms/misjudged.ts';
import type { FormsTrainingReport, TrainingJob } from './forms-training.ts';
import { trainForms } from './train-forms.ts';

const progress = new Int32Array(workerData as SharedArrayBuffer);
const FOLDS = 5;

answerJobs(async ({ storage, date }: TrainingJob): Promise<FormsTrainingReport> => {
  const { evaluation, written, confused } = await trainForms({
    ...{ storage, date, with: 'practice', folds: FOLDS, seeds: 1, seed: 1, textFeatures: 0, force: false },
    onFold: (done, all) => {
      progress[0] = done;
      progress[1] = all;
    },
  });
  const { n, sites, folds, arms, types } = evaluation;
  return {
    ...{ date, n, sites, folds, model: written.model ?? null },
    arms: arms.map(({ name, precision, recall, f1, accuracy }) => ({
      name,
      precision,
      recall,
      f1,
      accuracy,
    })),
    classes: types.detail.classes.map(({ name, precision, recall, f1, support }) => ({
      ...{ name, precision, recall, f1, support },
    })),
    confusion: types.detail.confusion,
    confused: confused.map((form) => ({
      url: form.url,
      truth: form.truth,
      predicted: form.predicted ?? 'other',
      said: saidOf(form),
      evidence: evidenceOf(form),
    })),
  };
});
