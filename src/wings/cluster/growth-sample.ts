import type { Domain } from '../../foundation/domain/index.ts';
import type { Store } from '../../storage/index.ts';

/** Adds a point of the growth curve to a run that several processes work on. */
export async function addSample(store: Store, runId: number, wanted: readonly Domain[]): Promise<void> {
  const { http, browser, forms } = await store.runs.counts(runId);
  const pages = http + browser;
  if (pages === 0) return;
  const names = new Set(wanted.map(({ name }) => name));
  const sum = (counts: typeof forms) => counts.reduce((all, { forms: some }) => all + some, 0);
  const searchable = forms.filter((form) => form.searchable);
  const relevant = searchable.filter(({ domain }) => names.has(domain ?? ''));
  const active_ms = Math.round((await store.runs.get(runId))?.active_ms ?? 0);
  const sample = { run_id: runId, pages, forms: sum(forms), searchable: sum(searchable) };
  await store.transaction((trx) => trx.runs.addSample({ ...sample, relevant: sum(relevant), active_ms }));
}
