import { Command } from 'commander';
import { foldProgress, printJson, readProgress, wholeNumber } from '../../../interfaces/terminal/index.ts';

interface TrainFlags {
  data?: readonly string[];
  labels?: string;
  rows?: string;
  with: string;
  practiceRows?: string;
  none?: readonly string[];
  noneRows?: string;
  out?: string;
  storage: string;
  folds: number;
  seeds: number;
  seed: number;
  date: string;
  json?: true;
}

/** `train domains`: the judge of which domain a search form is about. */
export function trainDomainsCommand(): Command {
  return new Command('domains')
    .description(
      'train the classifier that tells the domain of a search form, and write model and model card',
    )
    .option(
      '--data <folder...>',
      'folders of *.warc.gz to make the rows anew from (default: the bundled rows)',
    )
    .option('--labels <file>', 'which form is about which domain (default: the bundled rows)')
    .option('--rows <file>', 'where to write the rows made from pages (default: not written)')
    .option(
      '--with <source>',
      'practice (the bundled rows), practice:100-104 (webs grown anew), answers:storage (what your harvests’ forms turned out to search) or none',
      'practice',
    )
    .option(
      '--practice-rows <file>',
      'where to write the rows of practice webs grown anew (default: not written)',
    )
    .option(
      '--none <folder...>',
      'folders of *.warc.gz of sites about none of the domains: every search form there counts as about none (default: the bundled rows)',
    )
    .option('--none-rows <file>', 'where to write the rows made from --none (default: not written)')
    .option(
      '--out <file>',
      'the model to write; its model card is written beside it as .md (default: kept under models in --storage)',
    )
    .option('--storage <dir>', 'folder of your labels, learned from beside the bundled rows', 'storage')
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber(2, 100), 10)
    .option('--seeds <n>', 'how many times the sites are split into folds', wholeNumber(1, 100), 5)
    .option('--seed <n>', 'seed of folds and calibration', wholeNumber(0, 1e9), 1)
    .option('--date <yyyy-mm-dd>', 'day for the model card', new Date().toISOString().slice(0, 10))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare train domains\n  fieldfare train domains --data labelled/ --labels my-labels.jsonl --out my-domains.json',
    )
    .action(runTraining);
}

async function runTraining({ json, ...flags }: TrainFlags): Promise<void> {
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

interface EvaluateFlags extends Pick<TrainFlags, 'data' | 'labels' | 'folds' | 'seeds' | 'seed' | 'json'> {
  model?: string;
  practice?: string;
}

/** `evaluate domains`: cross-validation on the real forms, or a finished model on other ones. */
export function evaluateDomainsCommand(): Command {
  return new Command('domains')
    .description('score the domains of search forms against hand labels or practice webs')
    .option('--data <folder...>', 'folders of *.warc.gz with the labelled forms (default: the bundled rows)')
    .option('--labels <file>', 'which form is about which domain (default: the bundled rows)')
    .option('--model <file>', 'score this model as it is, instead of cross-validating')
    .option('--practice <seeds>', 'score the model on practice webs of these seeds, such as 200-203')
    .option('--folds <n>', 'folds of the cross-validation', wholeNumber(2, 100), 10)
    .option('--seeds <n>', 'how many times the sites are split into folds', wholeNumber(1, 100), 5)
    .option('--seed <n>', 'seed of the first split', wholeNumber(0, 1e9), 1)
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare evaluate domains\n  fieldfare evaluate domains --practice 200-203 --json',
    )
    .action(runEvaluation);
}

async function runEvaluation({ json, ...flags }: EvaluateFlags): Promise<void> {
  const { evaluateDomains } = await import('../models/train-domains.ts');
  const { domainScoresText } = await import('../domains/domain-evaluation.ts');
  const scores = await evaluateDomains({ ...flags, onRead: readProgress, onFold: foldProgress() });
  if (json) printJson(scores);
  else process.stdout.write(domainScoresText(scores));
}
