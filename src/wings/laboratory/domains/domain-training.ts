import { GOODS, pairOf } from '../../../forms/index.ts';
import {
  probability,
  type Sigmoid,
  type SvmModel,
  stratifiedGroupFolds,
} from '../../../foundation/learning/index.ts';
import { fitSigmoid } from '../learning/platt.ts';
import { decisionOf, trainSvm } from '../learning/svm.ts';
import type { DomainMachines, PairMachine } from '../models/model-text.ts';
import { type DomainRow, FORM_DOMAINS, type FormDomainName } from './domain-rows.ts';

interface DomainSettings {
  readonly cost: number;
  /** Holds what a mistake on a generated form costs, where one on a real form costs 1. */
  readonly extraWeight: number;
  /** Holds what mistakes on a form of the sites about none of the domains cost, over all pages that it was taken from. */
  readonly noneWeight: number;
}

/** Chosen by cross-validation on the real forms, and on sites about none of the domains by leaving one out at a time. */
const DOMAIN_SETTINGS: DomainSettings = { cost: 0.3, extraWeight: 0.3, noneWeight: 2 };

/** `thresholds.formProbability` of the shipped domains: rows know their domains by name alone. */
const DOMAIN_THRESHOLD = 0.5;

const INNER_FOLDS = 5;
/** Finer changes no verdict. */
const TOLERANCE = 1e-2;

interface Pairs {
  readonly samples: readonly Float64Array[];
  readonly labels: readonly number[];
  readonly weights: readonly number[];
  readonly sites: readonly string[];
}

/** Holds what the machines learn from. */
export interface DomainLessons {
  /** Real forms, labelled. */
  readonly rows: readonly DomainRow[];
  /** Forms of practice webs. */
  readonly extra: readonly DomainRow[];
  /** Forms of real sites outside the domains, each from several pages that show it. */
  readonly none: readonly DomainRow[];
}

interface DomainTraining extends Partial<DomainSettings> {
  readonly seed?: number;
  /** Takes over the probabilities of other machines instead of fitting its own, which costs six times as much. */
  readonly like?: DomainMachines;
}

export function trainDomains(
  lessons: DomainLessons,
  { seed = 1, like, ...settings }: DomainTraining = {},
): DomainMachines {
  const all = { ...DOMAIN_SETTINGS, ...settings };
  const on = (kind: keyof DomainMachines): PairMachine => {
    const pairs = pairsOf(weighted(lessons, all), (name) => (name === GOODS) === (kind === 'goods'));
    const members = pairs.samples.map((_, i) => i);
    const svm = machineOn(pairs, members, all.cost);
    return { svm, sigmoid: like?.[kind].sigmoid ?? calibrated(pairs, all.cost, seed) };
  };
  return { goods: on('goods'), subject: on('subject') };
}

interface WeightedRow {
  readonly row: DomainRow;
  readonly weight: number;
}

function weighted(
  { rows, extra, none }: DomainLessons,
  { extraWeight, noneWeight }: DomainSettings,
): WeightedRow[] {
  const pages = new Map<string, number>();
  for (const { form } of none) pages.set(form, (pages.get(form) ?? 0) + 1);
  return [
    ...rows.map((row) => ({ row, weight: 1 })),
    ...extra.map((row) => ({ row, weight: extraWeight })),
    ...none.map((row) => ({ row, weight: noneWeight / (pages.get(row.form) ?? 1) })),
  ];
}

function pairsOf(rows: readonly WeightedRow[], wanted: (name: string) => boolean): Pairs {
  const at = FORM_DOMAINS.flatMap((name, i) => (wanted(name) ? [{ name, i }] : []));
  const pairs = rows.flatMap(({ row, weight }) =>
    at.map(({ name, i }) => ({
      sample: pairOf(row.features, i),
      label: row.domain === name ? 1 : -1,
      weight,
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
function balanced({ labels, weights }: Pairs, members: readonly number[]): number[] {
  const sum = (sign: number): number =>
    members.reduce((total, i) => total + (labels[i] === sign ? (weights[i] as number) : 0), 0);
  const boost = Math.max(1, Math.sqrt(sum(-1) / Math.max(1, sum(1))));
  return members.map((i) => (weights[i] as number) * (labels[i] === 1 ? boost : 1));
}

const machineOn = (pairs: Pairs, members: readonly number[], cost: number): SvmModel =>
  trainSvm(
    members.map((i) => pairs.samples[i] as Float64Array),
    members.map((i) => pairs.labels[i] as number),
    { kernel: { kind: 'linear' }, cost, weights: balanced(pairs, members), tolerance: TOLERANCE },
  );

/**
 * By decisions on sites that a machine has not seen, weighed as the machine's mistakes are: the probability is that of a
 * web in which forms about the domain are not as rare as among the labelled ones, and a harvest looks for such places.
 */
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
  return fitSigmoid(
    decisions,
    pairs.labels,
    balanced(
      pairs,
      pairs.samples.map((_, i) => i),
    ),
  );
}

/** The likeliest domain; `other` where none reaches the threshold. */
export function domainOfRow({ goods, subject }: DomainMachines, features: Float64Array): FormDomainName {
  let best: FormDomainName = 'other';
  let most = DOMAIN_THRESHOLD;
  FORM_DOMAINS.forEach((name, i) => {
    const { svm, sigmoid } = name === GOODS ? goods : subject;
    const likely = probability(sigmoid, decisionOf(svm, pairOf(features, i)));
    if (likely >= most) [best, most] = [name, likely];
  });
  return best;
}
