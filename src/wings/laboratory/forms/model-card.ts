import { createHash } from 'node:crypto';
import { FEATURE_NAMES } from '../../../forms/index.ts';
import type { EngineScores } from './engine-scores.ts';
import type { FormsEvaluation } from './evaluation.ts';
import {
  ARM_HEADS,
  armRows,
  engineScoresText,
  markdownTable,
  RULE_HEADS,
  ruleRows,
  TYPE_HEADS,
  typeRows,
} from './score-report.ts';
import { SEARCH_SETTINGS, TYPE_SETTINGS } from './training.ts';

interface CardFacts {
  /** Name of the model file, without its folders. */
  readonly file: string;
  /** Content of the model file. */
  readonly model: string;
  /** Day of the training, as the caller knows it. */
  readonly date: string;
  /** Says where the rows came from, for people. */
  readonly data: string;
  readonly evaluation: FormsEvaluation;
}

/** The card of a model that another engine than our own machine trained. */
export function engineCard({
  file,
  text,
  date,
  data,
  scores,
  warnings,
}: Pick<CardFacts, 'file' | 'date' | 'data'> & {
  readonly text: string;
  readonly scores: EngineScores;
  readonly warnings: readonly string[];
}): string {
  const hash = createHash('sha256').update(text).digest('hex');
  const facts = markdownTable(
    ['', ''],
    [
      ['trained', date],
      ['by', scores.engine],
      ['data', data],
      ['sha256', `\`${hash}\``],
    ],
  );
  const told = warnings.map((warning) => `- ${warning}`).join('\n') || 'None.';
  return `# Model card: ${file}\n\nWritten by \`fieldfare train forms --engine ${scores.engine}\`: do not edit.\n\n${facts}\n\n## Scores\n\n${engineScoresText(scores)}\n## What is known to be wrong with it\n\n${told}\n`;
}

/** Writes the model card of a model: its training data and its scores. */
export function modelCard({ file, model, date, data, evaluation }: CardFacts): string {
  const { n, sites, folds, seeds, types } = evaluation;
  const hash = createHash('sha256').update(model).digest('hex');
  const sections = [
    `# Model card: ${file}`,
    'Tells search forms from all others, and names what the others are. Numbers and feature names only; no words of any page.\nWritten by `fieldfare train forms`: do not edit.',
    markdownTable(
      ['', ''],
      [
        ['trained', date],
        ['data', data],
        [
          'besides',
          evaluation.extra === 0
            ? 'nothing'
            : `${evaluation.extra} forms of practice webs, labelled by themselves; for search or not only, never scored`,
        ],
        ['forms', `${n} of ${sites} sites; copies of a form count once in training`],
        [
          'features',
          `${FEATURE_NAMES.length}: structure, meanings of the fields, and word lists by place in the form`,
        ],
        [
          'search',
          `support vector machine, ${SEARCH_SETTINGS.kernel.kind} kernel, C = ${SEARCH_SETTINGS.cost}, probabilities by Platt's sigmoid on inner folds`,
        ],
        [
          'types',
          `one machine a type against the other types, ${TYPE_SETTINGS.kernel.kind} kernel, C = ${TYPE_SETTINGS.cost}`,
        ],
        ['sha256', `\`${hash}\``],
      ],
    ),
    `## Scores\n\n${folds}-fold cross-validation grouped by site and by copy, mean over ${seeds} deals of the sites (± standard deviation of F1);\nall ${n} forms count. Families of features and the safe rules were chosen on the same forms, so expect a little less elsewhere.`,
    markdownTable(ARM_HEADS, armRows(evaluation.arms, types.detail)),
    `Eight types: accuracy ${types.accuracy.toFixed(3)}, macro F1 ${types.macroF1.toFixed(3)}. By type (first deal):`,
    markdownTable(TYPE_HEADS, typeRows(types.detail)),
    '## Rejection rules, each by itself',
    markdownTable(RULE_HEADS, ruleRows(evaluation)),
    '## Limits\n\nPages of 2014–2016, mostly European languages. About 3 % of the labels are borderline (sort forms, filters, browse-by-select).\nForms that a script builds, and search boxes without a `<form>`, are judged by the same machine but were not among the labels.',
  ];
  return `${sections.join('\n\n')}\n`;
}
