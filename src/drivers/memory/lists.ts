import type { ListName, ListRange, ListRow, ListStore, NewListRow } from '../../storage/index.ts';

interface KeptList {
  readonly version: string;
  readonly rows: readonly NewListRow[];
}

export class MemoryLists implements ListStore {
  private readonly lists = new Map<number, Map<string, KeptList>>();

  async rows(
    { runId, kind, version }: ListName,
    { after, text = '', limit }: ListRange,
  ): Promise<readonly ListRow[] | undefined> {
    const list = this.lists.get(runId)?.get(kind);
    if (list?.version !== version) return undefined;
    const last = after === undefined ? -1 : list.rows.findIndex(({ key }) => key === after);
    if (after !== undefined && last < 0) return [];
    const wanted = text.toLowerCase();
    return list.rows
      .slice(last + 1)
      .filter((row) => row.text.toLowerCase().includes(wanted))
      .slice(0, limit)
      .map(({ key, row }) => ({ key, row }));
  }

  async keep({ runId, kind, version }: ListName, rows: AsyncIterable<NewListRow>): Promise<void> {
    const list = { version, rows: [] as NewListRow[] };
    for await (const row of rows) list.rows.push(row);
    const lists = this.lists.get(runId) ?? new Map<string, KeptList>();
    this.lists.set(runId, lists.set(kind, list));
  }

  async remove(runId: number): Promise<void> {
    this.lists.delete(runId);
  }
}
