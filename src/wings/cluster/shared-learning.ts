import type { Candidate } from '../../crawl/frontier/index.ts';
import {
  type History,
  type Learners,
  locate,
  restoreSiteScores,
  teach,
} from '../../crawl/in-site-exploring/index.ts';
import type { ReadPage } from '../../crawl/strategies/index.ts';
import { candidatesWaiting } from './site-notes.ts';

interface LearningParts {
  readonly runId: number;
  readonly learners: Learners;
  readonly learnt: History;
  readonly history: History;
}

interface WaitingSites {
  readonly scores: ReadonlyMap<string, number>;
  /** Counts sites whose front page waits. */
  readonly unvisited: number;
}

/** Lets a strategy learn where several processes explore the sites of a run. */
export class SharedLearning {
  private readonly parts: LearningParts;

  constructor(parts: LearningParts) {
    this.parts = parts;
  }

  /** Says whether links are ordered, so that what others read bears on the order. */
  get isNeeded(): boolean {
    return !this.parts.learners.strategy.exhaustive;
  }

  /** Returns the pages of the run that were stored since the last call. @param reported pages that are left out */
  async unread(told: Iterable<number>): Promise<readonly ReadPage[]> {
    const { history } = this.parts;
    for (const id of told) history.known.add(id);
    const pages: ReadPage[] = [];
    for await (const page of history.unread()) pages.push({ ...page, link: candidateOf(page.link) });
    return pages;
  }

  /** Learns from pages that others read, and scores what waits anew. */
  async takeUp(pages: readonly ReadPage[]): Promise<void> {
    const { runId, learnt } = this.parts;
    const { store, strategy, frontier, sites } = this.parts.learners;
    const fresh = pages.filter(({ id }) => !learnt.known.has(id));
    if (fresh.length === 0) return;
    for (const page of fresh) {
      const { site } = page.link;
      if (page.newForms > 0 && !sites.graph.deepSites.has(site))
        sites.graph.add(
          site,
          (await store.sites.linksFrom(runId, site)).map(({ to_site }) => to_site),
        );
      learnt.known.add(page.id);
      teach(strategy, sites.graph, page);
    }
    restoreSiteScores(frontier, strategy, new Set(fresh.map(({ link }) => link.site)));
    await frontier.rescore();
  }

  async score(): Promise<WaitingSites> {
    const { runId } = this.parts;
    const { store, strategy } = this.parts.learners;
    const scores = new Map<string, number>();
    const unvisited = new Set<string>();
    const count = (link: Candidate) => {
      const { site, kind } = link;
      if (kind !== 'link') unvisited.add(site);
      const score = strategy.score(link) + strategy.siteScoreOffset(site);
      scores.set(site, Math.max(score, scores.get(site) ?? Number.NEGATIVE_INFINITY));
    };
    for await (const links of store.links.waiting(runId)) links.forEach(count);
    for await (const candidates of candidatesWaiting(store, runId)) candidates.forEach(count);
    return { scores, unvisited: unvisited.size };
  }

  /** Looks for further sites by what all processes have found. @param unvisited sites whose front page waits */
  async locate(unvisited: number): Promise<void> {
    const { sites, store } = this.parts.learners;
    await sites.load(store);
    await locate(this.parts.learners, true, unvisited);
  }

  /** Returns the score of the best waiting address of a site; undefined where none waits here. */
  scoreOf(site: string): number | undefined {
    return this.parts.learners.frontier.bestOf(site);
  }
}

const candidateOf = ({ url, site, kind, anchor, around, parent, depth, hops }: Candidate): Candidate => ({
  url,
  site,
  kind,
  anchor,
  around,
  parent,
  depth,
  hops,
});
