import type { DocumentStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqliteDocuments implements DocumentStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }
}
