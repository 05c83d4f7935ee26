import { storedPages } from '../../../crawl/in-site-exploring/index.ts';
import { KeywordCounter } from '../../../foundation/topics/index.ts';
import type { Store, VisitRow } from '../../../storage/index.ts';
import type { ThresholdRow } from '../reports/comparison-report.ts';

interface ScoredAnchorText {
  readonly keywords: readonly string[];
  readonly domains: readonly string[];
  readonly threshold: number;
}

interface JudgedPage {
  readonly score: number;
  readonly relevant: boolean;
  readonly level: number;
}

/**
 * Tells of the pages of an `anchor-text` run, for each threshold, what following only links above it would have kept (S1)
 * and left out (S2); last, what a crawl without focus would, that follows as many links as are above the threshold of the run.
 */
export async function thresholdScores(
  store: Store,
  runId: number,
  anchorText: ScoredAnchorText,
  thresholds: readonly number[],
): Promise<Omit<ThresholdRow, 'anchorText'>[]> {
  const isRelevant = relevanceOf(anchorText);
  const levels = new Map<number, number>();
  const judged: JudgedPage[] = [];
  for await (const rows of storedPages(store, runId)) {
    for (const row of rows) {
      const level = row.parent === 0 ? 0 : (levels.get(row.parent) ?? 0) + (row.kind === 'redirect' ? 0 : 1);
      levels.set(row.id, level);
      if (row.rendered_by !== 'none' && row.parent !== 0)
        judged.push({ score: row.relevancy ?? 0, relevant: isRelevant(row), level });
    }
  }
  const focused = (threshold: number) => judged.filter(({ score }) => score > threshold);
  const score = (kept: readonly JudgedPage[]) => scoreOf(kept, judged);
  const { threshold } = anchorText;
  const breadthFirst = judged.toSorted((a, b) => a.level - b.level).slice(0, focused(threshold).length);
  return [
    ...[...new Set([...thresholds, threshold])].map((one) => ({
      focused: true,
      threshold: one,
      ...score(focused(one)),
    })),
    { focused: false, threshold, ...score(breadthFirst) },
  ];
}

/**
 * Says whether a page is about what the keywords name. Where one of them is the name of a domain, the topic classifier
 * decides; else its title, which the score does not know, must hold all of them.
 */
function relevanceOf({ keywords, domains }: ScoredAnchorText): (row: VisitRow) => boolean {
  const counter = new KeywordCounter(keywords);
  const named = domains.filter((name) =>
    [...new KeywordCounter([name]).keywords].every((word) => counter.keywords.has(word)),
  );
  if (named.length > 0) return ({ domain }) => domain !== null && named.includes(domain);
  return ({ title }) => counter.allIn(title);
}

function scoreOf(kept: readonly JudgedPage[], all: readonly JudgedPage[]) {
  const right = kept.filter(({ relevant }) => relevant).length;
  const relevant = all.filter((page) => page.relevant).length;
  const rightlyLeft = all.length - kept.length - (relevant - right);
  const share = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);
  return {
    retrieved: kept.length,
    precision: share(right, kept.length),
    recall: share(right, relevant),
    accuracy: share(right + rightlyLeft, all.length),
    relevant,
    judged: all.length,
  };
}
