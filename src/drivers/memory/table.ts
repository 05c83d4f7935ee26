/** Changes of the transaction under way, so that they can be undone. */
export class Journal {
  private readonly undo: (() => void)[] = [];

  changed(undo: () => void): void {
    this.undo.push(undo);
  }

  commit(): void {
    this.undo.length = 0;
  }

  rollback(): void {
    for (const undo of this.undo.splice(0).reverse()) undo();
  }
}

/** Rows of one kind by their key. A row is replaced, never changed, so that who has read it keeps what was read. */
export class MemoryTable<Row extends object> {
  private readonly rows = new Map<string, Row>();
  private readonly keyOf: (row: Row) => readonly unknown[];
  private readonly journal: Journal;

  /** @param keyOf columns that no two rows share */
  constructor(journal: Journal, keyOf: (row: Row) => readonly unknown[]) {
    this.journal = journal;
    this.keyOf = keyOf;
  }

  get(...key: readonly unknown[]): Row | undefined {
    return this.rows.get(JSON.stringify(key));
  }

  /** Rows that hold, in the order of their insertion. */
  where(holds: (row: Row) => boolean): Row[] {
    return [...this.rows.values()].filter(holds);
  }

  /** @returns false, and changes nothing, where a row has the same key */
  insert(row: Row): boolean {
    const key = JSON.stringify(this.keyOf(row));
    if (this.rows.has(key)) return false;
    this.set(key, row);
    return true;
  }

  /** Inserts a row, or puts it in the place of the one with the same key. */
  put(row: Row): void {
    this.set(JSON.stringify(this.keyOf(row)), row);
  }

  /** Changes columns of the rows that hold, but not of their key. @returns the changed rows */
  update(holds: (row: Row) => boolean, change: Partial<Row> | ((row: Row) => Partial<Row>)): Row[] {
    return this.where(holds).map((row) => {
      const changed = { ...row, ...(typeof change === 'function' ? change(row) : change) };
      this.set(JSON.stringify(this.keyOf(row)), changed);
      return changed;
    });
  }

  /** @returns the deleted rows */
  delete(holds: (row: Row) => boolean): Row[] {
    const gone = this.where(holds);
    for (const row of gone) {
      const key = JSON.stringify(this.keyOf(row));
      this.rows.delete(key);
      this.journal.changed(() => this.rows.set(key, row));
    }
    return gone;
  }

  private set(key: string, row: Row): void {
    const before = this.rows.get(key);
    this.rows.set(key, row);
    this.journal.changed(() => (before === undefined ? this.rows.delete(key) : this.rows.set(key, before)));
  }
}

/** Orders rows by columns, numbers by value and texts by their code points. */
export function orderBy<Row>(
  rows: readonly Row[],
  ...columns: readonly ((row: Row) => number | string)[]
): Row[] {
  return [...rows].sort((a, b) => {
    for (const column of columns) {
      const [x, y] = [column(a), column(b)];
      if (x !== y) return x < y ? -1 : 1;
    }
    return 0;
  });
}

/** Whether a row comes behind another one in the order of some columns. */
export function isBehind<Columns extends readonly (string | number)[]>(
  row: Columns,
  after: Columns,
): boolean {
  const at = row.findIndex((value, i) => value !== after[i]);
  return at >= 0 && (row[at] ?? '') > (after[at] ?? '');
}
