import type { SubmissionStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemorySubmissions implements SubmissionStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }
}
