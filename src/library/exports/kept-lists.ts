/** Long lists of runs that have ended are kept: a text is found by its index, and things are made once. */

import { statSync } from 'node:fs';
import { correctionsFile } from '../../forms/index.ts';
import {
  FACET_COLUMNS,
  type FacetGroup,
  type FacetKind,
  type ListName,
  type ListRange,
  type ListSort,
  type NewListRow,
  type Store,
} from '../../storage/index.ts';
import { thingsOf } from '../records/things.ts';
import { stateOf } from '../runs.ts';
import { candidateRows, type ReasonWords } from './export.ts';
import { type ExportKind, flatColumns, type HarvestedRecord } from './export-columns.ts';
import { keyTextOf, type ListQuery, placeOf, textsOf } from './export-range.ts';
import { filterColumns, SORT_COLUMNS, sortText, sortValues } from './sort-columns.ts';

/** Kinds whose rows stay as they are once their run has ended. */
const KEPT: Readonly<Record<ExportKind, boolean>> = {
  forms: true,
  pages: true,
  submissions: true,
  records: true,
  things: true,
  sites: true,
  details: false,
  documents: false,
};
/** Rows that are read at once: a page and the one behind it. */
const BATCH = 51;
/** Counts that took longer are kept. */
const LONG_MS = 200;

/** Raised where values of a column get other names or are sorted otherwise: lists that are kept are then made anew. */
const VALUES = 3;

/** Returns what the rows of a run's lists depend on; undefined while they change. */
async function versionOf(store: Pick<Store, 'runs' | 'storage'>, runId: number): Promise<number | undefined> {
  const run = await store.runs.get(runId);
  if (run === undefined) return undefined;
  const state = stateOf({ status: run.status, updatedAt: run.updated_at }, true);
  return state === 'running' || state === 'paused' ? undefined : run.updated_at;
}

/** @param columns another version of the program may have others */
async function nameOf(
  store: Pick<Store, 'runs' | 'storage'>,
  runId: number,
  kind: string,
  columns: readonly string[],
): Promise<ListName | undefined> {
  const version = await versionOf(store, runId);
  return version === undefined
    ? undefined
    : { runId, kind, version: `${version} ${VALUES} ${columns.join()}` };
}

const nameOfRows = async (
  store: Pick<Store, 'runs' | 'storage'>,
  runId: number,
  kind: ExportKind,
): Promise<ListName | undefined> => {
  // What users say of fields is shown with the forms.
  const said = kind === 'forms' && statSync(correctionsFile(store.storage), { throwIfNoEntry: false });
  const columns = [
    ...flatColumns(kind).map(({ name }) => name),
    ...SORT_COLUMNS[kind],
    ...filterColumns(kind),
    ...(said ? [String(said.mtimeMs)] : []),
  ];
  return KEPT[kind] ? nameOf(store, runId, kind, columns) : undefined;
};

/** Tells whether a list is kept, or could be. */
export const canBeKept = async (
  store: Pick<Store, 'runs' | 'storage'>,
  { run, kind }: Omit<ListQuery, 'range'>,
): Promise<boolean> => (await nameOfRows(store, run, kind)) !== undefined;

/** Tells whether a list could be kept and is not. */
export async function lacksList(
  store: Pick<Store, 'runs' | 'lists' | 'storage'>,
  runId: number,
  kind: ExportKind,
): Promise<boolean> {
  const name = await nameOfRows(store, runId, kind);
  return name !== undefined && (await store.lists.rows(name, { limit: 1 })) === undefined;
}

/**
 * Keeps a list of a run that has ended, unless it is kept already; it takes as long as an export. Things are made of the kept
 * list of records, which is read sooner than they.
 */
export async function keepList(
  words: ReasonWords,
  store: Store,
  { run, kind }: Omit<ListQuery, 'range'>,
): Promise<void> {
  const name = await nameOfRows(store, run, kind);
  if (name === undefined || !(await lacksList(store, run, kind))) return;
  const records = kind === 'things' ? await nameOfRows(store, run, 'records') : undefined;
  if (records !== undefined) await keepList(words, store, { run, kind: 'records' });
  const rows =
    records === undefined
      ? candidateRows(store, words, { run, kind, range: {} })
      : thingsOf(() => rowsOf<HarvestedRecord>(store, records, {}));
  await store.lists.keep(name, newRows(kind, rows));
}

async function* newRows(kind: ExportKind, rows: AsyncIterable<object>): AsyncGenerator<NewListRow> {
  for await (const row of rows)
    yield {
      ...{ key: keyTextOf(kind, row), row: JSON.stringify(row), text: searchedText(textsOf(row)) },
      values: sortValues(kind, row),
    };
}

/** Leaves out texts that stand in a longer one, as fields do in the text of a record: they are found with that. */
const searchedText = (texts: readonly string[]): string =>
  texts
    .toSorted((a, b) => b.length - a.length)
    .filter((text, i, all) => !all.slice(0, i).some((longer) => longer.includes(text)))
    .join('\n');

/**
 * Yields the rows that are found for a range; `selects` says which of them are in it. Things, and rows that may have a text, are
 * read from the kept list where there is one; the rows of one site or form are found sooner in the store.
 */
export async function* listedRows(
  store: Store,
  words: ReasonWords,
  query: ListQuery,
): AsyncGenerator<object> {
  const { run, kind, range } = query;
  const text = range.text?.trim() || undefined;
  const { site, formId } = placeOf(range);
  const isFound = text !== undefined && site === undefined && formId === undefined;
  const name = isFound || kind === 'things' ? await nameOfRows(store, run, kind) : undefined;
  const isKept = name !== undefined && (await store.lists.rows(name, { limit: 1 })) !== undefined;
  if (!isKept) yield* candidateRows(store, words, query);
  else yield* rowsOf<object>(store, name, { text, after: range.after && keyTextOf(kind, range.after) });
}

/** Yields the rows of a kept list that are found for a range, in an order; undefined where the list is not kept. */
export async function keptInOrder(
  store: Pick<Store, 'runs' | 'lists' | 'storage'>,
  { run, kind, range }: ListQuery,
  sort: ListSort,
): Promise<AsyncGenerator<object> | undefined> {
  const name = await nameOfRows(store, run, kind);
  if (name === undefined || (await store.lists.rows(name, { limit: 1 })) === undefined) return undefined;
  const known = Object.entries(range.is ?? {}).filter(([column]) => filterColumns(kind).includes(column));
  return rowsOf(store, name, {
    ...{ sort, text: range.text?.trim() || undefined },
    is: Object.fromEntries(known.map(([column, values]) => [column, values.map(sortText)])),
    after: range.after && keyTextOf(kind, range.after),
  });
}

async function* rowsOf<Row extends object>(
  { lists }: Pick<Store, 'lists'>,
  name: ListName,
  { after, ...range }: Omit<ListRange, 'limit'>,
): AsyncGenerator<Row> {
  for (let last = after; ; ) {
    const rows = (await lists.rows(name, { ...range, after: last, limit: BATCH })) ?? [];
    for (const { row } of rows) yield JSON.parse(row) as Row;
    last = rows.at(-1)?.key;
    if (last === undefined || rows.length < BATCH) return;
  }
}

/** Counts the rows of a run that are alike in the columns of their kind; what took long is kept. */
export async function facetGroups(
  store: Store,
  runId: number,
  kind: FacetKind,
): Promise<readonly FacetGroup[]> {
  const name = KEPT[kind] ? await nameOf(store, runId, `${kind}-facets`, FACET_COLUMNS[kind]) : undefined;
  const [kept] = (name && (await store.lists.rows(name, { limit: 1 }))) ?? [];
  if (kept !== undefined) return JSON.parse(kept.row) as FacetGroup[];
  const begun = performance.now();
  const groups = await store.figures.facets(runId, kind);
  if (name !== undefined && performance.now() - begun > LONG_MS)
    await store.lists.keep(name, oneRow(JSON.stringify(groups)));
  return groups;
}

async function* oneRow(row: string): AsyncGenerator<NewListRow> {
  yield { key: '', row, text: '' };
}
