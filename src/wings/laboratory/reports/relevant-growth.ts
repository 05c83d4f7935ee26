import { harvestedForms, type RunInfo } from '../../../library/index.ts';
import type { SeenForm, Store } from '../../../storage/index.ts';

export interface RelevantPoint {
  readonly pages: number;
  /** Searchable forms about a wanted domain on the pages so far. */
  readonly forms: number;
  /** Since the run began. */
  readonly seconds: number;
}

/** What a run found: relevant forms with their sites, and how they came. */
interface RelevantForms {
  readonly forms: readonly { readonly formId: string; readonly site: string }[];
  readonly growth: readonly RelevantPoint[];
}

/** Points of a curve at most; more cannot be told apart. */
const POINTS = 50;

const BATCH = 200;

/**
 * How the relevant forms of a run came, by the verdicts that stand at its end, so that the curve ends at what the run is said to
 * have found: a form that names no domain is about what its site turned out to be about.
 */
export async function relevantForms(
  store: Pick<Store, 'figures' | 'forms' | 'pages'>,
  run: RunInfo,
): Promise<RelevantForms> {
  const forms: { readonly formId: string; readonly site: string }[] = [];
  for await (const { formId, site, domain, searchable } of harvestedForms(store, run.id))
    if (searchable && domain !== null && run.domains.includes(domain)) forms.push({ formId, site });
  const relevant = forms.map(({ formId }) => formId);
  const sightings: SeenForm[] = [];
  for (let from = 0; from < relevant.length; from += BATCH)
    sightings.push(...(await store.forms.sightings(run.id, relevant.slice(from, from + BATCH))));
  const shown = Map.groupBy(sightings, ({ page_id }) => page_id);
  const pages: { readonly id: number; readonly fetched_at: number }[] = [];
  for await (const page of store.figures.readTimes(run.id)) pages.push(page);
  const found = new Set<string>();
  const step = Math.max(1, Math.ceil(pages.length / POINTS));
  const growth = pages.flatMap(({ id, fetched_at }, i) => {
    for (const { form_id } of shown.get(id) ?? []) found.add(form_id);
    const read = i + 1;
    if (read % step !== 0 && read !== 1 && read !== pages.length) return [];
    return [{ pages: read, forms: found.size, seconds: Math.max(0, fetched_at - run.startedAt) / 1_000 }];
  });
  return { forms, growth };
}
