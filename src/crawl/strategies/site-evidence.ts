interface SiteCost {
  pages: number;
  forms: number;
  bytes: number;
}

/** Counts forms and bytes of each site beside those of the run: δ and c of the ranking reward (paper 004, eq. 3). */
export class SiteEvidence {
  private readonly sites = new Map<string, SiteCost>();
  private readonly run: Omit<SiteCost, 'forms'> = { pages: 0, bytes: 0 };

  read(site: string, page: { readonly bytes: number }): void {
    const entry = this.sites.get(site) ?? { pages: 0, forms: 0, bytes: 0 };
    this.sites.set(site, entry);
    for (const sum of [entry, this.run]) {
      sum.pages++;
      sum.bytes += page.bytes;
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

  /**
   * Returns δ: forms a page, and c: the bytes of a page of the site as a multiple of the run's mean. Times would differ
   * between two runs of the same pages.
   */
  of(site: string): { readonly newDocuments: number; readonly cost: number } {
    const entry = this.sites.get(site);
    if (entry === undefined) return { newDocuments: 0, cost: 1 };
    const { run } = this;
    const cost = run.bytes === 0 ? 1 : entry.bytes / entry.pages / (run.bytes / run.pages);
    return { newDocuments: entry.forms / entry.pages, cost };
  }
}
