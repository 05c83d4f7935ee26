import type { Store } from '../../storage/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import { AnchorText, type StrategyContext } from '../strategies/index.ts';
import { keptPages, metBefore } from './replay-history.ts';

/** How a threshold of the relevancy score would have told relevant pages from others, in per cent (paper 001, table 3). */
interface ThresholdScore {
  readonly threshold: number;
  readonly retrieved: number;
  readonly precision: number;
  readonly recall: number;
  readonly accuracy: number;
}

/**
 * Goes through the pages of an `anchor-text` run in their order, with the score that each link had when its page came,
 * and tells for each threshold what following only links above it would have kept (S1) and left out (S2). A page is
 * relevant if the topic classifier says that it is about a wanted domain, which the score does not know.
 */
export async function thresholdScores(
  store: Store,
  runId: number,
  context: Pick<StrategyContext, 'wanted' | 'keywords'> & Pick<ResolvedOptions, 'anchorWeights'>,
  thresholds: readonly number[],
): Promise<ThresholdScore[]> {
  const strategy = new AnchorText(context, { ...context, anchorThreshold: 0 });
  const wanted = new Set(context.wanted.map(({ name }) => name));
  const judged: { readonly score: number; readonly relevant: boolean }[] = [];
  for await (const rows of keptPages(store, runId)) {
    for (const row of rows) {
      const relevant = wanted.has(row.domain ?? '');
      const met = metBefore(row, relevant);
      if (met.isPage && row.parent !== 0) judged.push({ score: strategy.relevancy(met.link), relevant });
      strategy.met(met);
      strategy.read({ ...met, newForms: 0, bytes: row.bytes, ms: row.fetch_ms });
    }
  }
  return thresholds.map((threshold) => scoreAt(judged, threshold));
}

function scoreAt(
  judged: readonly { readonly score: number; readonly relevant: boolean }[],
  threshold: number,
): ThresholdScore {
  const kept = judged.filter(({ score }) => score > threshold);
  const right = kept.filter(({ relevant }) => relevant).length;
  const relevant = judged.filter((page) => page.relevant).length;
  const rightlyLeft = judged.length - kept.length - (relevant - right);
  const share = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);
  return {
    threshold,
    retrieved: kept.length,
    precision: share(right, kept.length),
    recall: share(right, relevant),
    accuracy: share(right + rightlyLeft, judged.length),
  };
}
