import type { DocumentStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryDocuments implements DocumentStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }
}
