import type { LinkStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqliteLinks implements LinkStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }
}
