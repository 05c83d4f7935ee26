/** One thing that bears on how much a page yields, as a number of bins. */
export interface YieldFactor {
  readonly name: string;
  /** What is believed of each bin before anything was seen: by what factor pages in it yield more than others. */
  readonly priors: readonly number[];
}

interface Bin {
  readonly prior: number;
  /** What the bin's pages gave, and what they should have given had the bin nothing to say but its prior. */
  got: number;
  expected: number;
}

/**
 * Expected yield of a page as a product of factors, one for each bin that it falls in. Each factor is the ratio of what
 * came to what was expected without it (a Poisson model fitted one factor at a time), drawn to its prior by `strength`
 * expected units, so that it starts as the prior and ends as what was seen.
 */
export class YieldModel {
  private readonly base: number;
  private readonly strength: number;
  private readonly factors: readonly (readonly Bin[])[];
  private readonly names: readonly string[];

  /** @param base yield of a page that all factors leave alone */
  constructor(base: number, factors: readonly YieldFactor[], strength = 2) {
    this.base = base;
    this.strength = strength;
    this.names = factors.map(({ name }) => name);
    this.factors = factors.map(({ priors }) => priors.map((prior) => ({ prior, got: 0, expected: 0 })));
  }

  /** Natural logarithm of the expected yield. @param bins one a factor, in their order; -1 where it does not apply */
  logYield(bins: readonly number[]): number {
    let log = Math.log(this.base);
    for (let i = 0; i < bins.length; i++) {
      const bin = this.factors[i]?.[bins[i] ?? -1];
      if (bin !== undefined) log += Math.log(bin.prior) + Math.log(this.correction(bin));
    }
    return log;
  }

  /** A page in these bins was read; what it gives is told by {@link reward}. */
  observe(bins: readonly number[]): void {
    const expected = Math.exp(this.logYield(bins));
    this.each(bins, (bin) => {
      bin.expected += expected / this.correction(bin);
    });
  }

  /** What a page in these bins gave, now or later. */
  reward(bins: readonly number[], amount: number): void {
    this.each(bins, (bin) => {
      bin.got += amount;
    });
  }

  /** The learnt factors by name, priors included. */
  ratios(): Readonly<Record<string, readonly number[]>> {
    return Object.fromEntries(
      this.names.map((name, i) => [
        name,
        (this.factors[i] ?? []).map((bin) => bin.prior * this.correction(bin)),
      ]),
    );
  }

  private correction(bin: Bin): number {
    return (bin.got + this.strength) / (bin.expected + this.strength);
  }

  private each(bins: readonly number[], work: (bin: Bin) => void): void {
    for (let i = 0; i < bins.length; i++) {
      const bin = this.factors[i]?.[bins[i] ?? -1];
      if (bin !== undefined) work(bin);
    }
  }
}

/** The bin of a value among ascending limits: the number of limits at or below it. */
export function binOf(value: number, limits: readonly number[]): number {
  let bin = 0;
  while (bin < limits.length && value >= (limits[bin] ?? Number.POSITIVE_INFINITY)) bin++;
  return bin;
}
