import type { KeptForm } from '../library/index.ts';
import type { Frontier, Lease } from '../pages/index.ts';
import type { PageTable, Store } from '../store/index.ts';
import type { Reading } from './read-page.ts';
import type { SiteBook } from './site-book.ts';
import type { MetPage, Strategy } from './strategies/index.ts';
import type { Workshop } from './workshop.ts';

/** What a strategy is told of a page before its links are ranked. */
export const metPage = (lease: Lease, reading: Pick<Reading, 'topic' | 'mentions'> | undefined): MetPage => ({
  id: lease.id,
  link: lease,
  isPage: reading !== undefined,
  topic: { similarity: reading?.topic.similarity ?? 0, wanted: reading?.topic.step === 1 },
  mentions: reading?.mentions ?? 0,
});

/** Lets the strategy learn from a page that was kept, and tells the frontier what follows from it. */
export async function learn(
  shop: Workshop,
  lease: Lease,
  met: MetPage,
  page: PageTable,
  kept: readonly KeptForm[],
): Promise<void> {
  const { frontier, sites, strategy } = shop;
  const newForms = kept.filter(
    ({ isNew, verdict, domain }) => isNew && verdict.searchable && sites.isWanted(domain, met.topic.wanted),
  ).length;
  if (newForms > 0) {
    sites.graph.isDeep(lease.site);
    frontier.rewarded(lease);
  }
  const ms = page.fetch_ms + (page.render_ms ?? 0);
  const { standing, relearned } = strategy.read({ ...met, newForms, bytes: page.bytes, ms });
  if (standing !== undefined) frontier.setStanding(standing.site, standing.offset);
  await locate(shop, relearned);
  if (relearned) await frontier.relearned();
}

/** Unvisited sites below which more are looked for. */
const FEW_SITES = 20;

/**
 * Site locating goes on: centre pages are looked for in our own link graph after learning and when few sites are left to
 * visit (reverse search); where there are still few, the low-priority queue is drawn on.
 */
async function locate({ frontier, sites, store, strategy, emit }: Workshop, learnt: boolean): Promise<void> {
  if (!strategy.reverseSearch || (!learnt && sites.unvisited >= FEW_SITES)) return;
  if (sites.graph.changed()) {
    const centres = await store.transaction((trx) => sites.openCentres(trx, frontier));
    for (const site of centres) emit({ type: 'centre', site });
  }
  const few = FEW_SITES - sites.unvisited;
  if (few > 0 && sites.lowPriority > 0) await store.transaction((trx) => sites.drawLow(trx, frontier, few));
}

/** Pages read from the store in one go. */
const BATCH = 1_000;

/**
 * Teaches a strategy what a run had learnt before it was interrupted: its pages again, in the order in which they were
 * kept. The frontier has to be opened after that.
 */
export async function rehearse(
  store: Store,
  runId: number,
  strategy: Strategy,
  sites: SiteBook,
): Promise<void> {
  const seen = new Set<string>();
  for (let after = { at: -1, id: -1 }; ; ) {
    const rows = await pagesAfter(store, runId, after);
    const forms = await formsOf(
      store,
      runId,
      rows.map((row) => row.id),
    );
    for (const row of rows) {
      const wanted = sites.isWanted(row.domain, false);
      const isPage = row.rendered_by !== 'none';
      const topic = { similarity: row.similarity ?? 0, wanted };
      const link = { ...row, kind: row.kind as Lease['kind'] };
      const met: MetPage = { id: row.id, link, isPage, topic, mentions: row.mentions };
      strategy.met(met);
      let newForms = 0;
      for (const { form_id, domain } of forms.get(row.id) ?? []) {
        if (seen.has(form_id)) continue;
        seen.add(form_id);
        if (sites.isWanted(domain, wanted)) newForms++;
      }
      if (newForms > 0) sites.graph.isDeep(row.site);
      strategy.read({ ...met, newForms, bytes: row.bytes, ms: row.fetch_ms + (row.render_ms ?? 0) });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = { at: last.fetched_at, id: last.id };
  }
}

const pagesAfter = (store: Store, runId: number, after: { readonly at: number; readonly id: number }) =>
  store.db
    .selectFrom('page')
    .innerJoin('link', 'link.id', 'page.id')
    .select(['page.id', 'page.site', 'page.url', 'page.domain', 'page.similarity', 'page.mentions'])
    .select(['page.bytes', 'page.fetch_ms', 'page.render_ms', 'page.rendered_by', 'page.fetched_at'])
    .select(['link.kind', 'link.anchor', 'link.around', 'link.parent', 'link.depth', 'link.hops'])
    .where('page.run_id', '=', runId)
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

/** Searchable forms by the pages that show them. */
async function formsOf(store: Store, runId: number, pages: readonly number[]) {
  const rows = await store.db
    .selectFrom('sighting')
    .innerJoin('form_variant', (join) =>
      join
        .onRef('form_variant.run_id', '=', 'sighting.run_id')
        .onRef('form_variant.variant', '=', 'sighting.variant'),
    )
    .select(['sighting.page_id', 'sighting.form_id', 'form_variant.domain'])
    .where('sighting.run_id', '=', runId)
    .where('sighting.page_id', 'in', pages)
    .where('form_variant.searchable', '=', 1)
    .execute();
  return Map.groupBy(rows, (row) => row.page_id);
}

/** The standings that a strategy gives the sites of a resumed run. */
export function restoreStandings(frontier: Frontier, strategy: Strategy, sites: Iterable<string>): void {
  for (const site of sites) {
    const offset = strategy.standing(site);
    if (offset !== 0) frontier.setStanding(site, offset);
  }
}
