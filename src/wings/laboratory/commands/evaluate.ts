import { z } from 'zod';
import { off } from '../../../foundation/options/index.ts';
import {
  command,
  foldProgress,
  printJson,
  readProgress,
  text,
  whole,
} from '../../../interfaces/terminal/index.ts';
import type { JudgingTime } from '../forms/judging-time.ts';
import type { ModelScores } from '../forms/model-scores.ts';
import type { FormsScores } from '../models/evaluate-forms.ts';
import { crossValidation, ENGINES, machine, numberList } from './shared-options.ts';

const options = z.object({
  data: text.describe(
    '<path> folder of *.warc.gz and *.labels.html5.jsonl: scores a finished model on it. A file of rows, or none (the bundled rows): cross-validates',
  ),
  storage: text.describe('<dir> folder of your labels, judged beside the bundled rows'),
  model: text.describe('<file> the model to score').meta({ defaultText: 'the bundled one' }),
  crossValidate: off.describe('cross-validate on the folder in place of scoring a finished model'),
  with: text.describe(
    '<source> also learn from practice webs (practice, practice:100-104) or from the answers of harvested forms (answers:storage)',
  ),
  features: off.describe(
    'show how well single features tell search forms from other forms, instead of scores',
  ),
  textFeatures: whole(0, 5_000)
    .default(0)
    .describe(
      'with --cross-validate: add this many word stems of the forms as features, chosen again in every fold; needs pages',
    ),
  engine: ENGINES.optional().describe(
    '<name> cross-validate this learner by itself, without rules: our own support vector machine (smo) or neighbours (knn), LIBSVM, or those of the packages ml-svm and ml-knn',
  ),
  ...machine('smo, libsvm and ml-svm'),
  crossCheck: off.describe(
    'with --engine: run the package ml-cross-validation on the same forms besides, and say where it differs',
  ),
  practice: text.describe('<seeds> score the model on practice webs of these seeds, such as 200-205'),
  ...crossValidation('seed of the first split'),
  k: numberList
    .default([5])
    .describe('<list> nearest neighbours to compare with, such as 3,5,7')
    .meta({ commas: true }),
  json: off.describe('print one JSON object'),
});

export const evaluateFormsCommand = command({
  options,
  help: 'Examples:\n  fieldfare evaluate forms --with practice\n  fieldfare evaluate forms --model my.json --data labelled/ --json\n  fieldfare evaluate forms --engine ml-knn --k 5 --cross-check',
  async run({ json, ...flags }) {
    const { evaluateFormsOn } = await import('../models/evaluate-forms.ts');
    const found = await evaluateFormsOn({ ...flags, onRead: readProgress, onFold: foldProgress() });
    if (json) printJson(scoresJson(found));
    else process.stdout.write(await scoresText(found));
  },
});

export const evaluateFieldsCommand = command({
  options: z.object({
    data: z
      .string('expected a folder')
      .describe('<folder> folder of *.warc.gz and *.labels.html5.jsonl with annotated fields'),
    json: off.describe('print one JSON object'),
  }),
  help: 'Example:\n  fieldfare evaluate fields --data labelled/',
  async run({ data, json }) {
    const { LabelledDataError } = await import('../../../forms/index.ts');
    const { fieldScoresText, scoreFields } = await import('../forms/field-evaluation.ts');
    const { labelledRows } = await import('../models/labelled-rows.ts');
    const { labelled } = await labelledRows(data, readProgress);
    if (labelled.length === 0)
      throw new LabelledDataError(`${data} holds rows: the meaning of fields needs the pages themselves`);
    const scores = scoreFields(labelled);
    if (json) printJson(scores);
    else process.stdout.write(fieldScoresText(scores));
  },
});

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
