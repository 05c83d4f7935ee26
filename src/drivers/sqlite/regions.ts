import type { RegionStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqliteRegions implements RegionStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }
}
