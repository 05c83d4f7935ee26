import type { FormStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqliteForms implements FormStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }
}
