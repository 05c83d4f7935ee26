import type { FormOnPage, FormStore } from '../../storage/index.ts';
import type { Executor } from './executor.ts';

export class SqliteForms implements FormStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  onPages(runId: number, pageIds: readonly number[]): Promise<readonly FormOnPage[]> {
    return this.executor.db
      .selectFrom('sighting')
      .innerJoin('form_variant', (join) =>
        join
          .onRef('form_variant.run_id', '=', 'sighting.run_id')
          .onRef('form_variant.variant', '=', 'sighting.variant'),
      )
      .select(['sighting.page_id', 'sighting.form_id', 'form_variant.domain', 'form_variant.searchable'])
      .where('sighting.run_id', '=', runId)
      .where('sighting.page_id', 'in', pageIds)
      .execute();
  }
}
