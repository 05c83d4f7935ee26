import type { Store, VisitRow } from '../../storage/index.ts';
import type { PostQueryKind } from '../../submissions/index.ts';
import type { Frontier } from '../frontier/index.ts';
import type { DiscoveredPage, ReadPage, SiteGraph, Strategy } from '../strategies/index.ts';
import { countsAsFound } from './learn.ts';

interface KnownSites {
  isWanted(domain: string | null, onWantedPage: boolean): boolean;
}

/** Yields what the pages of a run taught, each page once. */
export class History {
  private readonly store: Store;
  private readonly runId: number;
  private readonly sites: KnownSites;
  private readonly answered: ReadonlyMap<string, PostQueryKind>;
  readonly known = new Set<number>();
  private readonly forms = new Set<string>();

  constructor(store: Store, runId: number, sites: KnownSites, answered: ReadonlyMap<string, PostQueryKind>) {
    this.store = store;
    this.runId = runId;
    this.sites = sites;
    this.answered = answered;
  }

  /** Yields the pages that were stored since the last call, in the order in which they were fetched. */
  async *unread(): AsyncGenerator<ReadPage> {
    const { store, runId, sites } = this;
    for await (const rows of storedPages(store, runId, this.known)) {
      const ids = rows.map((row) => row.id);
      const forms = Map.groupBy(await store.forms.onPages(runId, ids), (form) => form.page_id);
      for (const row of rows) {
        this.known.add(row.id);
        const wanted = sites.isWanted(row.domain, false);
        const newForms = (forms.get(row.id) ?? []).filter(
          ({ form_id, domain, searchable }) =>
            this.isNew(form_id, searchable === 1) && sites.isWanted(domain, wanted),
        ).length;
        const ms = row.fetch_ms + (row.render_ms ?? 0);
        yield { ...discoveredBefore(row, wanted), newForms, bytes: row.bytes, ms };
      }
    }
  }

  private isNew(form: string, searchable: boolean): boolean {
    if (this.forms.has(form) || !countsAsFound(searchable, this.answered.get(form))) return false;
    this.forms.add(form);
    return true;
  }
}

/** Teaches a strategy the pages of a run again, in their order; open the frontier after that. @param reached called before each site */
export async function replayHistory(
  history: History,
  strategy: Strategy,
  graph: SiteGraph,
  reached?: (site: string) => void,
): Promise<void> {
  for await (const page of history.unread()) {
    reached?.(page.link.site);
    teach(strategy, graph, page);
  }
}

export function teach(strategy: Strategy, graph: SiteGraph, page: ReadPage): void {
  strategy.discovered(page);
  if (page.newForms > 0) graph.isDeep(page.link.site);
  strategy.read(page);
}

/** Describes a page of the store as it was when discovered. @param wanted it is about a wanted domain */
const discoveredBefore = (row: VisitRow, wanted: boolean): DiscoveredPage => ({
  id: row.id,
  link: row,
  isPage: row.rendered_by !== 'none',
  topic: { similarity: row.similarity ?? 0, wanted, step: wanted ? 1 : row.domain === null ? 3 : 2 },
  mentions: row.mentions,
});

export async function* storedPages(
  store: Store,
  runId: number,
  known?: ReadonlySet<number>,
): AsyncGenerator<readonly VisitRow[]> {
  for await (const rows of store.history.visits(runId, known)) {
    const followed = rows.filter(({ kind }) => kind !== 'answer' && kind !== 'answer-without-hits');
    if (followed.length > 0) yield followed;
  }
}

export function restoreSiteScores(frontier: Frontier, strategy: Strategy, sites: Iterable<string>): void {
  for (const site of sites) {
    const offset = strategy.siteScoreOffset(site);
    if (offset !== 0) frontier.setSiteScoreOffset(site, offset);
  }
}
