import type { Tables } from '../../storage/index.ts';
import { type Database, type Executor, statement } from './executor.ts';

type TablesOfRuns = {
  [Name in keyof Tables]: 'run_id' extends keyof Tables[Name]['columns'] ? Name : never;
}[keyof Tables];

/** A port over an executor. */
export abstract class Port {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  protected get db(): Database {
    return this.executor.db;
  }

  protected statement<Row>(text: string, parameters: readonly unknown[]): Promise<readonly Row[]> {
    return statement(this.executor, text, parameters);
  }

  /** Deletes the rows of a run, or of one of its sites. @returns how many */
  protected async deleteOf(table: TablesOfRuns, runId: number, site?: string): Promise<number> {
    const rows = this.db.deleteFrom(table as 'page').where('run_id', '=', runId);
    const ofSite = site === undefined ? rows : rows.where('site', '=', site);
    return Number((await ofSite.executeTakeFirstOrThrow()).numDeletedRows);
  }
}
