import type { ElementStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqliteElements implements ElementStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }
}
