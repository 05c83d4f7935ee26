import { z } from 'zod';
import { off } from '../../../foundation/options/index.ts';
import {
  command,
  type FlagsOf,
  foldProgress,
  inStore,
  printJson,
  readProgress,
  text,
} from '../../../interfaces/terminal/index.ts';
import { crossValidation, folders, labels, modelOut, rowsFile, today } from './shared-options.ts';

const trainOptions = z.object({
  data: folders('--data <folder...>', 'folders of *.warc.gz to make the rows anew from'),
  labels,
  rows: rowsFile('where to write the rows made from pages'),
  with: z
    .string()
    .default('practice')
    .describe(
      '<source> practice (the bundled rows), practice:100-104 (webs grown anew), answers:storage (what your harvests’ forms turned out to search) or none',
    ),
  practiceRows: rowsFile('where to write the rows of practice webs grown anew'),
  none: folders(
    '--none <folder...>',
    'folders of *.warc.gz of sites about none of the domains: every search form there counts as about none',
  ),
  noneRows: rowsFile('where to write the rows made from --none'),
  out: modelOut,
  ...inStore,
  storage: inStore.storage.describe('<dir> folder of your labels, learned from beside the bundled rows'),
  ...crossValidation('seed of folds and calibration'),
  date: today.describe('<yyyy-mm-dd> day for the model card'),
  json: off.describe('print one JSON object'),
});

/** Trains the judge of which domain a search form is about. */
export const trainDomainsCommand = command({
  options: trainOptions,
  help: 'Examples:\n  fieldfare train domains\n  fieldfare train domains --data labelled/ --labels my-labels.jsonl --out my-domains.json',
  run: runTraining,
});

async function runTraining({ json, ...flags }: FlagsOf<typeof trainOptions>): Promise<void> {
  const { trainDomainModel } = await import('../models/train-domains.ts');
  const { domainScoresText } = await import('../domains/domain-evaluation.ts');
  const { model, file, card, scores, noneScores } = await trainDomainModel({
    ...flags,
    onRead: readProgress,
    onFold: foldProgress(),
  });
  if (json) printJson({ model, file, card, ...scores });
  else
    process.stdout.write(
      `${domainScoresText(scores)}\n${noneScores}\nwrote ${model} to ${file}, its card to ${card}\n`,
    );
}

const evaluateOptions = z.object({
  data: folders('--data <folder...>', 'folders of *.warc.gz with the labelled forms'),
  labels,
  model: text.describe('<file> score this model as it is, instead of cross-validating'),
  practice: text.describe('<seeds> score the model on practice webs of these seeds, such as 200-203'),
  ...crossValidation('seed of the first split'),
  json: off.describe('print one JSON object'),
});

/** Cross-validates on the real forms, or scores a finished model on other ones. */
export const evaluateDomainsCommand = command({
  options: evaluateOptions,
  help: 'Examples:\n  fieldfare evaluate domains\n  fieldfare evaluate domains --practice 200-203 --json',
  run: runEvaluation,
});

async function runEvaluation({ json, ...flags }: FlagsOf<typeof evaluateOptions>): Promise<void> {
  const { evaluateDomains } = await import('../models/train-domains.ts');
  const { domainScoresText } = await import('../domains/domain-evaluation.ts');
  const scores = await evaluateDomains({ ...flags, onRead: readProgress, onFold: foldProgress() });
  if (json) printJson(scores);
  else process.stdout.write(domainScoresText(scores));
}
