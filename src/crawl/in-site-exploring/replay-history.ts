import type { Store } from '../../drivers/sqlite/index.ts';
import type { PostQueryKind } from '../../submissions/index.ts';
import type { Frontier, Lease } from '../frontier/index.ts';
import type { MetPage, SiteGraph, Strategy } from '../strategies/index.ts';
import { countsAsFound } from './learn.ts';

/** What a run knows of sites that bears on what a strategy learns. */
interface KnownSites {
  readonly graph: SiteGraph;
  isWanted(domain: string | null, onWantedPage: boolean): boolean;
  /** A page of the site is about to be gone through. */
  reached?(site: string): void;
}

/** Pages read from the store in one go. */
const BATCH = 1_000;

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
    const forms = await formsOf(store, runId, ids);
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

type KeptPage = Awaited<ReturnType<typeof pagesAfter>>[number];

/** A page of the store as it was met. @param wanted whether it is about a wanted domain */
export const metBefore = (row: KeptPage, wanted: boolean): MetPage => ({
  id: row.id,
  link: { ...row, kind: row.kind as Lease['kind'] },
  isPage: row.rendered_by !== 'none',
  topic: { similarity: row.similarity ?? 0, wanted },
  mentions: row.mentions,
});

/** The pages of a run with the links that led to them, in the order in which they were kept. */
export async function* keptPages(store: Store, runId: number): AsyncGenerator<readonly KeptPage[]> {
  for (let after = { at: -1, id: -1 }; ; ) {
    const rows = await pagesAfter(store, runId, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = { at: last.fetched_at, id: last.id };
  }
}

const pagesAfter = (store: Store, runId: number, after: { readonly at: number; readonly id: number }) =>
  store.db
    .selectFrom('page')
    .innerJoin('link', 'link.id', 'page.id')
    .select(['page.id', 'page.site', 'page.url', 'page.domain', 'page.similarity', 'page.mentions'])
    .select(['page.bytes', 'page.fetch_ms', 'page.render_ms', 'page.rendered_by', 'page.fetched_at'])
    .select('page.look')
    .select(['link.kind', 'link.anchor', 'link.around', 'link.parent', 'link.depth', 'link.hops'])
    .where('page.run_id', '=', runId)
    // Found by asking, not by following links.
    .where('link.kind', 'not in', ['answer', 'answer-without-hits'])
    .where((eb) =>
      eb.or([
        eb('page.fetched_at', '>', after.at),
        eb.and([eb('page.fetched_at', '=', after.at), eb('page.id', '>', after.id)]),
      ]),
    )
    .orderBy('page.fetched_at')
    .orderBy('page.id')
    .limit(BATCH)
    .execute();

/** Forms by the pages that show them. */
async function formsOf(store: Store, runId: number, pages: readonly number[]) {
  const rows = await store.db
    .selectFrom('sighting')
    .innerJoin('form_variant', (join) =>
      join
        .onRef('form_variant.run_id', '=', 'sighting.run_id')
        .onRef('form_variant.variant', '=', 'sighting.variant'),
    )
    .select(['sighting.page_id', 'sighting.form_id', 'form_variant.domain', 'form_variant.searchable'])
    .where('sighting.run_id', '=', runId)
    .where('sighting.page_id', 'in', pages)
    .execute();
  return Map.groupBy(rows, (row) => row.page_id);
}

/** The standings that a strategy gives the sites of a resumed run. */
export function restoreSiteScores(frontier: Frontier, strategy: Strategy, sites: Iterable<string>): void {
  for (const site of sites) {
    const offset = strategy.standing(site);
    if (offset !== 0) frontier.setStanding(site, offset);
  }
}
