import { agreementOf, fleissKappa } from './kappa.ts';
import type { Ratings } from './rating-sheets.ts';

/** The ratings of the decisions on a topic. */
export interface RatedTopic {
  readonly topic: string;
  /** Pages of the sample that were accepted. */
  readonly accepted: number;
  /** Counts for each rater how many of them are about the topic (paper 003, tables 10 and 11). */
  readonly raters: readonly { readonly name: string; readonly relevant: number }[];
  /** Mean over the raters of relevant / accepted; null where nothing was accepted. */
  readonly harvestRatio: number | null;
  readonly kappa: number;
  readonly agreement: string;
}

/** Computes harvest ratio by rater and agreement of the raters for each topic. */
export function rateTopics({ pages, raters }: Ratings): RatedTopic[] {
  return [...new Set(pages.map(({ topic }) => topic))].map((topic) => {
    const own = pages.flatMap((page, i) => (page.topic === topic ? [i] : []));
    const accepted = own.filter((i) => pages[i]?.accepted);
    const relevant = raters.map(({ name, answers }) => ({
      name,
      relevant: accepted.filter((i) => answers[i]).length,
    }));
    const kappa = fleissKappa(
      own.map((i) => {
        const yes = raters.filter(({ answers }) => answers[i]).length;
        return [yes, raters.length - yes];
      }),
    );
    return {
      topic,
      accepted: accepted.length,
      raters: relevant,
      harvestRatio:
        accepted.length === 0
          ? null
          : relevant.reduce((sum, one) => sum + one.relevant, 0) / raters.length / accepted.length,
      kappa,
      agreement: agreementOf(kappa),
    };
  });
}
