import { type StoreTransaction, statement } from '../../drivers/sqlite/index.ts';
import type { LinkState } from '../../storage/index.ts';

/** What the adding of links needs to know of those that are there. */
export interface KnownRow {
  readonly id: number;
  readonly url: string;
  readonly host: string;
  readonly depth: number;
  readonly hops: number;
  readonly score: number;
  readonly state: LinkState;
}

type NewRow = readonly [
  site: string,
  host: string,
  url: string,
  anchor: string,
  around: string,
  parent: number,
  kind: string,
  depth: number,
  hops: number,
  score: number,
];

const COLUMNS = 'run_id, site, host, url, anchor, around, parent, kind, depth, hops, score, state';
const ROW = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting')";

/** Links looked up or written by one statement: few sizes, so that each is prepared once. */
const SIZES = [64, 16, 4, 1];

/**
 * Statements of a page's links. They are most of what a page asks of the store, so their text is made once and not built
 * and compiled for every page.
 */
const INSERTS = new Map(
  SIZES.map((n) => [
    n,
    `insert into link (${COLUMNS}) values ${Array(n).fill(ROW).join(', ')} returning id, url`,
  ]),
);
const LOOKUPS = new Map(
  SIZES.map((n) => [
    n,
    `select id, url, host, depth, hops, score, state from link where run_id = ? and url in (${Array(n).fill('?').join(', ')})`,
  ]),
);

/** The rows of those addresses that are known. */
export async function knownRows(
  trx: StoreTransaction,
  runId: number,
  urls: readonly string[],
): Promise<Map<string, KnownRow>> {
  const found = new Map<string, KnownRow>();
  for (const batch of inSizes(urls)) {
    const rows = statement<KnownRow>(trx, LOOKUPS.get(batch.length) ?? '', [runId, ...batch]);
    for (const row of rows) found.set(row.url, row);
  }
  return found;
}

/** @returns the numbers of the new links, by address */
export async function insertRows(
  trx: StoreTransaction,
  runId: number,
  links: readonly NewRow[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const batch of inSizes(links)) {
    const rows = statement<{ id: number; url: string }>(
      trx,
      INSERTS.get(batch.length) ?? '',
      batch.flatMap((link) => [runId, ...link]),
    );
    for (const { id, url } of rows) ids.set(url, id);
  }
  return ids;
}

function* inSizes<T>(items: readonly T[]): Generator<readonly T[]> {
  let at = 0;
  for (const size of SIZES) {
    for (; items.length - at >= size; at += size) yield items.slice(at, at + size);
  }
}
