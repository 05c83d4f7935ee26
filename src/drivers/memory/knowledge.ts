import type { KnowledgeStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryKnowledge implements KnowledgeStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }
}
