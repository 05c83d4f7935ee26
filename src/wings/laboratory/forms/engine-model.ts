import { USUAL_K } from '../../../forms/index.ts';
import {
  type Kernel,
  type Sigmoid,
  type SvmModel,
  seededRandom,
  shuffled,
  stratifiedGroupFolds,
} from '../../../foundation/learning/index.ts';
import { ClassifierError } from '../learning/classifier-error.ts';
import { fitSigmoid } from '../learning/platt.ts';
import { collapseToLinear, decisionOf } from '../learning/svm.ts';
import { ML_SVM_SAMPLES, openSvmEngine, type SvmEngineName } from '../learning/svm-engines.ts';
import { formatRows, type TrainingRow } from './rows.ts';
import { distinctRows, type Workbench } from './training.ts';

const INNER_FOLDS = 5;
/** A training that takes longer than this is given up between two of its machines. */
const MOST_SECONDS = 600;

export interface EngineMachine {
  readonly svm: SvmModel;
  readonly sigmoid: Sigmoid;
  readonly trainedOn: number;
  readonly warnings: readonly string[];
}

/**
 * Trains the search machine by an engine on one copy of each form, and calibrates it on inner folds by site as ours is.
 * @throws {ClassifierError} where data or settings are known to make the engine fail, or it takes too long
 */
export async function trainMachine(
  bench: Workbench,
  { engine, kernel, cost, seed }: { engine: SvmEngineName; kernel: Kernel; cost: number; seed: number },
): Promise<EngineMachine> {
  const train = await openSvmEngine(engine);
  const members = membersFor(engine, bench, seed);
  const sampleOf = (i: number): Float64Array => bench.search.samples[i] as Float64Array;
  const signOf = (i: number): number => (bench.types[i] === 'search' ? 1 : -1);
  const warnings = new Set<string>();
  const start = performance.now();
  const machineOn = (some: readonly number[]): SvmModel => {
    if (performance.now() - start > MOST_SECONDS * 1_000)
      throw new ClassifierError(
        `${engine} takes more than ${MOST_SECONDS} s on these forms; use the engine smo`,
      );
    const made = train(some.map(sampleOf), some.map(signOf), { kernel, cost, seed });
    for (const warning of made.warnings) warnings.add(warning);
    return made.model;
  };
  const inner = stratifiedGroupFolds(
    members.map((i) => bench.types[i] as string),
    members.map((i) => bench.groups[i] as string),
    { folds: INNER_FOLDS, seed },
  );
  const decisions = new Float64Array(members.length);
  for (let fold = 0; fold < INNER_FOLDS; fold++) {
    const machine = machineOn(members.filter((_, j) => inner[j] !== fold));
    members.forEach((i, j) => {
      if (inner[j] === fold) decisions[j] = decisionOf(machine, sampleOf(i));
    });
  }
  return {
    svm: collapseToLinear(machineOn(members)),
    sigmoid: fitSigmoid(decisions, members.map(signOf)),
    trainedOn: members.length,
    warnings: [...warnings],
  };
}

/** One copy of each form; a draw of them where the engine takes no more. */
export function membersFor(engine: string, { rows }: Workbench, seed: number): number[] {
  const distinct = distinctRows(
    rows,
    rows.map((_, i) => i),
  );
  return engine !== 'ml-svm' || distinct.length <= ML_SVM_SAMPLES
    ? distinct
    : shuffled(distinct, seededRandom(seed))
        .slice(0, ML_SVM_SAMPLES)
        .sort((a, b) => a - b);
}

/** Nearest neighbours as a file: one copy of each form, k, and how strongly each feature counts in distances. */
export function neighboursText({ all, search }: Workbench, engine: string, k = USUAL_K): string {
  const rows: TrainingRow[] = distinctRows(
    all,
    all.map((_, i) => i),
  ).map((i) => all[i] as TrainingRow);
  if (k > rows.length)
    throw new ClassifierError(`k must be between 1 and the number of forms (${rows.length}), not ${k}`);
  const [head = '', ...lines] = formatRows(rows, { urls: true }).split('\n');
  const judge = { engine, k, scales: [...search.scales] };
  return [JSON.stringify({ ...JSON.parse(head), ...judge }), ...lines].join('\n');
}
