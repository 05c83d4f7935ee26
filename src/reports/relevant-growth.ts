import type { Database } from '../drivers/sqlite/index.ts';
import { harvestedForms, type RunInfo } from '../library/index.ts';

export interface RelevantPoint {
  readonly pages: number;
  /** Searchable forms about a wanted domain on the pages so far. */
  readonly forms: number;
  /** Since the run began. */
  readonly seconds: number;
}

/** Points of a curve at most; more cannot be told apart. */
const POINTS = 50;

/**
 * How the relevant forms of a run came, by the verdicts that stand at its end, so that the curve ends at what the run is said to
 * have found: a form that names no domain is about what its site turned out to be about.
 */
export async function relevantGrowth(db: Database, run: RunInfo): Promise<readonly RelevantPoint[]> {
  const relevant = new Set<string>();
  for await (const { formId, domain, searchable } of harvestedForms(db, run.id))
    if (searchable && domain !== null && run.domains.includes(domain)) relevant.add(formId);
  const pages = await db
    .selectFrom('page')
    .select(['id', 'fetched_at'])
    .where('run_id', '=', run.id)
    .where('rendered_by', '!=', 'none')
    .orderBy('fetched_at')
    .orderBy('id')
    .execute();
  const sightings = await db
    .selectFrom('sighting')
    .select(['page_id', 'form_id'])
    .where('run_id', '=', run.id)
    .execute();
  const shown = Map.groupBy(
    sightings.filter(({ form_id }) => relevant.has(form_id)),
    ({ page_id }) => page_id,
  );
  const found = new Set<string>();
  const step = Math.max(1, Math.ceil(pages.length / POINTS));
  return pages.flatMap(({ id, fetched_at }, i) => {
    for (const { form_id } of shown.get(id) ?? []) found.add(form_id);
    const read = i + 1;
    if (read % step !== 0 && read !== 1 && read !== pages.length) return [];
    return [{ pages: read, forms: found.size, seconds: Math.max(0, fetched_at - run.startedAt) / 1_000 }];
  });
}
