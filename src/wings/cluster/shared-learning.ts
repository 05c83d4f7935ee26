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
  /** What the strategy has learnt from. */
  readonly learnt: History;
  /** Of the whole run, read anew. */
  readonly history: History;
}

/** What waits in a run. */
interface WaitingSites {
  /** What the best address of each site is worth. */
  readonly scores: ReadonlyMap<string, number>;
  /** Sites whose front page waits. */
  readonly unvisited: number;
}

/** What a strategy learns where several processes explore the sites of a run. */
export class SharedLearning {
  private readonly parts: LearningParts;

  constructor(parts: LearningParts) {
    this.parts = parts;
  }

  /** Whether an order is made, so that what others read bears on it. */
  get isNeeded(): boolean {
    return !this.parts.learners.strategy.exhaustive;
  }

  /** The pages of the run that were kept since this was last asked. @param told pages that are left out */
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

  /** Scores all that waits in the run. */
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

  /** What the best address of a site is worth that this process has; undefined where none waits. */
  scoreOf(site: string): number | undefined {
    return this.parts.learners.frontier.bestOf(site);
  }
}

/** Of a row of the store that has more. */
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
