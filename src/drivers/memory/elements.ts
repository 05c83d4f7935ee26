import type { ElementStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryElements implements ElementStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }
}
