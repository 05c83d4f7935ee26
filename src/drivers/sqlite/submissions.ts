import type { SubmissionStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqliteSubmissions implements SubmissionStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }
}
