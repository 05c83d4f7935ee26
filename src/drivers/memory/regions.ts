import type { RegionStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryRegions implements RegionStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }
}
