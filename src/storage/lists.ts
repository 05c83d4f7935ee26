/** Names a list that is kept. */
export interface ListName {
  readonly runId: number;
  readonly kind: string;
  /** With another version, the rows may be others. */
  readonly version: string;
}

export interface ListRow {
  /** Names the row in its list. */
  readonly key: string;
  /** Is JSON. */
  readonly row: string;
}

/** Sorts a row; null where it has no value. */
export type SortValue = string | number | null;

export interface NewListRow extends ListRow {
  /** Is searched. */
  readonly text: string;
  /** Values of the columns that the list can be sorted and filtered by. */
  readonly values?: Readonly<Record<string, SortValue>> | undefined;
}

/** An order of rows: numbers before texts, texts by code point, rows without a value last whichever way. */
export interface ListSort {
  readonly column: string;
  readonly descends: boolean;
}

/** Selects rows of a kept list. */
export interface ListRange {
  /** Begins behind the row of this key; a list without it has no such rows. */
  readonly after?: string | undefined;
  /** Selects all rows whose text has this part, in capitals or small letters; others may be among them. */
  readonly text?: string | undefined;
  /** Reads the rows in this order instead of their own. */
  readonly sort?: ListSort | undefined;
  /** Leaves, of a sorted list, the rows that hold one of these values in each of these columns. */
  readonly is?: Readonly<Record<string, readonly SortValue[]>> | undefined;
  readonly limit: number;
}

/**
 * Lists of runs that have ended, kept in their order beside the rows of the store and outside its transactions: they can be
 * made again. One process at a time keeps lists.
 */
export interface ListStore {
  /** Reads rows in the order of the list; undefined where it is not kept in this version. */
  rows(list: ListName, range: ListRange): Promise<readonly ListRow[] | undefined>;
  /** Keeps a list in the place of an earlier version, whole or not at all. */
  keep(list: ListName, rows: AsyncIterable<NewListRow>): Promise<void>;
  remove(runId: number): Promise<void>;
}
