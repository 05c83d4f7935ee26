import {
  decisionOf,
  fitSigmoid,
  type Sigmoid,
  type SvmModel,
  stratifiedGroupFolds,
  trainSvm,
} from '../../learning/index.ts';
import { FORM_DOMAINS, type FormDomainName, pairOf } from './domain-features.ts';
import type { DomainRow } from './domain-rows.ts';

export interface DomainSettings {
  readonly cost: number;
  /** What a mistake on a generated form costs, where one on a real form costs 1. */
  readonly extraWeight: number;
}

/** Chosen by cross-validation on the real forms. */
export const DOMAIN_SETTINGS: DomainSettings = { cost: 1, extraWeight: 0.3 };

/** Says of a form and one domain whether the form is about it. */
export interface PairMachine {
  readonly svm: SvmModel;
  readonly sigmoid: Sigmoid;
}

/**
 * Goods are told by prices and carts, everything else by its words: two machines. The second is shared by all other
 * domains, which pools the few real forms that each of them has and lets it judge domains that nobody labelled forms of.
 */
export interface DomainMachines {
  readonly goods: PairMachine;
  readonly subject: PairMachine;
}

export const GOODS = 'product';
const INNER_FOLDS = 5;
/** Finer changes no verdict. */
const TOLERANCE = 1e-2;

interface Pairs {
  readonly samples: readonly Float64Array[];
  readonly labels: readonly number[];
  readonly weights: readonly number[];
  readonly sites: readonly string[];
}

/** @param extra rows of practice webs, at a smaller weight; @param calibrate false leaves probabilities out */
export function trainDomains(
  rows: readonly DomainRow[],
  extra: readonly DomainRow[],
  {
    seed = 1,
    calibrate = true,
    ...settings
  }: Partial<DomainSettings> & { seed?: number; calibrate?: boolean } = {},
): DomainMachines {
  const { cost, extraWeight } = { ...DOMAIN_SETTINGS, ...settings };
  const on = (isGoods: boolean): PairMachine => {
    const pairs = pairsOf(rows, extra, extraWeight, (name) => (name === GOODS) === isGoods);
    const all = pairs.samples.map((_, i) => i);
    const sigmoid = calibrate ? calibrated(pairs, cost, seed) : { slope: -1, offset: 0 };
    return { svm: machineOn(pairs, all, cost), sigmoid };
  };
  return { goods: on(true), subject: on(false) };
}

function pairsOf(
  rows: readonly DomainRow[],
  extra: readonly DomainRow[],
  extraWeight: number,
  wanted: (name: string) => boolean,
): Pairs {
  const at = FORM_DOMAINS.flatMap((name, i) => (wanted(name) ? [{ name, i }] : []));
  const pairs = [...rows, ...extra].flatMap((row, number) =>
    at.map(({ name, i }) => ({
      sample: pairOf(row.features, i),
      label: row.domain === name ? 1 : -1,
      weight: number < rows.length ? 1 : extraWeight,
      site: row.site,
    })),
  );
  return {
    samples: pairs.map(({ sample }) => sample),
    labels: pairs.map(({ label }) => label),
    weights: pairs.map(({ weight }) => weight),
    sites: pairs.map(({ site }) => site),
  };
}

/** The pairs that belong together are few: they weigh more, by the square root of how few. */
function machineOn({ samples, labels, weights }: Pairs, members: readonly number[], cost: number): SvmModel {
  const sum = (sign: number): number =>
    members.reduce((total, i) => total + (labels[i] === sign ? (weights[i] as number) : 0), 0);
  const boost = Math.max(1, Math.sqrt(sum(-1) / Math.max(1, sum(1))));
  return trainSvm(
    members.map((i) => samples[i] as Float64Array),
    members.map((i) => labels[i] as number),
    {
      kernel: { kind: 'linear' },
      cost,
      weights: members.map((i) => (weights[i] as number) * (labels[i] === 1 ? boost : 1)),
      tolerance: TOLERANCE,
    },
  );
}

/** By decisions on sites that a machine has not seen. */
function calibrated(pairs: Pairs, cost: number, seed: number): Sigmoid {
  const folds = stratifiedGroupFolds(pairs.labels.map(String), pairs.sites, { folds: INNER_FOLDS, seed });
  const decisions = new Float64Array(pairs.samples.length);
  for (let fold = 0; fold < INNER_FOLDS; fold++) {
    const seen = pairs.samples.map((_, i) => i).filter((i) => folds[i] !== fold);
    const machine = machineOn(pairs, seen, cost);
    pairs.samples.forEach((sample, i) => {
      if (folds[i] === fold) decisions[i] = decisionOf(machine, sample);
    });
  }
  return fitSigmoid(decisions, pairs.labels);
}

/** The domain of the highest decision above zero; `other` where there is none. */
export function domainOfRow({ goods, subject }: DomainMachines, features: Float64Array): FormDomainName {
  let best: FormDomainName = 'other';
  let most = 0;
  FORM_DOMAINS.forEach((name, i) => {
    const decision = decisionOf((name === GOODS ? goods : subject).svm, pairOf(features, i));
    if (decision > most) [best, most] = [name, decision];
  });
  return best;
}
