/** What a run found that an earlier one had not, and the other way round. */

import { type Store, StoreError } from '../drivers/sqlite/index.ts';
import { type Changed, type ChangedRows, changedPages, changedRecords, EXAMPLES } from './changed-rows.ts';
import { type HarvestedForm, harvestedForms } from './read.ts';
import { findRun, listRuns, type RunInfo } from './runs.ts';

export interface ChangedForm {
  readonly formId: string;
  readonly site: string;
  readonly page: string;
  readonly action: string;
  readonly searchable: boolean;
  /** Of a changed form: what, in words. */
  readonly how?: string;
}

export interface RunChanges {
  readonly run: number;
  /** The run it is compared with. */
  readonly since: number;
  readonly forms: {
    readonly new: Changed<ChangedForm>;
    /** A page that showed it answered again, and it was nowhere. */
    readonly gone: Changed<ChangedForm>;
    readonly changed: Changed<ChangedForm>;
    readonly same: number;
    /** None of the pages that showed them was come to again: nothing is known of them. */
    readonly notSeenAgain: number;
  };
  /** By address. */
  readonly pages: ChangedRows;
  /** Behind forms, by site and key. */
  readonly records: ChangedRows;
  /** Documents that say something new to the library; null where novelty was not judged. */
  readonly novelDocuments: number | null;
}

/**
 * Compares two runs.
 * @param which the later one; the latest if left out
 * @param since the earlier one; if left out the latest before it of the same domains on the same web that came to its end
 * @throws {StoreError} where there is nothing to compare with
 */
export async function compareRuns(
  store: Store,
  which?: string | number,
  since?: string | number,
): Promise<RunChanges> {
  const run = await findRun(store, which);
  const before = since === undefined ? await runBefore(store, run) : await findRun(store, since);
  if (before === undefined)
    throw new StoreError(
      `run ${run.id} is the first of ${run.domains.join(', ')} on ${run.web}; say --since RUN`,
    );
  return {
    run: run.id,
    since: before.id,
    forms: await changedForms(store, before.id, run.id),
    pages: await changedPages(store, before.id, run.id),
    records: await changedRecords(store, before.id, run.id),
    novelDocuments: await novelDocuments(store, run.id),
  };
}

const ENDED = new Set(['complete', 'budget']);

/** The run before one: same domains, same web, come to its end. */
export async function runBefore(store: Store, run: RunInfo): Promise<RunInfo | undefined> {
  const same = ({ domains, web }: RunInfo) => `${[...domains].sort().join()} ${web}`;
  return (await listRuns(store)).findLast(
    (other) => other.id < run.id && ENDED.has(other.status) && same(other) === same(run),
  );
}

/** Both runs give their forms in the order of (site, id): one pass, and what is in one of them alone is kept. */
async function changedForms(store: Store, before: number, now: number): Promise<RunChanges['forms']> {
  const [olds, news] = [harvestedForms(store.db, before), harvestedForms(store.db, now)];
  const lost: HarvestedForm[] = [];
  const found: HarvestedForm[] = [];
  const changed: ChangedForm[] = [];
  let same = 0;
  const pair = (a: HarvestedForm, b: HarvestedForm) => {
    const how = difference(a, b);
    if (how === '') same++;
    else changed.push({ ...shown(b), how });
  };
  let [a, b] = [await olds.next(), await news.next()];
  while (!a.done || !b.done) {
    const order = a.done ? 1 : b.done ? -1 : compare(keyOf(a.value), keyOf(b.value));
    if (!a.done && !b.done && order === 0) pair(a.value, b.value);
    else if (!a.done && order < 0) lost.push(a.value);
    else if (!b.done && order > 0) found.push(b.value);
    [a, b] = [order <= 0 ? await olds.next() : a, order >= 0 ? await news.next() : b];
  }
  const { added, removed } = rejoin(lost, found, pair);
  const gone: ChangedForm[] = [];
  for (const form of removed) if (await cameAgain(store, before, now, form.formId)) gone.push(shown(form));
  const counted = (all: readonly ChangedForm[]) => ({ count: all.length, examples: all.slice(0, EXAMPLES) });
  return {
    new: counted(added.map(shown)),
    gone: counted(gone),
    changed: counted(changed),
    same,
    notSeenAgain: removed.length - gone.length,
  };
}

/** A form whose controls are others has another id: what goes to the same place from the same site is it, changed. */
function rejoin(
  lost: readonly HarvestedForm[],
  found: readonly HarvestedForm[],
  pair: (a: HarvestedForm, b: HarvestedForm) => void,
): { readonly added: HarvestedForm[]; readonly removed: HarvestedForm[] } {
  const target = ({ site, form }: HarvestedForm) => `${site} ${form.method} ${form.action}`;
  const waiting = new Map<string, HarvestedForm[]>();
  for (const form of lost) waiting.set(target(form), [...(waiting.get(target(form)) ?? []), form]);
  const added = found.filter((form) => {
    const before = waiting.get(target(form))?.shift();
    if (before !== undefined) pair(before, form);
    return before === undefined;
  });
  return { added, removed: [...waiting.values()].flat() };
}

const keyOf = ({ site, formId }: HarvestedForm): string => `${site}\0${formId}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const shown = ({ formId, site, page, form, searchable }: HarvestedForm): ChangedForm => ({
  formId,
  site,
  page,
  action: form.action,
  searchable,
});

/** True where a page that showed the form was answered in the later run. */
async function cameAgain(store: Store, before: number, now: number, formId: string): Promise<boolean> {
  const row = await store.db
    .selectFrom('sighting')
    .innerJoin('page', 'page.id', 'sighting.page_id')
    .innerJoin('link', (join) => join.onRef('link.url', '=', 'page.url').on('link.run_id', '=', now))
    .select('link.id')
    .where('sighting.run_id', '=', before)
    .where('sighting.form_id', '=', formId)
    .where('link.state', '=', 'done')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What is different about the same form, in words; empty where nothing is. Values that change with every visit do not count. */
function difference(a: HarvestedForm, b: HarvestedForm): string {
  const said: string[] = [];
  if (a.searchable !== b.searchable) said.push(b.searchable ? 'now searchable' : 'no longer searchable');
  if (a.form.action !== b.form.action) said.push(`action ${a.form.action} → ${b.form.action}`);
  if (a.form.method !== b.form.method) said.push(`method ${a.form.method} → ${b.form.method}`);
  const [olds, news] = [controlsOf(a), controlsOf(b)];
  for (const [name, options] of news) {
    const before = olds.get(name);
    if (before === undefined) said.push(`control ${name} added`);
    else said.push(...optionChanges(name, before, options));
  }
  for (const name of olds.keys()) if (!news.has(name)) said.push(`control ${name} gone`);
  return said.join('; ');
}

/** Options by control; of two controls of one name and type the options of both. */
function controlsOf({ controls }: HarvestedForm): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { name, type, label, options } of controls) {
    if (type === 'hidden') continue;
    const key = `${name || label} (${type})`;
    const all = found.get(key) ?? new Set();
    for (const option of options) all.add(option.label || option.value);
    found.set(key, all);
  }
  return found;
}

function optionChanges(name: string, before: ReadonlySet<string>, now: ReadonlySet<string>): string[] {
  const list = (from: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...from].filter((one) => !other.has(one));
  const [added, gone] = [list(now, before), list(before, now)];
  const named = (options: readonly string[]) =>
    `${options.slice(0, 3).join(', ')}${options.length > 3 ? ` and ${options.length - 3} more` : ''}`;
  return [
    ...(added.length > 0 ? [`${name} offers ${named(added)}`] : []),
    ...(gone.length > 0 ? [`${name} no longer offers ${named(gone)}`] : []),
  ];
}

async function novelDocuments({ db }: Store, run: number): Promise<number | null> {
  const rows = await db
    .selectFrom('document')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', run)
    .groupBy('state')
    .execute();
  if (rows.every(({ state }) => state === 'waiting')) return null;
  return Number(rows.find(({ state }) => state === 'novel')?.count ?? 0);
}
