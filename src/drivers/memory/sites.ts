import type { SiteStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemorySites implements SiteStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }
}
