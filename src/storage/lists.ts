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

export interface NewListRow extends ListRow {
  /** Is searched. */
  readonly text: string;
}

/** Selects rows of a kept list. */
export interface ListRange {
  /** Begins behind the row of this key; a list without it has no such rows. */
  readonly after?: string | undefined;
  /** Selects all rows whose text has this part, in capitals or small letters; others may be among them. */
  readonly text?: string | undefined;
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
