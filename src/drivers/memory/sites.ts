import type { SiteStore } from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemorySites implements SiteStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async worthAVisit(runId: number): Promise<readonly string[]> {
    const links = this.tables.siteLink.where(
      ({ run_id, from_site, to_url }) =>
        run_id === runId &&
        to_url !== '' &&
        (from_site === '' || this.tables.site.get(runId, from_site)?.state === 'exploring'),
    );
    const ordered = orderBy(
      links,
      ({ to_site }) => to_site,
      ({ to_url }) => to_url,
    );
    return ordered.flatMap(({ to_site, to_url }, i) => (to_site === ordered[i - 1]?.to_site ? [] : [to_url]));
  }
}
