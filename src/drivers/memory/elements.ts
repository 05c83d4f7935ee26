import type { ElementRow, ElementStore, ElementValueRow } from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryElements implements ElementStore {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async elements(): Promise<readonly ElementRow[]> {
    return orderBy(this.tables.element.where(all), ({ id }) => id);
  }

  async values(): Promise<readonly ElementValueRow[]> {
    return orderBy(
      this.tables.elementValue.where(all),
      ({ element_id }) => element_id,
      ({ value }) => value,
    );
  }

  async hasRun(runId: number): Promise<boolean> {
    return this.tables.elementRun.get(runId) !== undefined;
  }

  async version(runId: number): Promise<string | undefined> {
    return this.tables.elementVersion.get(runId)?.content;
  }

  async publish(runId: number, content: string): Promise<void> {
    this.tables.elementVersion.insert({ run_id: runId, content });
  }

  async replace(elements: readonly ElementRow[], values: readonly ElementValueRow[]): Promise<void> {
    this.tables.elementValue.delete(all);
    this.tables.element.delete(all);
    for (const row of elements) this.tables.element.insert(row);
    for (const row of values) this.tables.elementValue.insert(row);
  }

  async addRun(runId: number): Promise<void> {
    this.tables.elementRun.insert({ run_id: runId });
  }

  async deleteRun(runId: number): Promise<void> {
    this.tables.elementRun.delete(({ run_id }) => run_id === runId);
    this.tables.elementVersion.delete(({ run_id }) => run_id === runId);
  }
}

const all = () => true;
