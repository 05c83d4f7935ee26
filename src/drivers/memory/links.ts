import type { LinkRow, LinkStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryLinks implements LinkStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async known({ ids }: { readonly ids: readonly number[] }): Promise<readonly Pick<LinkRow, 'id' | 'url'>[]> {
    return ids.flatMap((id) => this.tables.link.get(id) ?? []);
  }
}
