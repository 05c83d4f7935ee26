import type { PageStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryPages implements PageStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }
}
