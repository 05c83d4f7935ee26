import { mean, sampleStandardDeviation } from 'simple-statistics';
import { FORM_TYPES, type FormType, REJECTION_RULES } from '../../../forms/index.ts';
import {
  type BinaryScores,
  binaryScores,
  groupBootstrap,
  type MultiScores,
  multiScores,
} from '../learning/metrics.ts';
import {
  type CrossValidationOptions,
  crossValidate,
  crossValidateKnn,
  crossValidateShares,
  type Judgements,
  rejectedByAny,
  rejectedBySafe,
} from './cross-validation.ts';
import type { TrainingRow } from './rows.ts';
import type { Workbench } from './training.ts';

type Score = keyof Omit<BinaryScores, 'n'>;

/** Scores of search against the rest: mean over the deals, their spread, and a 95 % interval by sites. */
export interface ArmScores extends BinaryScores {
  readonly name: string;
  /** Standard deviation over seeds; absent for methods without training. */
  readonly spread?: Readonly<Record<Score, number>>;
  readonly f1Interval?: readonly [number, number];
}

interface RuleScores {
  readonly rule: string;
  readonly safe: boolean;
  /** Share of the forms that are no search forms, rejected by this rule alone. */
  readonly rejected: number;
  /** Search forms this rule alone would lose. */
  readonly lost: number;
}

export interface FormsEvaluation {
  readonly n: number;
  readonly folds: number;
  readonly seeds: number;
  readonly sites: number;
  /** Rows of other sources that the search machine learned from besides. */
  readonly extra: number;
  /** Rules and classifier together, then each alone, then for comparison. */
  readonly arms: readonly ArmScores[];
  readonly types: {
    readonly accuracy: number;
    readonly macroF1: number;
    readonly spread: { readonly accuracy: number; readonly macroF1: number };
    /** Scores the first deal. */
    readonly detail: MultiScores;
    /** Types each row, in the first deal. */
    readonly predicted: readonly FormType[];
  };
  readonly rules: readonly RuleScores[];
  readonly calibration: readonly CalibrationBin[];
  /** Result of rules and classifier for each row in the first split: the probability, 0 where a rule rejects. */
  readonly scores: readonly number[];
}

interface CalibrationBin {
  readonly from: number;
  readonly forms: number;
  readonly meanScore: number;
  readonly searchShare: number;
}

const SCORES: readonly Score[] = ['precision', 'recall', 'f1', 'accuracy'];
const BOOTSTRAP_ROUNDS = 1_000;

interface EvaluationOptions extends CrossValidationOptions {
  /** k of the nearest-neighbour arms; none by default. */
  readonly k?: readonly number[];
}

/** Cross-validates everything that judges forms on labelled rows. Every row counts, missing forms as not found. */
export function evaluateForms(bench: Workbench, options: EvaluationOptions): FormsEvaluation {
  const { rows } = bench;
  const types = rows.map(({ type }) => type);
  const truth = types.map((type) => type === 'search');
  const judged = crossValidate(bench, options);
  const alone = judged.map(({ scores }) => Array.from(scores, (score) => score >= 0.5));
  const together = alone.map((said) => said.map((yes, i) => yes && !rejectedBySafe(rows[i] as TrainingRow)));
  const arm = (name: string, said: readonly (readonly boolean[])[]): ArmScores =>
    armScores(name, truth, said, rows, options);
  const accepted = (rejected: (row: TrainingRow) => boolean): boolean[] => rows.map((row) => !rejected(row));
  return {
    n: rows.length,
    folds: options.folds,
    seeds: options.seeds,
    sites: new Set(rows.map(({ site }) => site)).size,
    extra: bench.all.length - rows.length,
    arms: [
      arm('rules and classifier', together),
      arm('classifier alone', alone),
      arm('safe rules alone', [accepted(rejectedBySafe)]),
      arm('all rules alone', [accepted(rejectedByAny)]),
      ...(options.k ?? []).flatMap((k) => {
        const shares = crossValidateShares(bench, k, options);
        const kept = (score: (deal: number, i: number) => number): boolean[][] =>
          judged.map((_, deal) => rows.map((row, i) => score(deal, i) >= 0.5 && !rejectedBySafe(row)));
        const share = (deal: number, i: number): number => shares[deal]?.[i] ?? 0;
        return [
          arm(`KNN, k = ${k}`, crossValidateKnn(bench, k, options)),
          arm(`rules and KNN, k = ${k}`, kept(share)),
          arm(
            `rules and both, k = ${k}`,
            kept((deal, i) => (share(deal, i) + (judged[deal]?.scores[i] ?? 0)) / 2),
          ),
        ];
      }),
    ],
    types: typeScores(types, together, judged),
    rules: ruleScores(rows),
    calibration: calibrationOf(truth, judged),
    scores: rows.map((row, i) => (rejectedBySafe(row) ? 0 : (judged[0]?.scores[i] ?? 0))),
  };
}

function armScores(
  name: string,
  truth: readonly boolean[],
  said: readonly (readonly boolean[])[],
  rows: readonly TrainingRow[],
  { seed }: CrossValidationOptions,
): ArmScores {
  const runs = said.map((predicted) => binaryScores(truth, predicted));
  const over = (fold: (values: number[]) => number): Record<Score, number> =>
    Object.fromEntries(SCORES.map((score) => [score, fold(runs.map((run) => run[score]))])) as Record<
      Score,
      number
    >;
  const first = said[0] ?? [];
  const f1 = (members: readonly number[]): number =>
    binaryScores(
      members.map((i) => truth[i] ?? false),
      members.map((i) => first[i] ?? false),
    ).f1;
  const sites = rows.map(({ site }) => site);
  return {
    name,
    n: truth.length,
    ...over(mean),
    ...(runs.length > 1 && { spread: over(sampleStandardDeviation) }),
    f1Interval: groupBootstrap(sites, f1, { rounds: BOOTSTRAP_ROUNDS, seed }),
  };
}

function typeScores(
  types: readonly FormType[],
  together: readonly (readonly boolean[])[],
  judged: readonly Judgements[],
): FormsEvaluation['types'] {
  const said = judged.map(({ otherTypes }, run) =>
    otherTypes.map((type, i): FormType => (together[run]?.[i] === true ? 'search' : type)),
  );
  const runs = said.map((predicted) => multiScores(types, predicted, FORM_TYPES));
  const accuracies = runs.map(({ accuracy }) => accuracy);
  const macros = runs.map(({ macroF1 }) => macroF1);
  const spread = (values: number[]): number => (values.length > 1 ? sampleStandardDeviation(values) : 0);
  return {
    accuracy: mean(accuracies),
    macroF1: mean(macros),
    spread: { accuracy: spread(accuracies), macroF1: spread(macros) },
    detail: runs[0] as MultiScores,
    predicted: said[0] ?? [],
  };
}

function ruleScores(rows: readonly TrainingRow[]): RuleScores[] {
  const others = rows.filter(({ type }) => type !== 'search').length;
  return REJECTION_RULES.map(({ name, safe }) => {
    const fired = rows.filter(({ rules }) => rules.includes(name));
    const lost = fired.filter(({ type }) => type === 'search').length;
    return { rule: name, safe, rejected: (fired.length - lost) / Math.max(1, others), lost };
  });
}

function calibrationOf(truth: readonly boolean[], judged: readonly Judgements[]): CalibrationBin[] {
  const bins = Array.from({ length: 10 }, () => ({ forms: 0, score: 0, search: 0 }));
  for (const { scores } of judged) {
    scores.forEach((score, i) => {
      const bin = bins[Math.min(9, Math.floor(score * 10))];
      if (bin === undefined) return;
      bin.forms++;
      bin.score += score;
      if (truth[i]) bin.search++;
    });
  }
  return bins.map(({ forms, score, search }, i) => ({
    from: i / 10,
    forms: forms / judged.length,
    meanScore: forms === 0 ? 0 : score / forms,
    searchShare: forms === 0 ? 0 : search / forms,
  }));
}
