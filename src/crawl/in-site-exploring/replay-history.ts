import type { Store, VisitRow } from '../../storage/index.ts';
import type { PostQueryKind } from '../../submissions/index.ts';
import type { Frontier } from '../frontier/index.ts';
import type { MetPage, SiteGraph, Strategy } from '../strategies/index.ts';
import { countsAsFound } from './learn.ts';

/** What a run knows of sites that bears on what a strategy learns. */
interface KnownSites {
  readonly graph: SiteGraph;
  isWanted(domain: string | null, onWantedPage: boolean): boolean;
  /** A page of the site is about to be gone through. */
  reached?(site: string): void;
}

/**
 * Teaches a strategy what a run had learnt before it was interrupted: its pages again, in the order in which they were
 * kept. The frontier has to be opened after that.
 */
export async function replayHistory(
  store: Store,
  runId: number,
  strategy: Strategy,
  sites: KnownSites,
  answered: ReadonlyMap<string, PostQueryKind>,
): Promise<void> {
  const seen = new Set<string>();
  for await (const rows of keptPages(store, runId)) {
    const ids = rows.map((row) => row.id);
    const forms = Map.groupBy(await store.forms.onPages(runId, ids), (form) => form.page_id);
    for (const row of rows) {
      const wanted = sites.isWanted(row.domain, false);
      const met = metBefore(row, wanted);
      sites.reached?.(row.site);
      strategy.met(met);
      let newForms = 0;
      for (const { form_id, domain, searchable } of forms.get(row.id) ?? []) {
        if (seen.has(form_id) || !countsAsFound(searchable === 1, answered.get(form_id))) continue;
        seen.add(form_id);
        if (sites.isWanted(domain, wanted)) newForms++;
      }
      if (newForms > 0) sites.graph.isDeep(row.site);
      strategy.read({ ...met, newForms, bytes: row.bytes, ms: row.fetch_ms + (row.render_ms ?? 0) });
    }
  }
}

/** A page of the store as it was met. @param wanted whether it is about a wanted domain */
export const metBefore = (row: VisitRow, wanted: boolean): MetPage => ({
  id: row.id,
  link: row,
  isPage: row.rendered_by !== 'none',
  topic: { similarity: row.similarity ?? 0, wanted, step: wanted ? 1 : row.domain === null ? 3 : 2 },
  mentions: row.mentions,
});

/** The pages that a run found by following links, in the order in which they were fetched. */
export async function* keptPages(store: Store, runId: number): AsyncGenerator<readonly VisitRow[]> {
  for await (const rows of store.history.visits(runId)) {
    const followed = rows.filter(({ kind }) => kind !== 'answer' && kind !== 'answer-without-hits');
    if (followed.length > 0) yield followed;
  }
}

/** The standings that a strategy gives the sites of a resumed run. */
export function restoreSiteScores(frontier: Frontier, strategy: Strategy, sites: Iterable<string>): void {
  for (const site of sites) {
    const offset = strategy.siteScoreOffset(site);
    if (offset !== 0) frontier.setSiteScoreOffset(site, offset);
  }
}
