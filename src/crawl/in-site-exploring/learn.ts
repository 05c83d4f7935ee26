import type { PersistedForm } from '../../library/index.ts';
import type { PageRow, Store } from '../../storage/index.ts';
import type { PostQueryKind } from '../../submissions/index.ts';
import type { PageAnalysis } from '../analysis/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Frontier, Lease } from '../frontier/index.ts';
import type { SeedSearch, SiteFrontier } from '../site-locating/index.ts';
import type { DiscoveredPage, Strategy } from '../strategies/index.ts';

/** Describes a page for the strategy before its links are ranked. */
export const discoveredPage = (
  lease: Lease,
  reading: Pick<PageAnalysis, 'topic' | 'mentions'> | undefined,
): DiscoveredPage => ({
  id: lease.id,
  link: lease,
  isPage: reading !== undefined,
  topic: {
    similarity: reading?.topic.similarity ?? 0,
    wanted: reading?.topic.step === 1,
    step: reading?.topic.step ?? 3,
  },
  mentions: reading?.mentions ?? 0,
});

/**
 * Says whether rankers of sites and links are rewarded for a form: for one that showed records when an earlier run
 * queried it, whatever the judge says; for none that never answered (post-query teaches where to look: papers 002 and
 * 004).
 */
export const countsAsFound = (searchable: boolean, answered: PostQueryKind | undefined): boolean =>
  answered === 'confirmed' || (searchable && answered !== 'no-answer');

export interface Learners {
  readonly frontier: Frontier;
  readonly sites: SiteFrontier;
  readonly store: Store;
  readonly strategy: Strategy;
  readonly searching: SeedSearch;
  /** Holds what earlier runs of this storage know of forms by their answers. */
  readonly answered: ReadonlyMap<string, PostQueryKind>;
  /** Pages that the strategy has learnt from, where others read pages of the run, too; its leader locates sites then. */
  readonly known?: Set<number> | undefined;
  emit(event: HarvestEvent): void;
}

/** Lets the strategy learn from a page that was kept, and tells the frontier what follows from it. */
export async function learn(
  learners: Learners,
  lease: Lease,
  discovered: DiscoveredPage,
  page: PageRow,
  stored: readonly PersistedForm[],
): Promise<void> {
  const { frontier, sites, strategy, answered, known } = learners;
  known?.add(page.id);
  const newForms = stored.filter(
    ({ isNew, formId, verdict, domain }) =>
      isNew &&
      countsAsFound(verdict.searchable, answered.get(formId)) &&
      sites.isWanted(domain, discovered.topic.wanted),
  ).length;
  if (newForms > 0) {
    sites.graph.isDeep(lease.site);
    frontier.rewarded(lease);
  }
  const ms = page.fetch_ms + (page.render_ms ?? 0);
  const { siteScoreOffset, relearned } = strategy.read({ ...discovered, newForms, bytes: page.bytes, ms });
  if (siteScoreOffset !== undefined)
    frontier.setSiteScoreOffset(siteScoreOffset.site, siteScoreOffset.offset);
  if (relearned) await keepLearnt(learners);
  if (known === undefined) await locate(learners, relearned);
  if (relearned) await frontier.rescore();
}

/** Keeps what the strategy goes by as it stood after it learnt first and last. */
async function keepLearnt({ store, strategy, sites: { runId } }: Learners): Promise<void> {
  const last = strategy.learnt?.();
  if (last === undefined) return;
  const kept = (await store.runs.get(runId))?.learnt;
  const first: unknown = kept ? JSON.parse(kept).first : last;
  await store.transaction((trx) => trx.runs.update(runId, { learnt: JSON.stringify({ first, last }) }));
}

/** Unvisited sites below which more are looked for. */
const FEW_SITES = 20;

/**
 * Site locating goes on: centre pages are looked for in our own link graph after learning and when few sites are left to
 * visit (reverse search); where there are still few, the low-priority queue is drawn on.
 * @param waiting sites of the run whose front page waits, where this process has not all of them
 */
export async function locate(learners: Learners, learnt: boolean, waiting?: number): Promise<void> {
  const { frontier, sites, store, strategy, emit } = learners;
  const unvisited = () => waiting ?? sites.unvisited;
  if (!strategy.reverseSearch || (!learnt && unvisited() >= FEW_SITES)) return;
  if (sites.graph.changed()) {
    const centres = await store.transaction((trx) => sites.openCentres(trx, frontier));
    for (const site of centres) emit({ type: 'centre', site });
  }
  if (unvisited() < FEW_SITES) {
    const linking = await learners.searching.linking(sites.graph.deepSites);
    if (linking.length > 0)
      await store.transaction((trx) => sites.admitCandidates(trx, frontier, linking, 'centre'));
  }
  // Half of them at once: each time the whole queue is ranked.
  if (unvisited() > FEW_SITES / 2 || sites.lowPriority === 0) return;
  await store.transaction((trx) => sites.drawLow(trx, frontier, FEW_SITES - unvisited()));
}
