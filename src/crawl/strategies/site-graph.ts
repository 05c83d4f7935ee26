const MOST_LINKS = 5_000;

/** Knows who links to whom, and the known deep-web sites: those with searchable forms about a wanted domain. */
export class SiteGraph {
  private readonly from = new Map<string, Set<string>>();
  private readonly frequencies = new Map<string, number>();
  private readonly deep = new Set<string>();
  private changes = 0;
  private readonly centres = new Set<string>();
  private readonly centreLinked = new Set<string>();

  get deepSites(): ReadonlySet<string> {
    return this.deep;
  }

  /** A page of `from` points to these sites. @returns those that are pointed to by one known deep-web site more than before */
  add(from: string, targets: Iterable<string>): string[] {
    const known = this.from.get(from) ?? new Set<string>();
    this.from.set(from, known);
    const raised: string[] = [];
    for (const target of targets) {
      if (target === from || known.has(target) || known.size >= MOST_LINKS) continue;
      known.add(target);
      this.changes++;
      if (this.centres.has(from)) this.centreLinked.add(target);
      if (this.deep.has(from)) raised.push(this.raise(target));
    }
    return raised;
  }

  /** A searchable form was found on the site. @returns the sites whose site frequency has risen with that */
  isDeep(site: string): string[] {
    if (this.deep.has(site)) return [];
    this.deep.add(site);
    this.changes++;
    return [...(this.from.get(site) ?? [])].map((target) => this.raise(target));
  }

  private raise(target: string): string {
    this.frequencies.set(target, (this.frequencies.get(target) ?? 0) + 1);
    return target;
  }

  /** SF: how many known deep-web sites point to the site (papers 002 and 004). */
  frequency(site: string): number {
    return this.frequencies.get(site) ?? 0;
  }

  deepLinks(site: string): number {
    let count = 0;
    for (const target of this.from.get(site) ?? []) if (this.deep.has(target)) count++;
    return count;
  }

  /** A page of the site is a centre page. @returns false when that was known */
  isCentre(site: string): boolean {
    if (this.centres.has(site)) return false;
    this.centres.add(site);
    for (const target of this.targets(site)) this.centreLinked.add(target);
    return true;
  }

  /** A centre page of a site that is none as a whole points to these sites. */
  addCentreLinks(targets: Iterable<string>): void {
    for (const target of targets) this.centreLinked.add(target);
  }

  isCentreLinked(site: string): boolean {
    return this.centreLinked.has(site);
  }

  /** True when links or known deep-web sites were added since the last call. */
  changed(): boolean {
    const changes = this.changes;
    this.changes = 0;
    return changes > 0;
  }

  pointingToDeep(least: number): string[] {
    return [...this.from.keys()].filter((site) => !this.centres.has(site) && this.deepLinks(site) >= least);
  }

  targets(site: string): ReadonlySet<string> {
    return this.from.get(site) ?? new Set();
  }
}
