import type { FormOnPage, FormStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryForms implements FormStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async onPages(runId: number, pageIds: readonly number[]): Promise<readonly FormOnPage[]> {
    const { sighting, formVariant } = this.tables;
    const asked = new Set(pageIds);
    return sighting
      .where(({ run_id, page_id }) => run_id === runId && asked.has(page_id))
      .flatMap(({ page_id, form_id, variant }) => {
        const judged = formVariant.get(runId, variant);
        if (judged === undefined) return [];
        return [{ page_id, form_id, domain: judged.domain, searchable: judged.searchable }];
      });
  }
}
