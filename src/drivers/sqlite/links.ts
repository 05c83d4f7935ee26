import type { LinkRow, LinkStore } from '../../storage/index.ts';
import { type Executor, statement } from './executor.ts';

export class SqliteLinks implements LinkStore {
  protected readonly executor: Executor;

  constructor(executor: Executor) {
    this.executor = executor;
  }

  async known({ ids }: { readonly ids: readonly number[] }): Promise<readonly Pick<LinkRow, 'id' | 'url'>[]> {
    return ids.flatMap((id) =>
      statement<LinkRow>(this.executor, 'select id, url from link where id = ?', [id]),
    );
  }
}
