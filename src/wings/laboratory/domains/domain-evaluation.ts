import { mean, sampleStandardDeviation } from 'simple-statistics';
import { ENOUGH_CASES, stratifiedGroupFolds } from '../../../foundation/learning/index.ts';
import type { FoldOptions } from '../forms/cross-validation.ts';
import { markdownTable, TYPE_HEADS, textTable, typeRows } from '../forms/score-report.ts';
import { groupBootstrap, type MultiScores, multiScores } from '../learning/metrics.ts';
import type { DomainMachines } from '../models/model-text.ts';
import type { DomainRow } from './domain-rows.ts';
import { DOMAIN_CLASSES, type FormDomainName } from './domain-rows.ts';
import { type DomainLessons, domainOfRow, trainDomains } from './domain-training.ts';

interface DomainScores {
  readonly n: number;
  readonly sites: number;
  /** Mean F1 of the domains (“other” among them) that have ten forms or more. */
  readonly macroF1: number;
  /** 95 % by sites, of the first deal. */
  readonly macroF1Interval: readonly [number, number];
  readonly accuracy: number;
  /** Standard deviation of the macro F1 over deals of the sites; 0 for a finished model. */
  readonly spread: number;
  /** Scores the first deal. */
  readonly detail: MultiScores;
  /** Forms misjudged in the first split: identity, true domain, predicted domain. */
  readonly errors: readonly { readonly form: string; readonly truth: string; readonly said: string }[];
}

/**
 * Folds grouped by site over the real rows; practice rows and those about none of the domains only ever train. Machines of
 * folds share two numbers each, the sigmoid, with machines of all rows.
 * @param like machines of all rows, where they are there already
 */
export function crossValidateDomains(
  { rows, extra, none }: DomainLessons,
  { folds, seeds, seed, onFold }: FoldOptions,
  like: DomainMachines = trainDomains({ rows, extra, none }, { seed }),
): DomainScores {
  const deals = Array.from({ length: seeds }, (_, repeat) => {
    const dealt = stratifiedGroupFolds(
      rows.map(({ domain }) => domain),
      rows.map(({ site }) => site),
      { folds, seed: seed + repeat },
    );
    const said: FormDomainName[] = rows.map(() => 'other');
    for (let fold = 0; fold < folds; fold++) {
      const machines = trainDomains(
        { rows: rows.filter((_, i) => dealt[i] !== fold), extra, none },
        { like },
      );
      rows.forEach(({ features }, i) => {
        if (dealt[i] === fold) said[i] = domainOfRow(machines, features);
      });
      onFold?.(repeat * folds + fold + 1, folds * seeds);
    }
    return said;
  });
  return scoresOf(rows, deals);
}

/** Scores of sites outside the domains, with machines trained on the other sites. */
interface NoneScores {
  readonly sites: number;
  readonly forms: number;
  /** Forms called something, each by the share of its pages on which it is. */
  readonly claimed: number;
  readonly claims: readonly { readonly form: string; readonly said: string }[];
}

/** Leaves out one site outside the domains at a time, and classifies its forms. */
export function leaveOneSiteOut({ rows, extra, none }: DomainLessons, like: DomainMachines): NoneScores {
  const sites = [...new Set(none.map(({ site }) => site))];
  const pages = Map.groupBy(none, ({ form }) => form);
  const claims: { form: string; said: string }[] = [];
  for (const site of sites) {
    const machines = trainDomains({ rows, extra, none: none.filter((row) => row.site !== site) }, { like });
    for (const { form, site: at, features } of none) {
      const said = at === site ? domainOfRow(machines, features) : 'other';
      if (said !== 'other') claims.push({ form, said });
    }
  }
  return {
    sites: sites.length,
    forms: pages.size,
    claimed: claims.reduce((sum, { form }) => sum + 1 / (pages.get(form)?.length ?? 1), 0),
    claims,
  };
}

export const noneScoresText = ({ sites, forms, claimed }: NoneScores): string =>
  `${forms} forms of ${sites} sites about none of the domains, each judged by machines that never saw its site: ${claimed.toFixed(1)} called something`;

/** Returns what finished machines say of rows; honest only where they were not trained on them. */
export const scoreDomains = (machines: DomainMachines, rows: readonly DomainRow[]): DomainScores =>
  scoresOf(rows, [rows.map(({ features }) => domainOfRow(machines, features))]);

function scoresOf(rows: readonly DomainRow[], deals: readonly (readonly FormDomainName[])[]): DomainScores {
  const truth = rows.map(({ domain }) => domain);
  const runs = deals.map((said) => multiScores(truth, said, DOMAIN_CLASSES));
  const macros = runs.map((run) => macroF1(run));
  const [first = []] = deals;
  const interval = groupBootstrap(
    rows.map(({ site }) => site),
    (members) =>
      macroF1(
        multiScores(
          members.map((i) => truth[i] as string),
          members.map((i) => first[i] as string),
          DOMAIN_CLASSES,
        ),
        runs[0],
      ),
    { rounds: 500, seed: 1 },
  );
  return {
    n: rows.length,
    sites: new Set(rows.map(({ site }) => site)).size,
    macroF1: mean(macros),
    macroF1Interval: interval,
    accuracy: mean(runs.map(({ accuracy }) => accuracy)),
    spread: macros.length > 1 ? sampleStandardDeviation(macros) : 0,
    detail: runs[0] as MultiScores,
    errors: rows.flatMap(({ form, domain }, i) =>
      first[i] === domain ? [] : [{ form, truth: domain, said: first[i] ?? 'other' }],
    ),
  };
}

/** @param whole scores that say which domains have enough forms, where these are of a sample */
function macroF1(scores: MultiScores, whole: MultiScores = scores): number {
  const counted = scores.classes.filter((_, i) => (whole.classes[i]?.support ?? 0) >= ENOUGH_CASES);
  return counted.length === 0 ? 0 : mean(counted.map(({ f1 }) => f1));
}

const three = (value: number): string => value.toFixed(3);
const HEADS = ['domain', ...TYPE_HEADS.slice(1)];

const leadOf = ({
  n,
  sites,
  macroF1: macro,
  macroF1Interval: [low, high],
  accuracy,
  spread,
}: DomainScores): string =>
  `${n} search forms of ${sites} sites: accuracy ${three(accuracy)}, macro F1 over the domains with ${ENOUGH_CASES} forms or more ${three(macro)}${spread > 0 ? ` ± ${three(spread)}` : ''} (95 % by sites ${three(low)}–${three(high)})`;

export function domainScoresText(scores: DomainScores): string {
  const { classes, confusion } = scores.detail;
  return `${[
    leadOf(scores),
    textTable(HEADS, typeRows(scores.detail)),
    textTable(
      ['actual \\ predicted', ...classes.map(({ name }) => name)],
      classes.map(({ name }, i) => [name, ...(confusion[i] ?? [])]),
    ),
  ].join('\n\n')}\n`;
}

export const domainScoresMarkdown = (scores: DomainScores): string =>
  `${leadOf(scores)}.\n\n${markdownTable(HEADS, typeRows(scores.detail))}`;
