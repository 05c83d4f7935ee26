import type { PageStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqlitePages implements PageStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }
}
