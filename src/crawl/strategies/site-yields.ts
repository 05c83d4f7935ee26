import { binIndexOf, type YieldModel } from '../../foundation/learning/index.ts';
import { type Bins, binsFrom, LIMITS } from './yield-factors.ts';

interface SiteYield {
  pages: number;
  forms: number;
  /** What its pages gave, delayed benefits included, and what they were expected to give. */
  got: number;
  expected: number;
  bytes: number;
  ms: number;
}

/** Expected forms that a site has to give, or fail to give, before it is believed to be better or worse than its like. */
const BELIEF = 1;

/** What each site gave and cost so far. */
export class SiteYields {
  private readonly model: YieldModel;
  private readonly sites = new Map<string, SiteYield>();
  private pages = 0;
  private bytes = 0;
  private ms = 0;

  constructor(model: YieldModel) {
    this.model = model;
  }

  /** Bins of a site as it stands. */
  binsOf(site: string): Bins {
    return siteBins(this.of(site));
  }

  /**
   * Counts a page.
   * @param bins its own and those of its site when it was met
   * @returns the number that its rewards are told by
   */
  read(site: string, bins: Bins, page: { readonly bytes: number; readonly ms: number }): number {
    const entry = this.of(site);
    entry.expected += Math.exp(this.model.logYield(bins));
    entry.pages++;
    entry.bytes += page.bytes;
    entry.ms += page.ms;
    this.pages++;
    this.bytes += page.bytes;
    this.ms += page.ms;
    return this.model.observe(bins);
  }

  /** New forms on a page of the site. @returns true when they are its first */
  found(site: string, forms: number): boolean {
    const entry = this.of(site);
    entry.forms += forms;
    return entry.forms === forms;
  }

  /** What a page of the site gave. @param sample as {@link read} returned it */
  reward(site: string, sample: number, amount: number): void {
    this.of(site).got += amount;
    this.model.reward(sample, amount);
  }

  /**
   * By what the links of the site are worth more, or less, than their like elsewhere (a logarithm): pages read and forms
   * found as all sites teach it, times what this site gave against what its pages promised.
   */
  scoreOffset(site: string): number {
    const entry = this.sites.get(site);
    if (entry === undefined) return 0;
    const learnt = this.model.logYield(siteBins(entry)) - this.model.logYield([]);
    return learnt + Math.log((entry.got + BELIEF) / (entry.expected + BELIEF));
  }

  /** δ of the ranking reward: forms a page, and c: what a page of the site costs, as a multiple of the run's mean. */
  evidence(site: string): { readonly newDocuments: number; readonly cost: number } {
    const entry = this.sites.get(site);
    if (entry === undefined || entry.pages === 0) return { newDocuments: 0, cost: 1 };
    const share = (part: number, whole: number) =>
      whole === 0 ? 1 : part / entry.pages / (whole / this.pages);
    const cost = (share(entry.bytes, this.bytes) + share(entry.ms, this.ms)) / 2;
    return { newDocuments: entry.forms / entry.pages, cost };
  }

  private of(site: string): SiteYield {
    let entry = this.sites.get(site);
    if (entry === undefined) {
      entry = { pages: 0, forms: 0, got: 0, expected: 0, bytes: 0, ms: 0 };
      this.sites.set(site, entry);
    }
    return entry;
  }
}

const siteBins = ({ pages, forms }: SiteYield): Bins =>
  binsFrom({
    [forms === 0 ? 'barren' : 'fertile']: binIndexOf(pages, LIMITS.pages),
    forms: binIndexOf(forms, LIMITS.forms),
  });
