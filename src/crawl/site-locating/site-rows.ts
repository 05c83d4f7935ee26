import type { Store, StoreTransaction } from '../../drivers/sqlite/index.ts';
import type { Topic } from '../../foundation/topics/index.ts';
import type { SiteReason, SiteRow } from '../../storage/index.ts';

/** What the store knows of the sites of a run: their rows, who links to whom, and the pages each has had. */
export async function readSiteRows(store: Store, runId: number) {
  const sites = await store.db.selectFrom('site').selectAll().where('run_id', '=', runId).execute();
  const links = await store.db
    .selectFrom('site_link')
    .select(['from_site', 'to_site', 'to_url'])
    .where('run_id', '=', runId)
    .where('from_site', '!=', '')
    .execute();
  const pages = await store.db
    .selectFrom('page')
    .select(['site', (eb) => eb.fn.countAll<number>().as('pages')])
    .where('run_id', '=', runId)
    .where('rendered_by', '!=', 'none')
    .groupBy('site')
    .execute();
  return { sites, links, pages };
}

type NewSite = Pick<SiteRow, 'site' | 'home_url'> & { readonly asSeed: boolean };

/** Writes a new site, or that a known one is a seed. */
export async function insertSite(
  trx: StoreTransaction,
  runId: number,
  { site, home_url, asSeed }: NewSite,
): Promise<void> {
  const state = asSeed ? 'exploring' : 'candidate';
  await trx.db
    .insertInto('site')
    .values({
      run_id: runId,
      site,
      home_url,
      seed: asSeed ? 1 : 0,
      state,
      domain: null,
      similarity: null,
      reason_code: asSeed ? 'seed' : null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['run_id', 'site'])
        .doUpdateSet({ seed: 1, state, reason_code: 'seed', reason_detail: null }),
    )
    .execute();
}

interface JudgedSite {
  readonly site: string;
  readonly state: SiteRow['state'];
  /** Of its best front page so far; undefined where the page was not that. */
  readonly topic: Topic | undefined;
  /** Undefined where the state stays. */
  readonly reason: SiteReason | undefined;
}

export async function updateSite(
  trx: StoreTransaction,
  runId: number,
  { site, state, topic, reason }: JudgedSite,
): Promise<void> {
  await trx.db
    .updateTable('site')
    .set({
      state,
      ...(topic !== undefined && { similarity: topic.similarity, domain: topic.domain }),
      ...(reason !== undefined && { reason_code: reason.code, reason_detail: reason.detail ?? null }),
    })
    .where('run_id', '=', runId)
    .where('site', '=', site)
    .execute();
}

/** The pages of a site that were read, and how far from its seed each is. */
export async function pagesRead(trx: StoreTransaction, runId: number, site: string) {
  const rows = await trx.db
    .selectFrom('link')
    .select(['id', 'depth', 'hops'])
    .where('run_id', '=', runId)
    .where('site', '=', site)
    .where('state', '=', 'done')
    .execute();
  return rows.map(({ id, depth, hops }) => ({ id, distance: { depth, hops } }));
}
