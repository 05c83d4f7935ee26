import { binIndexOf, type YieldModel } from '../../foundation/learning/index.ts';
import { SiteEvidence } from './site-evidence.ts';
import { type Bins, binsFrom, LIMITS } from './yield-factors.ts';

/** Holds what the pages of a site gave, delayed benefits included, and what they were expected to give. */
interface SiteYield {
  got: number;
  expected: number;
}

/** Expected forms that a site has to give, or fail to give, before it is believed to be better or worse than its like. */
const BELIEF = 1;

export class SiteYields {
  private readonly model: YieldModel;
  private readonly sites = new Map<string, SiteYield>();
  readonly evidence = new SiteEvidence();

  constructor(model: YieldModel) {
    this.model = model;
  }

  binsOf(site: string): Bins {
    return siteBins(this.evidence.countsOf(site));
  }

  /**
   * Counts a page.
   * @param bins its own and those of its site when it was discovered
   * @returns the number that its rewards are reported by
   */
  read(site: string, bins: Bins, page: { readonly bytes: number; readonly ms: number }): number {
    this.of(site).expected += Math.exp(this.model.logYield(bins));
    this.evidence.read(site, page);
    return this.model.observe(bins);
  }

  /** @param sample as {@link read} returned it */
  reward(site: string, sample: number, amount: number): void {
    this.of(site).got += amount;
    this.model.reward(sample, amount);
  }

  /**
   * Returns by what the links of the site are worth more, or less, than their like elsewhere (a logarithm): pages read
   * and forms found as all sites teach it, times what this site gave against what its pages promised.
   */
  scoreOffset(site: string): number {
    const entry = this.sites.get(site);
    if (entry === undefined) return 0;
    const learnt = this.model.logYield(this.binsOf(site)) - this.model.logYield([]);
    return learnt + Math.log((entry.got + BELIEF) / (entry.expected + BELIEF));
  }

  private of(site: string): SiteYield {
    let entry = this.sites.get(site);
    if (entry === undefined) {
      entry = { got: 0, expected: 0 };
      this.sites.set(site, entry);
    }
    return entry;
  }
}

const siteBins = ({ pages, forms }: ReturnType<SiteEvidence['countsOf']>): Bins =>
  binsFrom({
    [forms === 0 ? 'barren' : 'fertile']: binIndexOf(pages, LIMITS.pages),
    forms: binIndexOf(forms, LIMITS.forms),
  });
