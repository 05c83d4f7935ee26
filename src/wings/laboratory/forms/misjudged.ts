import {
  type FormsModel,
  type FormType,
  judgeFeatures,
  type Neighbour,
  REJECTION_RULES,
  searchScales,
  type WeightedFeature,
} from '../../../forms/index.ts';
import { neighbourIndexOf, sparseOf } from '../../../foundation/learning/index.ts';
import { rejectedBySafe } from './cross-validation.ts';
import type { LabelledForm, TrainingRow } from './rows.ts';

/** A form that was judged otherwise than people did, with what speaks for and against it. */
export interface MisjudgedForm {
  /** The page, or the number of the row where that is all that is known. */
  readonly url: string;
  readonly truth: FormType;
  /** Holds what it was taken for; absent where only search or not was judged. */
  readonly predicted?: FormType;
  /** Probability that it searches; 0 where a rule rejected it. */
  readonly score: number;
  readonly rule?: string;
  /** It is in no HTML5 tree. */
  readonly missing?: true;
  /** Holds what weighs most in the model: above zero speaks for a search form. */
  readonly features: readonly WeightedFeature[];
  /** The nearest labelled forms of other sites. */
  readonly neighbours: readonly Neighbour[];
}

const SHOWN_FEATURES = 5;
const SHOWN_NEIGHBOURS = 5;
/** Neighbours that are looked through for those of other sites. */
const MOST_NEIGHBOURS = 100;

/** Scores of rules and model together: 0 where a rule rejects. */
export const scoresBy = (model: FormsModel, rows: readonly TrainingRow[]): number[] =>
  rows.map((row) => (rejectedBySafe(row) ? 0 : judgeFeatures(model, row.features, row.terms).score));

/**
 * The misjudged forms, the surest mistakes first.
 * @param scores of the rows; of machines that did not see them, or of a finished model
 * @param model whose weights explain the features
 * @param predicted types of the rows: those judged as a wrong type are told, too, not only search for none and the reverse
 */
export function misjudged(
  rows: readonly TrainingRow[],
  scores: readonly number[],
  model: FormsModel,
  labelled: readonly LabelledForm[],
  predicted?: readonly FormType[],
): MisjudgedForm[] {
  const scales = searchScales();
  const samples = rows.map(({ features }) =>
    sparseOf(features.map((value, i) => value * (scales[i] as number))),
  );
  const index = neighbourIndexOf(samples, scales.length);
  const nameOf = (i: number): string => labelled[i]?.url ?? rows[i]?.url ?? `row ${i + 1}`;
  const neighboursOf = (i: number): Neighbour[] =>
    index
      .nearest(samples[i] as (typeof samples)[number], MOST_NEIGHBOURS)
      .filter(({ at }) => rows[at]?.site !== rows[i]?.site && rows[at]?.missing === false)
      .slice(0, SHOWN_NEIGHBOURS)
      .map(({ at, distance }) => ({
        type: (rows[at] as TrainingRow).type,
        distance: Number(distance.toFixed(4)),
        row: `row ${at + 1}`,
        ...(nameOf(at) !== `row ${at + 1}` && { url: nameOf(at) }),
      }));
  return rows
    .map((row, i) => ({ row, i, score: scores[i] ?? 0 }))
    .filter(({ row, i, score }) =>
      predicted === undefined ? score >= 0.5 !== (row.type === 'search') : predicted[i] !== row.type,
    )
    .sort((a, b) => Math.abs(b.score - 0.5) - Math.abs(a.score - 0.5))
    .map(({ row, i, score }) => {
      const rule = REJECTION_RULES.find(({ name, safe }) => safe && row.rules.includes(name))?.name;
      return {
        url: nameOf(i),
        truth: row.type,
        ...(predicted?.[i] !== undefined && { predicted: predicted[i] }),
        score: Number(score.toFixed(4)),
        ...(row.missing ? { missing: true as const } : rule !== undefined && { rule }),
        features: judgeFeatures(model, row.features, row.terms).weightiest().slice(0, SHOWN_FEATURES),
        neighbours: neighboursOf(i),
      };
    });
}

/** Says what was said of it, in words. */
export const saidOf = ({ score, rule, missing }: MisjudgedForm): string =>
  missing
    ? 'in no HTML5 tree'
    : rule !== undefined
      ? `rejected by rule ${rule}`
      : `${score >= 0.5 ? 'search' : 'no search'} (${score.toFixed(2)})`;

/** Says what speaks for and against it, in words. */
export const evidenceOf = ({ features, neighbours }: MisjudgedForm): string =>
  [
    features
      .map(({ feature, weight }) => `${feature} ${weight >= 0 ? '+' : '−'}${Math.abs(weight).toFixed(2)}`)
      .join(', '),
    `nearest: ${neighbours.map(({ type, distance, url, row }) => `${type} ${distance.toFixed(2)} (${url ?? row})`).join(', ')}`,
  ].join('; ');

const MOST_SHOWN = 20;

/** The surest mistakes as a terminal shows them. */
export function misjudgedText(forms: readonly MisjudgedForm[]): string {
  if (forms.length === 0) return '';
  const shown = forms.slice(0, MOST_SHOWN);
  const head = `${forms.length} misclassified forms, the most certain first${forms.length > shown.length ? ` (the first ${MOST_SHOWN}; --json lists all)` : ''}:`;
  const lines = shown.map(
    (form) => `${form.url}\n  actual ${form.truth}, predicted ${saidOf(form)}\n  ${evidenceOf(form)}`,
  );
  return `\n${[head, ...lines].join('\n')}\n`;
}
