import {
  type FormsModel,
  featuresOf,
  findRejection,
  judgeFeatures,
  judgeForm,
  ruleFacts,
  termCounts,
  wordsOf,
} from '../../../forms/index.ts';
import type { LabelledForm } from './rows.ts';

/** Milliseconds of processor time a form, once the code is warm, in the order of `ModelScores.arms`. */
export type JudgingTime = readonly [together: number, classifier: number, rules: number];

/** Undefined where there are only rows. Measures processor time, which other load does not change. */
export function judgingTime(labelled: readonly LabelledForm[], model: FormsModel): JudgingTime | undefined {
  const found = labelled.flatMap(({ form, context }) => (form === undefined ? [] : [{ form, context }]));
  if (found.length === 0) return undefined;
  const each = (judge: (at: (typeof found)[number]) => unknown): number => {
    for (const at of found) judge(at);
    const start = process.cpuUsage();
    for (const at of found) judge(at);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000 / found.length;
  };
  return [
    each(({ form, context }) => judgeForm(form, model, { context })),
    each(({ form, context }) => {
      const words = wordsOf(form, context);
      return judgeFeatures(
        model,
        featuresOf(form, context, words),
        model.terms.length > 0 ? termCounts(words) : undefined,
      );
    }),
    each(({ form, context }) => findRejection(form, {}, ruleFacts(form, wordsOf(form, context)))),
  ];
}
