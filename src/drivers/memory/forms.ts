import type { FormStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryForms implements FormStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }
}
