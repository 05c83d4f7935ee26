import type { Candidate } from './url-table.ts';

const MOST = 50_000;

/** Holds front pages that abandoned sites point to; they are drawn when nothing better is left. */
export class LowPriorityQueue {
  private readonly fronts = new Map<string, Candidate>();

  get size(): number {
    return this.fronts.size;
  }

  add(front: Candidate): void {
    if (this.fronts.size < MOST && !this.fronts.has(front.site)) this.fronts.set(front.site, front);
  }

  /** Takes the most promising front pages of sites that are not known yet. @param score larger comes first */
  draw(
    count: number,
    isKnown: (site: string) => boolean,
    score: (front: Candidate) => number,
  ): readonly Candidate[] {
    const fronts = [...this.fronts.values()].filter(({ site }) => !isKnown(site));
    const ranked = fronts
      .map((front) => ({ front, score: score(front) }))
      .sort((a, b) => b.score - a.score || (a.front.site < b.front.site ? -1 : 1))
      .slice(0, count)
      .map(({ front }) => front);
    if (ranked.length === 0) this.fronts.clear();
    for (const { site } of ranked) this.fronts.delete(site);
    return ranked;
  }
}
