interface SiteCost {
  pages: number;
  forms: number;
  bytes: number;
  ms: number;
}

/** Counts forms, time and bytes of each site beside those of the run: δ and c of the ranking reward (paper 004, eq. 3). */
export class SiteEvidence {
  private readonly sites = new Map<string, SiteCost>();
  private readonly run: Omit<SiteCost, 'forms'> = { pages: 0, bytes: 0, ms: 0 };

  read(site: string, page: { readonly bytes: number; readonly ms: number }): void {
    const entry = this.sites.get(site) ?? { pages: 0, forms: 0, bytes: 0, ms: 0 };
    this.sites.set(site, entry);
    for (const sum of [entry, this.run]) {
      sum.pages++;
      sum.bytes += page.bytes;
      sum.ms += page.ms;
    }
  }

  /** New forms on a page of the site. @returns true when they are its first */
  found(site: string, forms: number): boolean {
    const entry = this.sites.get(site);
    if (entry === undefined) return false;
    entry.forms += forms;
    return entry.forms === forms;
  }

  countsOf(site: string): { readonly pages: number; readonly forms: number } {
    return this.sites.get(site) ?? { pages: 0, forms: 0 };
  }

  /** Returns δ: forms a page, and c: what a page of the site costs, as a multiple of the run's mean. */
  of(site: string): { readonly newDocuments: number; readonly cost: number } {
    const entry = this.sites.get(site);
    if (entry === undefined) return { newDocuments: 0, cost: 1 };
    const { run } = this;
    const multiple = (part: number, whole: number) =>
      whole === 0 ? 1 : part / entry.pages / (whole / run.pages);
    const cost = (multiple(entry.bytes, run.bytes) + multiple(entry.ms, run.ms)) / 2;
    return { newDocuments: entry.forms / entry.pages, cost };
  }
}
