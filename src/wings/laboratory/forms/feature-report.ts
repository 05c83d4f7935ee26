import { FEATURE_NAMES } from '../../../forms/index.ts';
import { neighbourhoodWeights } from '../learning/neighbourhood.ts';
import { separabilityOf } from '../learning/separability.ts';
import { textTable } from './score-report.ts';
import { distinctRows, type Workbench } from './training.ts';

/** Says how well single features separate search forms from the others. */
interface FeatureReport {
  readonly within: number;
  readonly between: number;
  readonly ratio: number;
  /** The features of most information, the most telling first. */
  readonly features: readonly {
    readonly name: string;
    /** Bits. */
    readonly information: number;
    /** Scatter between the classes over that within them. */
    readonly ratio: number;
    /** Weight by neighbourhood component analysis among these features; 0 is left out. */
    readonly weight: number;
  }[];
}

/** Neighbourhood component analysis costs samples² × features: it is given the most telling ones only. */
const MOST = 40;
const PENALTY = 0.002;
const STEPS = 25;

/** Scatter matrices (paper 004, eq. 23–26), information gain (eq. 11) and neighbourhood components on the rows. */
export function featureReport(bench: Workbench): FeatureReport {
  const members = distinctRows(
    bench.rows,
    bench.rows.map((_, i) => i),
  );
  const samples = members.map((i) => bench.search.samples[i] as Float64Array);
  const labels = members.map((i) => (bench.types[i] === 'search' ? 'search' : 'rest'));
  const { features, ...scatter } = separabilityOf(samples, labels);
  const telling = [...features].sort((a, b) => b.information - a.information).slice(0, MOST);
  const narrowed = samples.map((sample) =>
    Float64Array.from(telling, ({ feature }) => sample[feature] as number),
  );
  const weights = neighbourhoodWeights(narrowed, labels, { penalty: PENALTY, steps: STEPS });
  return {
    ...scatter,
    features: telling.map(({ feature, information, ratio }, i) => ({
      name: FEATURE_NAMES[feature] ?? '',
      information,
      ratio,
      weight: weights[i] as number,
    })),
  };
}

export function featureReportText(report: FeatureReport): string {
  const three = (value: number): string => value.toFixed(3);
  return `${[
    'Search against the rest, distinct forms, features as they enter the machine (Kaur and others 2021, eq. 23–26):',
    `scatter within classes ${three(report.within)}, between them ${three(report.between)}, ratio ${three(report.ratio)}`,
    `The ${report.features.length} features of most information; weight by neighbourhood component analysis among them (0: left out):`,
    textTable(
      ['feature', 'information, bits', 'between / within', 'weight'],
      report.features.map(({ name, information, ratio, weight }) => [
        name,
        three(information),
        three(ratio),
        three(weight),
      ]),
    ),
  ].join('\n\n')}\n`;
}
