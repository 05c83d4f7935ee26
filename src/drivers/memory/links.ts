import type { LinkStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryLinks implements LinkStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }
}
