import type { LinkRow, SiteLinkRow, SiteRow, SiteStore, TargetSite } from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemorySites implements SiteStore {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async all(runId: number, site?: string): Promise<readonly SiteRow[]> {
    const sites = this.tables.site.where(
      (row) => row.run_id === runId && (site === undefined || row.site === site),
    );
    return orderBy(sites, ({ site }) => site);
  }

  async links(runId: number): Promise<readonly SiteLinkRow[]> {
    const links = this.tables.siteLink.where((row) => row.run_id === runId && row.from_site !== '');
    return orderBy(
      links,
      ({ to_site }) => to_site,
      ({ from_site }) => from_site,
    );
  }

  async linksFrom(runId: number, site: string): Promise<readonly TargetSite[]> {
    const ofSite = this.tables.link.where((row) => row.run_id === runId && row.site === site);
    const [first] = orderBy(ofSite, ({ id }) => id);
    if (first === undefined) return [];
    const links = this.tables.siteLink.where(
      (row) => row.run_id === runId && row.from_site === site && row.to_url !== '',
    );
    return orderBy(links, ({ to_site }) => to_site).map(({ to_site, to_url }) => ({
      to_site,
      to_url,
      parent: first.id,
    }));
  }

  async pageCounts(runId: number): Promise<readonly { readonly site: string; readonly pages: number }[]> {
    const read = this.tables.page.where((row) => row.run_id === runId && row.rendered_by !== 'none');
    const counts = [...Map.groupBy(read, ({ site }) => site)];
    return orderBy(counts, ([site]) => site).map(([site, pages]) => ({ site, pages: pages.length }));
  }

  async pagesRead(runId: number, site: string): Promise<readonly Pick<LinkRow, 'id' | 'depth' | 'hops'>[]> {
    const read = this.tables.link.where(
      (row) => row.run_id === runId && row.site === site && row.state === 'done',
    );
    return orderBy(read, ({ id }) => id).map(({ id, depth, hops }) => ({ id, depth, hops }));
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

  async homesLinkingTo(site: string, limit: number): Promise<readonly string[]> {
    const links = this.tables.siteLink.where(({ to_site }) => to_site === site);
    const homes = links.flatMap((link) => this.tables.site.get(link.run_id, link.from_site)?.home_url ?? []);
    return [...new Set(homes)].sort().slice(0, limit);
  }

  async runsOf(site: string): Promise<readonly number[]> {
    const rows = this.tables.site.where((row) => row.site === site);
    return orderBy(rows, ({ run_id }) => run_id).map(({ run_id }) => run_id);
  }

  async add(sites: readonly SiteRow[]): Promise<void> {
    for (const row of sites) {
      const known = this.tables.site.get(row.run_id, row.site);
      if (known === undefined) this.tables.site.insert(row);
      else if (row.seed === 1) {
        const { seed, state, reason_code, reason_detail } = row;
        this.tables.site.put({ ...known, seed, state, reason_code, reason_detail });
      }
    }
  }

  async update(runId: number, site: string, change: Partial<SiteRow>): Promise<void> {
    const known = this.tables.site.get(runId, site);
    if (known !== undefined) this.tables.site.put({ ...known, ...change });
  }

  async addLinks(links: readonly SiteLinkRow[]): Promise<void> {
    for (const row of links) this.tables.siteLink.insert(row);
  }

  async delete(runId: number, site?: string): Promise<void> {
    this.tables.site.delete((row) => row.run_id === runId && (site === undefined || row.site === site));
    this.tables.siteLink.delete(
      ({ run_id, from_site, to_site }) =>
        run_id === runId && (site === undefined || from_site === site || to_site === site),
    );
  }
}
