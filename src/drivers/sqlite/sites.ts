import type { SiteStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqliteSites implements SiteStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }
}
