import type { KnowledgeStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqliteKnowledge implements KnowledgeStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }
}
