import type { Store } from '../store/index.ts';
import type { FamiliarScripts } from './familiar-scripts.ts';
import type { Workshop } from './workshop.ts';

/** Pages of a site that were spared the browser for the sake of scripts that deceived us are fetched and rendered after all. */
export async function renderAfterAll(shop: Workshop, site: string, key: string): Promise<void> {
  const rows = await shop.store.db
    .selectFrom('page')
    .innerJoin('link', 'link.id', 'page.id')
    .select('page.id')
    .where('page.run_id', '=', shop.runId)
    .where('page.site', '=', site)
    .where('page.scripts', '=', key)
    .where('page.familiar', '=', 'spared')
    .where('link.state', '=', 'done')
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  shop.scripts.putBack(ids);
  await shop.frontier.again(ids);
}

/** The same for a run that was cut off on the way there. The frontier has to be opened after that. */
export async function resumeAfterAll(store: Store, runId: number, scripts: FamiliarScripts): Promise<void> {
  const rows = await store.db
    .selectFrom('page')
    .innerJoin('familiar_scripts', (join) =>
      join
        .onRef('familiar_scripts.run_id', '=', 'page.run_id')
        .onRef('familiar_scripts.site', '=', 'page.site')
        .onRef('familiar_scripts.scripts', '=', 'page.scripts'),
    )
    .select('page.id')
    .where('page.run_id', '=', runId)
    .where('page.familiar', '=', 'spared')
    .where('familiar_scripts.state', '=', 'deceived')
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  scripts.putBack(ids);
  await store.transaction((trx) =>
    trx
      .updateTable('link')
      .set({ state: 'waiting', reason: null })
      .where('id', 'in', ids)
      .where('state', '=', 'done')
      .execute(),
  );
}
