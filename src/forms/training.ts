import {
  collapse,
  fitSigmoid,
  type Gram,
  gramOf,
  joinedGroups,
  type Kernel,
  kernelGram,
  probability,
  rowsFromGram,
  type Sigmoid,
  type SvmModel,
  solveDual,
  stratifiedGroupFolds,
} from '../learning/index.ts';
import { usedFeatures } from './feature-choice.ts';
import { FEATURE_NAMES } from './features.ts';
import { FORM_TYPES, type FormType } from './form.ts';
import { type FormsModelFile, pack } from './model.ts';
import type { FormRow } from './rows.ts';

/** Settings of a machine; the defaults were chosen by cross-validation on the development labels. */
export interface MachineSettings {
  readonly kernel: Kernel;
  readonly cost: number;
}

export const SEARCH_SETTINGS: MachineSettings = { kernel: { kind: 'rbf', gamma: 0.03 }, cost: 3 };
export const TYPE_SETTINGS: MachineSettings = { kernel: { kind: 'linear' }, cost: 0.1 };
const INNER_FOLDS = 5;

/** Everything trainings on the same rows share. */
export interface Workbench {
  readonly rows: readonly FormRow[];
  readonly features: readonly string[];
  readonly samples: readonly Float64Array[];
  readonly searchKernel: Gram;
  readonly typeKernel: Gram;
  /** Site and fingerprint joined: what may not be parted by folds. */
  readonly groups: readonly string[];
  readonly types: readonly FormType[];
}

export function workbench(rows: readonly FormRow[]): Workbench {
  const features = usedFeatures();
  const numbers = new Map(FEATURE_NAMES.map((name, i) => [name, i]));
  const columns = features.map((name) => numbers.get(name) as number);
  const samples = rows.map((row) => Float64Array.from(columns, (column) => row.features[column] as number));
  const gram = gramOf(samples);
  return {
    rows,
    features,
    samples,
    searchKernel: kernelGram(gram, SEARCH_SETTINGS.kernel),
    typeKernel: kernelGram(gram, TYPE_SETTINGS.kernel),
    groups: joinedGroups(
      rows.map(({ site }) => site),
      rows.map(({ copy }) => copy),
    ),
    types: rows.map(({ type }) => type),
  };
}

/** A machine over rows of a workbench: multipliers by row number. */
export interface RowMachine {
  readonly members: readonly number[];
  readonly coefficients: Float64Array;
  readonly bias: number;
}

/** One row a fingerprint: copies would count as evidence many times. Missing forms have nothing to learn from. */
export function distinct(rows: readonly FormRow[], members: readonly number[]): number[] {
  const seen = new Set<string>();
  return members.filter((i) => {
    const row = rows[i] as FormRow;
    if (row.missing || seen.has(row.copy)) return false;
    seen.add(row.copy);
    return true;
  });
}

const LINEAR: Kernel = { kind: 'linear' };

export function trainRows(
  kernel: Gram,
  members: readonly number[],
  positive: (i: number) => boolean,
  cost: number,
): RowMachine {
  const labels = members.map((i) => (positive(i) ? 1 : -1));
  const { alphas, bias } = solveDual(rowsFromGram(kernel, members, LINEAR), labels, { cost });
  const support = members.map((_, j) => j).filter((j) => (alphas[j] as number) > 0);
  return {
    members: support.map((j) => members[j] as number),
    coefficients: Float64Array.from(support, (j) => (alphas[j] as number) * (labels[j] as number)),
    bias,
  };
}

export function decideRow({ size, products }: Gram, machine: RowMachine, i: number): number {
  let sum = machine.bias;
  machine.members.forEach((member, j) => {
    sum += (machine.coefficients[j] as number) * (products[i * size + member] as number);
  });
  return sum;
}

export interface SearchMachine {
  readonly machine: RowMachine;
  readonly sigmoid: Sigmoid;
}

/** The search machine on some rows, calibrated on decisions of inner folds that did not see the row. */
export function trainSearch(bench: Workbench, members: readonly number[], seed: number): SearchMachine {
  const { searchKernel, types, groups } = bench;
  const isSearch = (i: number): boolean => types[i] === 'search';
  const inner = stratifiedGroupFolds(
    members.map((i) => types[i] as string),
    members.map((i) => groups[i] as string),
    { folds: INNER_FOLDS, seed },
  );
  const decisions = new Float64Array(members.length);
  for (let fold = 0; fold < INNER_FOLDS; fold++) {
    const machine = trainRows(
      searchKernel,
      members.filter((_, j) => inner[j] !== fold),
      isSearch,
      SEARCH_SETTINGS.cost,
    );
    members.forEach((i, j) => {
      if (inner[j] === fold) decisions[j] = decideRow(searchKernel, machine, i);
    });
  }
  const sigmoid = fitSigmoid(
    decisions,
    members.map((i) => (isSearch(i) ? 1 : -1)),
  );
  return { machine: trainRows(searchKernel, members, isSearch, SEARCH_SETTINGS.cost), sigmoid };
}

export interface TypeMachine {
  readonly type: FormType;
  readonly machine: RowMachine;
}

/** One against the rest for each type that is not search, among forms that are not search either. */
export function trainTypes({ typeKernel, types }: Workbench, members: readonly number[]): TypeMachine[] {
  const others = members.filter((i) => types[i] !== 'search');
  return FORM_TYPES.filter((type) => type !== 'search' && others.some((i) => types[i] === type)).map(
    (type) => ({
      type,
      machine: trainRows(typeKernel, others, (i) => types[i] === type, TYPE_SETTINGS.cost),
    }),
  );
}

export function bestType({ typeKernel }: Workbench, machines: readonly TypeMachine[], i: number): FormType {
  let best: FormType = 'other';
  let most = -Infinity;
  for (const { type, machine } of machines) {
    const decision = decideRow(typeKernel, machine, i);
    if (decision > most) {
      most = decision;
      best = type;
    }
  }
  return best;
}

/** Trains on all rows and makes the content of `models/forms.json`. */
export function trainModel(bench: Workbench, seed: number): FormsModelFile {
  const members = distinct(
    bench.rows,
    bench.rows.map((_, i) => i),
  );
  const { machine, sigmoid } = trainSearch(bench, members, seed);
  return {
    format: 'fieldfare-forms',
    version: 1,
    features: [...bench.features],
    search: { ...pack(modelOf(bench, machine, SEARCH_SETTINGS.kernel)), sigmoid },
    types: trainTypes(bench, members).map((entry) => ({
      type: entry.type,
      ...pack(modelOf(bench, entry.machine, TYPE_SETTINGS.kernel)),
    })),
  };
}

function modelOf(
  { samples }: Workbench,
  { members, coefficients, bias }: RowMachine,
  kernel: Kernel,
): SvmModel {
  return collapse({ kernel, coefficients, bias, vectors: members.map((i) => samples[i] as Float64Array) });
}

/** Searchable by the calibrated machine: the probability of the decision is at least one half. */
export const saysSearch = ({ machine, sigmoid }: SearchMachine, kernel: Gram, i: number): boolean =>
  probability(sigmoid, decideRow(kernel, machine, i)) >= 0.5;
