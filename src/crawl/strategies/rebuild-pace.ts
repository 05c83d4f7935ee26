/** Deep-web sites after which is learnt first. */
const FIRST = 5;

/**
 * Says when to learn from what was found: after 5 deep-web sites or twice as many forms, then whenever these have doubled;
 * or each time after a fixed number of new ones (papers 002, 004: 50 sites, 100 forms).
 */
export class RebuildPace {
  private readonly every: number | undefined;
  private sites = 0;
  private forms = 0;
  private due: number;

  /** @param every new sites after which is learnt again; undefined for 5, 10, 20, … */
  constructor(every: number | undefined) {
    this.every = every;
    this.due = every ?? FIRST;
  }

  /** @param isNewSite they are the first forms of their site */
  found(forms: number, isNewSite: boolean): void {
    this.forms += forms;
    if (isNewSite) this.sites++;
  }

  /** Tells whether to learn now, and counts on from there. */
  isDue(): boolean {
    const passed = () => this.sites >= this.due || this.forms >= 2 * this.due;
    if (!passed()) return false;
    if (this.every === undefined) while (passed()) this.due *= 2;
    else this.sites = this.forms = 0;
    return true;
  }
}
