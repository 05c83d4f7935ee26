/** Compares what two runs found. */

import { isDeepStrictEqual } from 'node:util';
import { type RunRow, type Store, StoreError } from '../storage/index.ts';
import {
  type ChangedRecords,
  type ChangedRows,
  type CountWithExamples,
  changedPages,
  changedRecords,
  MAX_EXAMPLES,
  type RecordNews,
  recordsThatChanged,
} from './changed-rows.ts';
import { type HarvestedForm, harvestedForms } from './read.ts';
import { findRun, isSameHarvest, listRuns, type RunInfo } from './runs.ts';

interface ChangedForm {
  readonly formId: string;
  readonly site: string;
  readonly page: string;
  readonly action: string;
  readonly searchable: boolean;
  /** Puts the differences of a changed form into words. */
  readonly how?: string;
}

export interface RunChanges {
  readonly run: number;
  /** The run it is compared with. */
  readonly since: number;
  /** Both were begun with the same options: what is new was not there before. */
  readonly alike: boolean;
  readonly forms: {
    readonly new: CountWithExamples<ChangedForm>;
    /** Forms on no page of the later run, although a page that showed them was fetched again. */
    readonly gone: CountWithExamples<ChangedForm>;
    readonly changed: CountWithExamples<ChangedForm>;
    readonly same: number;
    /** Forms whose pages were not visited again: nothing is known of them. */
    readonly notSeenAgain: number;
  };
  /** Tells pages apart by address. */
  readonly pages: ChangedRows;
  /** Behind forms, by site and key. */
  readonly records: ChangedRecords;
  /** Documents with content new to the library; null where novelty was not judged. */
  readonly novelDocuments: number | null;
}

/**
 * Compares two runs.
 * @param which the later run; by default the latest harvest
 * @param since the earlier run; by default the latest finished run before it of its kind with the same domains, web and, where there is one, options
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
      `run ${run.id} is the first of ${run.domains.join(', ')} on ${run.web}: name another one to compare it with (--since RUN)`,
    );
  const alike = isAlike(await store.runs.get(before.id), await store.runs.get(run.id));
  return {
    run: run.id,
    since: before.id,
    alike,
    forms: await changedForms(store, before.id, run.id),
    pages: await changedPages(store, before.id, run.id),
    records: await changedRecords(store, { before: before.id, now: run.id, alike }),
    novelDocuments: await novelDocuments(store, run.id),
  };
}

/** Records that a run changed. */
export interface RunNews {
  readonly run: number;
  /** The one before it with the same options. */
  readonly since: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly records: RecordNews;
}

/** Records of a feed: per run, and of each kind of change. */
const MOST_NEWS = 50;
const MOST_RUNS = 20;

/** Returns what the latest runs that were begun with these options changed, newest first. */
export async function newsOfRuns(
  store: Store,
  options: Readonly<Record<string, unknown>>,
): Promise<readonly RunNews[]> {
  const same = (await store.runs.all()).filter(
    (row) => ENDED.has(row.status) && isAlike(row, { options: JSON.stringify(options) }),
  );
  const news: RunNews[] = [];
  for (const [i, { id, updated_at: at }] of same.entries()) {
    const before = same[i - 1];
    if (before === undefined || i < same.length - MOST_RUNS) continue;
    const comparison = { before: before.id, now: id, alike: true, limit: MOST_NEWS };
    news.unshift({ run: id, since: before.id, at, records: await recordsThatChanged(store, comparison) });
  }
  return news;
}

/** Options that say nothing of what is read. */
const NOT_READ = { kind: null, onChange: null };

/** Tells whether two runs were begun with the same options. */
function isAlike(a: Pick<RunRow, 'options'> | undefined, b: Pick<RunRow, 'options'> | undefined): boolean {
  const [one, other] = [a, b].map((row) => JSON.parse(row?.options ?? '{}') as Record<string, unknown>);
  return isDeepStrictEqual({ ...one, ...NOT_READ }, { ...other, ...NOT_READ });
}

const ENDED = new Set(['complete', 'partial', 'budget']);

/** Finds the latest finished run before another of its kind with the same domains and web: one with the same options, where there is one. */
export async function runBefore(store: Store, run: RunInfo): Promise<RunInfo | undefined> {
  const same = (await listRuns(store)).filter(
    (other) =>
      other.id < run.id && ENDED.has(other.status) && other.kind === run.kind && isSameHarvest(other, run),
  );
  const row = await store.runs.get(run.id);
  const rows = new Map((await store.runs.all()).map((one) => [one.id, one]));
  return same.findLast(({ id }) => isAlike(rows.get(id), row)) ?? same.at(-1);
}

/** Merges the forms of both runs in the order of (site, id); memory holds only forms that one of them lacks. */
async function changedForms(store: Store, before: number, now: number): Promise<RunChanges['forms']> {
  const [earlier, later] = [harvestedForms(store, before), harvestedForms(store, now)];
  const lost: HarvestedForm[] = [];
  const found: HarvestedForm[] = [];
  const changed: ChangedForm[] = [];
  let same = 0;
  const pair = (a: HarvestedForm, b: HarvestedForm) => {
    const how = differences(a, b);
    if (how === '') same++;
    else changed.push({ ...summaryOf(b), how });
  };
  let [a, b] = [await earlier.next(), await later.next()];
  while (!a.done || !b.done) {
    const order = a.done ? 1 : b.done ? -1 : compare(keyOf(a.value), keyOf(b.value));
    if (!a.done && !b.done && order === 0) pair(a.value, b.value);
    else if (!a.done && order < 0) lost.push(a.value);
    else if (!b.done && order > 0) found.push(b.value);
    [a, b] = [order <= 0 ? await earlier.next() : a, order >= 0 ? await later.next() : b];
  }
  const { added, removed } = matchByTarget(lost, found, pair);
  // A page that showed them was fetched again.
  const revisited = await store.forms.revisited(
    before,
    removed.map(({ formId }) => formId),
    now,
  );
  const gone = removed.filter(({ formId }) => revisited.has(formId)).map(summaryOf);
  const withExamples = (all: readonly ChangedForm[]) => ({
    count: all.length,
    examples: all.slice(0, MAX_EXAMPLES),
  });
  return {
    new: withExamples(added.map(summaryOf)),
    gone: withExamples(gone),
    changed: withExamples(changed),
    same,
    notSeenAgain: removed.length - gone.length,
  };
}

/** Pairs forms with different ids that send to the same target from the same site: their controls changed. */
function matchByTarget(
  lost: readonly HarvestedForm[],
  found: readonly HarvestedForm[],
  pair: (a: HarvestedForm, b: HarvestedForm) => void,
): { readonly added: HarvestedForm[]; readonly removed: HarvestedForm[] } {
  const target = ({ site, form }: HarvestedForm) => `${site} ${form.method} ${form.action}`;
  const lostByTarget = Map.groupBy(lost, target);
  const added = found.filter((form) => {
    const before = lostByTarget.get(target(form))?.shift();
    if (before !== undefined) pair(before, form);
    return before === undefined;
  });
  return { added, removed: [...lostByTarget.values()].flat() };
}

const keyOf = ({ site, formId }: HarvestedForm): string => `${site}\0${formId}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const summaryOf = ({ formId, site, page, form, searchable }: HarvestedForm): ChangedForm => ({
  formId,
  site,
  page,
  action: form.action,
  searchable,
});

/** Describes what changed in a form; empty where nothing did. Values that change with every visit do not count. */
function differences(a: HarvestedForm, b: HarvestedForm): string {
  const changes: string[] = [];
  if (a.searchable !== b.searchable) changes.push(b.searchable ? 'now searchable' : 'no longer searchable');
  if (a.form.action !== b.form.action) changes.push(`action ${a.form.action} → ${b.form.action}`);
  if (a.form.method !== b.form.method) changes.push(`method ${a.form.method} → ${b.form.method}`);
  const [earlier, later] = [controlsOf(a), controlsOf(b)];
  for (const [name, options] of later) {
    const before = earlier.get(name);
    if (before === undefined) changes.push(`control ${name} added`);
    else changes.push(...optionChanges(name, before, options));
  }
  for (const name of earlier.keys()) if (!later.has(name)) changes.push(`control ${name} gone`);
  return changes.join('; ');
}

/** Collects options by control; two controls of one name and type share an entry. */
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
  const missingFrom = (from: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...from].filter((one) => !other.has(one));
  const [added, gone] = [missingFrom(now, before), missingFrom(before, now)];
  const listed = (options: readonly string[]) =>
    `${options.slice(0, 3).join(', ')}${options.length > 3 ? ` and ${options.length - 3} more` : ''}`;
  return [
    ...(added.length > 0 ? [`${name} offers ${listed(added)}`] : []),
    ...(gone.length > 0 ? [`${name} no longer offers ${listed(gone)}`] : []),
  ];
}

async function novelDocuments({ documents }: Pick<Store, 'documents'>, run: number): Promise<number | null> {
  const counts = await documents.count({ run }, ['state']);
  if (counts.every(({ state }) => state === 'waiting')) return null;
  return counts.find(({ state }) => state === 'novel')?.documents ?? 0;
}
