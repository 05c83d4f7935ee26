import { mean } from 'simple-statistics';
import { figureOf } from '../../../foundation/learning/index.ts';
import { textColumns } from '../../../foundation/text/index.ts';
import type { BinaryScores, MultiScores } from '../learning/metrics.ts';
import type { EngineScores } from './engine-scores.ts';
import type { ArmScores, FormsEvaluation } from './evaluation.ts';
import type { ModelScores } from './model-scores.ts';

type Cell = string | number;

const three = (value: number): string => value.toFixed(3);

/** Columns under their heads: the first to the left, numbers to the right. */
export function textTable(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map(String));
  return textColumns(heads, cells, new Set(heads.map((_, i) => i).slice(1))).join('\n');
}

export function markdownTable(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

export const ARM_HEADS = [
  'search vs non-search',
  'precision',
  'recall',
  'F1',
  '±',
  'accuracy',
  'F1, 95 % by sites',
];

/** @param types say how many search forms the scores rest on */
export const armRows = (arms: readonly ArmScores[], { classes }: MultiScores): Cell[][] => {
  const searching = classes.find(({ name }) => name === 'search')?.support ?? 0;
  return arms.map(({ name, n, precision, recall, f1, accuracy, spread, f1Interval }) => [
    name,
    ...[precision, recall, f1].map((score) => scoreText(score, searching)),
    spread === undefined ? '' : three(spread.f1),
    scoreText(accuracy, n),
    f1Interval === undefined ? '' : f1Interval.map(three).join('–'),
  ]);
};

/** A score that rests on so many cases. */
export const scoreText = (score: number, cases: number): string => figureOf(three(score), cases);

export const TYPE_HEADS = ['type', 'forms', 'precision', 'recall', 'F1'];
export const typeRows = ({ classes }: MultiScores): Cell[][] =>
  classes
    .filter(({ support }) => support > 0)
    .map(({ name, support, precision, recall, f1 }) => [
      ...[name, support],
      ...[precision, recall, f1].map((score) => scoreText(score, support)),
    ]);

export const RULE_HEADS = ['rule', 'set', 'rejects of other forms', 'search forms lost'];
export const ruleRows = ({ rules }: Pick<FormsEvaluation, 'rules'>): Cell[][] =>
  rules.map(({ rule, safe, rejected, lost }) => [
    rule,
    safe ? 'safe' : 'risky',
    `${(100 * rejected).toFixed(1)} %`,
    lost,
  ]);

/** The evaluation as a terminal shows it. */
export function evaluationText(evaluation: FormsEvaluation): string {
  const { n, sites, folds, seeds, types } = evaluation;
  const blocks = [
    `${n} labelled forms of ${sites} sites; ${folds} folds grouped by site and by copy, mean over ${seeds} ${seeds === 1 ? 'repeat' : 'repeats'} (± standard deviation)`,
    textTable(ARM_HEADS, armRows(evaluation.arms, types.detail)),
    `Eight types: accuracy ${figureOf(`${three(types.accuracy)} ± ${three(types.spread.accuracy)}`, n)}, macro F1 ${figureOf(`${three(types.macroF1)} ± ${three(types.spread.macroF1)}`, n)} (below: the first repeat)`,
    textTable(TYPE_HEADS, typeRows(types.detail)),
    confusionText(types.detail),
    'Each rule by itself, over all forms:',
    textTable(RULE_HEADS, ruleRows(evaluation)),
    'Calibration of the classifier:',
    textTable(
      ['score from', 'forms', 'mean score', 'observed share'],
      evaluation.calibration.map(({ from, forms, meanScore, searchShare }) => [
        from.toFixed(1),
        Math.round(forms),
        three(meanScore),
        scoreText(searchShare, forms),
      ]),
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}

export function modelScoresText({ n, model, arms }: ModelScores): string {
  const [{ types }] = arms;
  const blocks = [
    `${n} labelled forms judged by ${model}`,
    textTable(ARM_HEADS, armRows(arms, types)),
    `Eight types: ${arms.map((arm) => `${arm.name} accuracy ${scoreText(arm.types.accuracy, n)}, macro F1 ${scoreText(arm.types.macroF1, n)}`).join('; ')}`,
    textTable(TYPE_HEADS, typeRows(types)),
    confusionText(types),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const confusionText = ({ classes, confusion }: MultiScores): string =>
  textTable(
    ['actual \\ predicted', ...classes.map(({ name }) => name)],
    classes.map(({ name }, i) => [name, ...(confusion[i] ?? [])]),
  );

/** One engine by itself, and the package's folds beside ours. */
export function engineScoresText({
  engine,
  n,
  drawn,
  folds,
  deals,
  warnings,
  crossCheck,
}: EngineScores): string {
  const average = (score: keyof BinaryScores): string => scoreText(mean(deals.map((deal) => deal[score])), n);
  const rows: Cell[][] = [
    ['folds by site', n, average('precision'), average('recall'), average('f1'), average('accuracy')],
  ];
  if (crossCheck !== undefined)
    rows.push([
      'ml-cross-validation',
      crossCheck.n,
      '',
      '',
      scoreText(crossCheck.f1, crossCheck.n),
      scoreText(crossCheck.accuracy, crossCheck.n),
    ]);
  const blocks = [
    `${engine} by itself: ${n} distinct forms${drawn ? ', drawn: this engine takes no more' : ''}; ${folds} folds, mean over ${deals.length} repeats`,
    textTable(['search vs non-search', 'forms', 'precision', 'recall', 'F1', 'accuracy'], rows),
    ...(crossCheck === undefined
      ? []
      : [
          'ml-cross-validation deals forms at random, without a seed: forms of one site stand on both sides of a fold, so that it usually says more than unseen sites will give.',
        ]),
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
  return `${blocks.join('\n\n')}\n`;
}
