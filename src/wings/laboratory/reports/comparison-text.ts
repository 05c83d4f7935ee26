import { textColumns } from '../../../foundation/text/index.ts';
import {
  armFigures,
  formCounts,
  meanWords,
  missedLines,
  overlapHeads,
  overlapRows,
  overlapsOf,
  seedsHeads,
  seedsRows,
} from './comparison-figures.ts';
import {
  type ComparisonReport,
  comparisonHeads,
  comparisonRows,
  THRESHOLD_HEADS,
  thresholdRows,
  thresholdWarnings,
} from './comparison-report.ts';
import { isFigures, type TrainingReport } from './training-report.ts';

/** The strategies side by side, over the seeds where there are several, and where anchor-text was one of them its thresholds. */
export function comparisonText(comparison: ComparisonReport): string {
  const table = (heads: readonly string[], rows: TrainingReport['tables'][number]['rows']) =>
    textColumns(
      heads,
      rows.map((row) => row.map(String)),
      new Set(heads.flatMap((_, i) => (isFigures(rows, i) ? i : []))),
    ).join('\n');
  const { runs } = comparison;
  const overlaps = overlapsOf(runs);
  const strategies =
    runs[0]?.seed === undefined
      ? table(comparisonHeads(runs), comparisonRows(comparison))
      : `Over the seeds, ${meanWords(runs)}\n${table(seedsHeads(runs), seedsRows(armFigures(runs)))}`;
  const shared =
    overlaps.length < 2
      ? []
      : [
          '',
          'Overlap of the relevant forms found',
          table(overlapHeads(overlaps), overlapRows(overlaps)),
          ...missedLines(overlaps),
        ];
  const parts = [strategies, '', ...comparison.terms, ...shared].join('\n');
  if (comparison.thresholds.length === 0) return `${parts}\n`;
  const thresholds = table(THRESHOLD_HEADS, thresholdRows(comparison.thresholds));
  return `${parts}\n\nanchor-text: pages kept by threshold of the relevancy score; without focus, as many as above --anchor-threshold, breadth first\n${[thresholds, ...thresholdWarnings(comparison.thresholds)].join('\n')}\n`;
}

/** The same figures for programs, with the files that were written. */
export const comparisonJson = (
  { runs, terms, thresholds }: ComparisonReport,
  files: { readonly report: string; readonly csv: string },
): Readonly<Record<string, unknown>> => ({
  compare: runs.map((one) => ({
    arm: one.arm,
    seed: one.seed,
    ...one.report.totals,
    ...(one.trueForms !== undefined && { trueSearchable: one.trueForms, trueRelevant: one.finds.length }),
    seconds: one.report.run.seconds,
    harvestRate: formCounts(one).searchable / Math.max(1, one.report.totals.pages),
    formDepths: one.report.formDepths,
    growth: one.relevant,
  })),
  terms,
  strategies: armFigures(runs),
  overlaps: overlapsOf(runs),
  thresholds,
  ...files,
});
