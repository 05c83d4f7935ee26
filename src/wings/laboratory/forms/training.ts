import {
  FEATURE_NAMES,
  type FeatureScales,
  FORM_TYPES,
  type FormsModelFile,
  type FormType,
  searchScales,
  type TermWeight,
  typeScales,
} from '../../../forms/index.ts';
import { wordListFingerprint } from '../../../foundation/language/index.ts';
import {
  type Kernel,
  probability,
  type Sigmoid,
  type SvmModel,
  stratifiedGroupFolds,
} from '../../../foundation/learning/index.ts';
import { joinedGroups } from '../learning/joined-groups.ts';
import { type GramMatrix, gramOf, kernelGram, rowsFromGram } from '../learning/kernel.ts';
import { fitSigmoid } from '../learning/platt.ts';
import { collapseToLinear, solveDual } from '../learning/svm.ts';
import { packMachine, packSigmoid, roundSignificant } from '../models/model-text.ts';
import type { TrainingRow } from './rows.ts';

/** Settings of a machine; the defaults were chosen by cross-validation on the development labels. */
interface MachineSettings {
  readonly kernel: Kernel;
  readonly cost: number;
}

export const SEARCH_SETTINGS: MachineSettings = { kernel: { kind: 'linear' }, cost: 0.2 };
export const TYPE_SETTINGS: MachineSettings = { kernel: { kind: 'linear' }, cost: 0.03 };
const INNER_FOLDS = 5;

/** One view of the rows: scaled samples and their kernel, worked out once and shared by every training. */
export interface TrainingView {
  readonly settings: MachineSettings;
  readonly scales: FeatureScales;
  readonly samples: readonly Float64Array[];
  readonly kernel: GramMatrix;
}

/** Everything trainings on the same rows share. */
export interface Workbench {
  /** Holds what is cross-validated and trained on. */
  readonly rows: readonly TrainingRow[];
  /** The same, then rows that only the search machine learns from and that nothing is scored on. */
  readonly all: readonly TrainingRow[];
  readonly search: TrainingView;
  readonly type: TrainingView;
  /** Site and fingerprint joined: what may not be parted by folds. */
  readonly groups: readonly string[];
  readonly types: readonly FormType[];
  /** Holds what a mistake on each row costs. */
  readonly weights: readonly number[];
  /** Stems whose weights follow the features in the samples of both views. */
  readonly terms?: readonly TermWeight[];
}

/**
 * Says what a mistake on a generated form costs, where one on a real form costs 1: generated ones are many and alike, and at
 * a full share pull the decision away from real ones. Boxes that only sort or page count twice that: real labels call
 * them search as well as not, so that the generated ones settle the matter.
 */
const EXTRA_WEIGHT = 0.3;
const SETTLING_WEIGHT = 0.6;
const ARRANGING_RULES = ['one-choice', 'display-options'];
const extraWeight = ({ type, rules }: TrainingRow): number =>
  type !== 'search' && ARRANGING_RULES.some((rule) => rules.includes(rule)) ? SETTLING_WEIGHT : EXTRA_WEIGHT;

/** @param extra rows of another source to learn from, such as forms of practice webs */
export function workbench(
  rows: readonly TrainingRow[],
  search: MachineSettings = SEARCH_SETTINGS,
  extra: readonly TrainingRow[] = [],
): Workbench {
  const all = [...rows, ...extra];
  return {
    rows,
    all,
    search: viewOf(all, searchScales(), search),
    type: viewOf(rows, typeScales(), TYPE_SETTINGS),
    groups: joinedGroups(
      all.map(({ site }) => site),
      all.map(({ copy }) => copy),
    ),
    types: all.map(({ type }) => type),
    weights: [...rows.map(() => 1), ...extra.map(extraWeight)],
  };
}

/** The same workbench, its search machine seeing only the features at these positions. */
export const withFeatures = (bench: Workbench, features: ReadonlySet<number>): Workbench => ({
  ...bench,
  search: viewOf(
    bench.all,
    bench.search.scales.map((scale, i) => (features.has(i) ? scale : 0)),
    bench.search.settings,
  ),
});

/** Deals the rows into folds; extra rows are in none. */
export const dealFolds = ({ rows, types, groups }: Workbench, folds: number, seed: number): Int32Array =>
  stratifiedGroupFolds(types.slice(0, rows.length), groups.slice(0, rows.length), { folds, seed });

function viewOf(
  rows: readonly TrainingRow[],
  scales: FeatureScales,
  settings: MachineSettings,
): TrainingView {
  const samples = rows.map(({ features }) => features.map((value, i) => value * (scales[i] as number)));
  return withSamples({ settings, scales }, samples);
}

/** Creates a view with the same settings and these samples. */
export const withSamples = (
  { settings, scales }: Pick<TrainingView, 'settings' | 'scales'>,
  samples: readonly Float64Array[],
): TrainingView => ({ settings, scales, samples, kernel: kernelGram(gramOf(samples), settings.kernel) });

/** A machine over rows of a workbench: multipliers by row number. */
interface RowMachine {
  readonly members: readonly number[];
  readonly coefficients: Float64Array;
  readonly bias: number;
}

/** Keeps one row of each fingerprint, because copies would count repeatedly. Leaves out missing forms. */
export function distinctRows(rows: readonly TrainingRow[], members: readonly number[]): number[] {
  const seen = new Set<string>();
  return members.filter((i) => {
    const row = rows[i] as TrainingRow;
    if (row.missing || seen.has(row.copy)) return false;
    seen.add(row.copy);
    return true;
  });
}

const LINEAR: Kernel = { kind: 'linear' };

function trainRows(
  { kernel, settings }: TrainingView,
  members: readonly number[],
  positive: (i: number) => boolean,
  weightOf: (i: number) => number = () => 1,
): RowMachine {
  const labels = members.map((i) => (positive(i) ? 1 : -1));
  const { alphas, bias } = solveDual(rowsFromGram(kernel, members, LINEAR), labels, {
    cost: settings.cost,
    weights: members.map(weightOf),
  });
  const support = members.map((_, j) => j).filter((j) => (alphas[j] as number) > 0);
  return {
    members: support.map((j) => members[j] as number),
    coefficients: Float64Array.from(support, (j) => (alphas[j] as number) * (labels[j] as number)),
    bias,
  };
}

function decideRow({ size, products }: GramMatrix, machine: RowMachine, i: number): number {
  let sum = machine.bias;
  machine.members.forEach((member, j) => {
    sum += (machine.coefficients[j] as number) * (products[i * size + member] as number);
  });
  return sum;
}

interface SearchMachine {
  readonly machine: RowMachine;
  readonly sigmoid: Sigmoid;
}

/** The search machine on some rows, calibrated on decisions of inner folds that did not see the row. */
export function trainSearch(
  { search, types, groups, weights }: Workbench,
  members: readonly number[],
  seed: number,
): SearchMachine {
  const isSearch = (i: number): boolean => types[i] === 'search';
  const weightOf = (i: number): number => weights[i] ?? 1;
  const inner = stratifiedGroupFolds(
    members.map((i) => types[i] as string),
    members.map((i) => groups[i] as string),
    { folds: INNER_FOLDS, seed },
  );
  const decisions = new Float64Array(members.length);
  for (let fold = 0; fold < INNER_FOLDS; fold++) {
    const seen = members.filter((_, j) => inner[j] !== fold);
    const machine = trainRows(search, seen, isSearch, weightOf);
    members.forEach((i, j) => {
      if (inner[j] === fold) decisions[j] = decideRow(search.kernel, machine, i);
    });
  }
  const labels = members.map((i) => (isSearch(i) ? 1 : -1));
  return { machine: trainRows(search, members, isSearch, weightOf), sigmoid: fitSigmoid(decisions, labels) };
}

/** Probability that a row is a search form. */
export const searchProbability = (
  { search }: Workbench,
  { machine, sigmoid }: SearchMachine,
  i: number,
): number => probability(sigmoid, decideRow(search.kernel, machine, i));

interface TypeMachine {
  readonly type: FormType;
  readonly machine: RowMachine;
}

/** One against the rest for each type that is not search, among forms that are not search either. */
export function trainTypes(
  { rows, type: view, types }: Workbench,
  members: readonly number[],
): TypeMachine[] {
  const others = members.filter((i) => i < rows.length && types[i] !== 'search');
  return FORM_TYPES.filter((type) => type !== 'search' && others.some((i) => types[i] === type)).map(
    (type) => ({
      type,
      machine: trainRows(view, others, (i) => types[i] === type),
    }),
  );
}

export function bestType({ type: view }: Workbench, machines: readonly TypeMachine[], i: number): FormType {
  let best: FormType = 'other';
  let most = -Infinity;
  for (const { type, machine } of machines) {
    const decision = decideRow(view.kernel, machine, i);
    if (decision > most) {
      most = decision;
      best = type;
    }
  }
  return best;
}

/**
 * Trains on all rows, as far as they are distinct, and makes the content of a model file.
 * @param given a search machine that another engine trained on these rows
 */
export function trainModel(
  bench: Workbench,
  seed: number,
  given?: { readonly svm: SvmModel; readonly sigmoid: Sigmoid },
): FormsModelFile {
  const members = distinctRows(
    bench.all,
    bench.all.map((_, i) => i),
  );
  const { svm, sigmoid } = given ?? ownSearch(bench, members, seed);
  const machines = trainTypes(bench, members);
  return {
    format: 'fieldfare-forms',
    version: 1,
    words: wordListFingerprint(),
    features: [...FEATURE_NAMES],
    ...(bench.terms !== undefined && {
      terms: bench.terms.map(({ term, idf, gain }): [string, number, number] => [
        term,
        roundSignificant(idf),
        roundSignificant(gain),
      ]),
    }),
    search: {
      scales: [...bench.search.scales],
      sigmoid: packSigmoid(sigmoid),
      ...packMachine(svm),
    },
    types: {
      scales: [...bench.type.scales],
      machines: machines.map((entry) => ({
        type: entry.type,
        ...packMachine(modelOf(bench.type, entry.machine)),
      })),
    },
  };
}

function ownSearch(bench: Workbench, members: readonly number[], seed: number) {
  const { machine, sigmoid } = trainSearch(bench, members, seed);
  return { svm: modelOf(bench.search, machine), sigmoid };
}

function modelOf({ samples, settings }: TrainingView, { members, coefficients, bias }: RowMachine): SvmModel {
  const vectors = members.map((i) => samples[i] as Float64Array);
  return collapseToLinear({ kernel: settings.kernel, coefficients, bias, vectors });
}
