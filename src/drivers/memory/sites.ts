import type { SiteStore } from '../../storage/index.ts';
import type { MemoryTables } from './tables.ts';

export class MemorySites implements SiteStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async homesLinkingTo(site: string, limit: number): Promise<readonly string[]> {
    const links = this.tables.siteLink.where(({ to_site }) => to_site === site);
    const homes = links.flatMap((link) => this.tables.site.get(link.run_id, link.from_site)?.home_url ?? []);
    return [...new Set(homes)].sort().slice(0, limit);
  }
}
