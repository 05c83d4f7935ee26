import {
  type ClassifierSettings,
  type EngineName,
  openEngine,
  type Trainer,
} from '../learning/classifier.ts';
import { type BinaryScores, binaryScores } from '../learning/metrics.ts';
import type { FoldOptions } from './cross-validation.ts';
import { membersFor } from './engine-model.ts';
import { dealFolds, type Workbench } from './training.ts';

interface EngineOptions extends Omit<ClassifierSettings, 'seed'>, FoldOptions {
  readonly engine: EngineName;
  /** Cross-validates with the package `ml-cross-validation` besides, on the same forms. */
  readonly crossCheck: boolean;
}

/** Says how one engine tells search forms from the rest, by itself: without rules, calibration or rows of other sources. */
export interface EngineScores {
  readonly engine: EngineName;
  /** Distinct forms that were judged, drawn where the engine takes no more. */
  readonly n: number;
  readonly drawn: boolean;
  readonly folds: number;
  readonly deals: readonly BinaryScores[];
  /** Holds what is known to be wrong with these trainings. */
  readonly warnings: readonly string[];
  /** Comes from `ml-cross-validation`: its folds are dealt at random and part neither sites nor copies. */
  readonly crossCheck?: { readonly n: number; readonly accuracy: number; readonly f1: number };
}

const [SEARCH, REST] = ['search', 'rest'] as const;

/**
 * Cross-validates one engine on the features of the search machine, folds by site.
 * @throws {ClassifierError} where data or settings are known to make the engine fail
 */
export async function scoreEngine(bench: Workbench, options: EngineOptions): Promise<EngineScores> {
  const { engine, folds, seeds, seed, crossCheck, onFold = () => undefined } = options;
  const train = await openEngine(engine);
  const distinct = membersFor('any', bench, seed);
  const members = membersFor(engine, bench, seed);
  const warnings = new Set<string>();
  const trainOn = (some: readonly number[]): ReturnType<Trainer> => {
    const classifier = train(
      some.map((i) => sampleOf(bench, i)),
      some.map((i) => labelOf(bench, i)),
      options,
    );
    for (const warning of classifier.warnings) warnings.add(warning);
    return classifier;
  };
  const deals = Array.from({ length: seeds }, (_, repeat) => {
    const dealt = dealFolds(bench, folds, seed + repeat);
    const said = new Map<number, boolean>();
    for (let fold = 0; fold < folds; fold++) {
      const classifier = trainOn(members.filter((i) => dealt[i] !== fold));
      for (const i of members)
        if (dealt[i] === fold) said.set(i, classifier.classify(sampleOf(bench, i)) === SEARCH);
      onFold(repeat * folds + fold + 1, folds * seeds);
    }
    return binaryScores(
      members.map((i) => labelOf(bench, i) === SEARCH),
      members.map((i) => said.get(i) === true),
    );
  });
  return {
    engine,
    n: members.length,
    drawn: members.length < distinct.length,
    folds,
    deals,
    warnings: [...warnings],
    ...(crossCheck && { crossCheck: await checkedScores(bench, members, train, options) }),
  };
}

async function checkedScores(
  bench: Workbench,
  members: readonly number[],
  train: Trainer,
  { folds, ...settings }: EngineOptions,
): Promise<NonNullable<EngineScores['crossCheck']>> {
  const { default: library } = await import('ml-cross-validation');
  const confusion = library.kFold(
    members.map((i) => Array.from(sampleOf(bench, i))),
    members.map((i) => labelOf(bench, i)),
    folds,
    (samples, labels, tests) => {
      const classifier = train(
        samples.map((sample) => Float64Array.from(sample)),
        labels,
        settings,
      );
      return tests.map((test) => classifier.classify(Float64Array.from(test)));
    },
  );
  return {
    n: confusion.getTotalCount(),
    accuracy: confusion.getAccuracy(),
    f1: confusion.getF1Score(SEARCH),
  };
}

const sampleOf = ({ search }: Workbench, i: number): Float64Array => search.samples[i] as Float64Array;
const labelOf = ({ types }: Workbench, i: number): string => (types[i] === 'search' ? SEARCH : REST);
