import type { Frontier } from '../pages/index.ts';
import type { Store } from '../store/index.ts';

/** Pages that were spared the browser for the sake of scripts that turned out to do something else. */
const sparedWrongly = ({ db }: Store, runId: number) =>
  db
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
    .where('familiar_scripts.state', '=', 'deceived');

/** Has them fetched and rendered after all: those of a site, or of a whole run that was cut off on the way there. */
export async function renderAfterAll(
  { store, frontier, runId }: { readonly store: Store; readonly frontier: Frontier; readonly runId: number },
  site?: string,
): Promise<void> {
  const pages = sparedWrongly(store, runId);
  const rows = await (site === undefined ? pages : pages.where('page.site', '=', site)).execute();
  if (rows.length > 0) await frontier.again(rows.map(({ id }) => id));
}
