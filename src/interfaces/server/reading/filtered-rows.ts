/** Rows that the web UI filters: all are read and counted where they are few, else a page is looked for. */

import { csvOf } from '../../../foundation/csv/index.ts';
import {
  type ExportFormat,
  type ExportKind,
  type ExportRange,
  failedBy,
  flatColumns,
  keyOfCursor,
  selects,
  valuesAt,
} from '../../../library/index.ts';
import { exportLines, exportPage } from '../../../reports/index.ts';
import type { Store } from '../../../storage/index.ts';

const MOST_VALUES = 20;
/** Rows that are read for one page at most; of more only those of the page. */
const MOST_COUNTED = 2_000;
/** Milliseconds that rows of a long list are looked for and counted. */
const LOOK_MS = 150;
/** Rows between two looks at the clock. */
const PIECE = 200;

type Row = Readonly<Record<string, unknown>>;

export interface FilteredRows {
  readonly run: number;
  readonly kind: ExportKind;
  readonly filter: Pick<ExportRange, 'text' | 'is'>;
}

/** Columns whose values are counted. */
const FACETS: Readonly<Record<ExportKind, readonly string[]>> = {
  forms: ['searchable', 'outcome', 'domain', 'type', 'rule', 'site'],
  pages: ['state', 'reasonCode', 'renderedBy', 'site'],
  sites: ['state', 'reasonCode', 'domain'],
  submissions: ['verdict', 'state', 'site'],
  records: ['site', 'formId', 'typed.year', 'typed.category', 'typed.language'],
  things: ['mergedBy', 'typed.year', 'typed.category', 'typed.language'],
  details: ['site'],
  documents: ['kind', 'state', 'site'],
};

export interface FilteredPage {
  readonly items: readonly object[];
  /** Where the next page begins; null behind the last row. */
  readonly next: string | null;
  /** Neither is known here where a filter leaves too many rows of a long list. */
  readonly total?: number;
  readonly facets?: readonly { readonly column: string; readonly values: ReturnType<typeof mostFrequent> }[];
}

interface PageOf extends FilteredRows {
  /** `next` of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Runs and kinds that have turned out to be long. */
const long = new Set<string>();

/** One page of the rows, with how many they are and what values their columns hold where these are not too many to count. */
export async function filteredPage(store: Store, of: PageOf): Promise<FilteredPage> {
  const name = `${of.run} ${of.kind}`;
  const isLong = long.has(name) || (of.kind === 'things' && (await hasManyRecords(store, of.run)));
  const counted = isLong ? undefined : await countedPage(store, of);
  if (counted !== undefined) return counted;
  long.add(name);
  return pageOfLongList(store, of);
}

export const hasManyRecords = async (store: Store, run: number): Promise<boolean> =>
  (await store.records.count(run)) > MOST_COUNTED;

async function countedPage(
  store: Store,
  { run, kind, filter, after, limit }: PageOf,
): Promise<FilteredPage | undefined> {
  const first = Number(after ?? 0);
  const items: Row[] = [];
  let [total, read] = [0, 0];
  const facets = new FacetCounts(kind);
  for await (const line of exportLines(store, run, kind, 'jsonl')) {
    if (++read > MOST_COUNTED) return undefined;
    const row = JSON.parse(line) as Row;
    const missed = failedBy(filter, row);
    facets.add(row, missed);
    if (missed.length === 0 && total++ >= first && items.length < limit) items.push(row);
  }
  return {
    items,
    next: total > first + limit ? String(first + limit) : null,
    total,
    facets: facets.groups(),
  };
}

class FacetCounts {
  private readonly counts: ReadonlyMap<string, Map<string, number>>;

  constructor(kind: ExportKind) {
    this.counts = new Map(FACETS[kind].map((column) => [column, new Map<string, number>()]));
  }

  /** A facet counts what the other filters leave, so that it shows what else could be chosen. */
  add(row: Row, missed: readonly string[]): void {
    for (const [column, values] of this.counts) {
      if (missed.length > 1 || (missed.length === 1 && missed[0] !== column)) continue;
      for (const value of valuesAt(row, column)) values.set(value, (values.get(value) ?? 0) + 1);
    }
  }

  groups(): NonNullable<FilteredPage['facets']> {
    return [...this.counts].map(([column, values]) => ({ column, values: mostFrequent(values) }));
  }
}

async function pageOfLongList(
  store: Store,
  { run, kind, filter, after, limit }: PageOf,
): Promise<FilteredPage> {
  const until = performance.now() + LOOK_MS;
  const items: Row[] = [];
  let next = after === undefined || /^\d+$/.test(after) ? null : after;
  const more = async (rows: Row[], most: number): Promise<void> => {
    do {
      const key = next === null ? undefined : keyOfCursor(kind, next);
      const page = await exportPage(
        store,
        run,
        kind,
        { ...filter, after: key },
        Math.min(PIECE, most - rows.length),
      );
      rows.push(...(page.items as Row[]));
      next = page.next;
    } while (next !== null && rows.length < most && (rows.length === 0 || performance.now() < until));
  };
  await more(items, limit);
  const page = { items, next };
  const filtered = new Set(Object.keys(filter.is ?? {}));
  const isWhole = filter.text === undefined && filtered.size === 0;
  if (after !== undefined || (isWhole && kind !== 'things')) return page;
  // A filter may leave few of a long list, and many records be few things. They do not say what else the columns filtered by hold.
  const left = [...items];
  if (next !== null) await more(left, MOST_COUNTED);
  if (next !== null) return page;
  const facets = new FacetCounts(kind);
  for (const row of left) facets.add(row, []);
  const known = facets.groups().filter(({ column }) => !filtered.has(column));
  return { ...page, total: left.length, facets: known };
}

/** The rows as lines of a file. */
export async function* filteredLines(
  store: Store,
  { run, kind, filter }: FilteredRows,
  format: ExportFormat,
): AsyncGenerator<string> {
  const columns = flatColumns(kind);
  if (format === 'csv') yield csvOf([columns.map(({ name }) => name)]);
  for await (const line of exportLines(store, run, kind, 'jsonl')) {
    const row = JSON.parse(line) as Row;
    // An empty piece lets others have their turn.
    if (!selects(filter, row)) yield '';
    else yield format === 'csv' ? csvOf([columns.map(({ of }) => of(row))]) : line;
  }
}

const mostFrequent = (values: ReadonlyMap<string, number>): { value: string; count: number }[] =>
  [...values]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES);
