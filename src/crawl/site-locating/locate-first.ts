import type { Topic } from '../../foundation/topics/index.ts';
import type { Candidate } from '../frontier/index.ts';
import type { DiscoveredPage, Learnt, Lesson, ReadPage, Strategy } from '../strategies/index.ts';

/** More than any two links differ in score. */
const HELD_BACK = 1e6;

/**
 * Delays in-site exploring until so many new sites have been located (paper 004: 80 new URLs, then in-site searching).
 * Until then front pages, and their redirects, come before all links within sites.
 * @param located sites discovered so far that are no seeds
 */
export function locateFirst(strategy: Strategy, newSites: number, located: () => number): Strategy {
  return newSites === 0 ? strategy : new LocatingFirst(strategy, newSites, located);
}

class LocatingFirst implements Strategy {
  private readonly inner: Strategy;
  private readonly newSites: number;
  private readonly located: () => number;
  private exploring = false;

  constructor(inner: Strategy, newSites: number, located: () => number) {
    this.inner = inner;
    this.newSites = newSites;
    this.located = located;
  }

  get name(): string {
    return this.inner.name;
  }

  get exhaustive(): boolean {
    return this.inner.exhaustive;
  }

  get directoryPenalty(): number {
    return this.inner.directoryPenalty;
  }

  get reverseSearch(): boolean {
    return this.inner.reverseSearch;
  }

  explores(topic: Topic): boolean {
    return this.inner.explores(topic);
  }

  score(link: Candidate): number {
    const score = this.inner.score(link);
    return this.exploring || link.kind !== 'link' ? score : score - HELD_BACK;
  }

  discovered(page: DiscoveredPage): void {
    this.inner.discovered(page);
  }

  read(page: ReadPage): Lesson {
    const lesson = this.inner.read(page);
    if (this.exploring || this.located() < this.newSites) return lesson;
    this.exploring = true;
    return { ...lesson, relearned: true };
  }

  learnt(): Learnt | undefined {
    return this.inner.learnt?.();
  }

  siteScoreOffset(site: string): number {
    return this.inner.siteScoreOffset(site);
  }
}
