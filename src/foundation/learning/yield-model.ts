/** One thing that bears on how much a page yields, as a number of bins. */
export interface YieldFactor {
  readonly name: string;
  /** Says for each bin by what factor its pages are believed to yield more than others, before anything was seen. */
  readonly priors: readonly number[];
}

/** A page: one bin a factor, in their order, and its yield. */
export interface YieldSample {
  readonly bins: readonly number[];
  readonly got: number;
  readonly promised: number;
}

const MOST_SAMPLES = 20_000;
const SWEEPS = 8;

/**
 * Expected yield of a page as a product of factors, one for each bin that it falls in: Poisson regression, fitted by
 * turns (iterative proportional fitting). Each bin's factor is the ratio of what came to what the other factors made
 * expect, drawn to its prior by `strength` expected units, so that it starts as the prior and ends as what was seen.
 */
export class YieldModel {
  private readonly factors: readonly YieldFactor[];
  private readonly strength: number;
  /** Logarithms of the factors as fitted last, by factor and bin. */
  private readonly fitted: readonly Float64Array[];
  private intercept: number;
  private readonly prior: number;
  /** Bins of the remembered pages, one row each, in a ring; and what each page gave. */
  private readonly bins: Int8Array;
  private readonly got: Float32Array;
  private readonly promised: Float32Array;
  private readonly most: number;
  private count = 0;

  /**
   * @param base yield of a page that all factors leave alone
   * @param most pages that are remembered
   */
  constructor(base: number, factors: readonly YieldFactor[], strength = 1, most = MOST_SAMPLES) {
    this.factors = factors;
    this.strength = strength;
    this.prior = Math.log(base);
    this.intercept = this.prior;
    this.fitted = factors.map(({ priors }) => Float64Array.from(priors, Math.log));
    this.most = most;
    this.got = new Float32Array(most);
    this.promised = new Float32Array(most);
    this.bins = new Int8Array(most * factors.length).fill(-1);
  }

  /** Natural logarithm of the expected yield. @param bins one a factor, in their order; -1 where it does not apply */
  logYield(bins: ArrayLike<number>): number {
    let log = this.intercept;
    for (let i = 0; i < this.fitted.length; i++) log += this.fitted[i]?.[bins[i] ?? -1] ?? 0;
    return log;
  }

  /** Records a page in these bins. @returns a number to report its yield by */
  observe(bins: readonly number[]): number {
    const sample = this.count++;
    const row = (sample % this.most) * this.factors.length;
    for (let i = 0; i < this.factors.length; i++) this.bins[row + i] = bins[i] ?? -1;
    this.got[sample % this.most] = 0;
    this.promised[sample % this.most] = Math.exp(this.logYield(bins));
    return sample;
  }

  /** @param sample as {@link observe} returned it; one long ago is forgotten @param amount given now or later */
  reward(sample: number, amount: number): void {
    if (sample < this.count - this.most) return;
    const at = sample % this.most;
    this.got[at] = (this.got[at] ?? 0) + amount;
  }

  /** Fits all factors to the remembered pages: some milliseconds for each thousand of them. */
  fit(): void {
    const samples = Math.min(this.count, this.most);
    const width = this.factors.length;
    const logs = new Float64Array(samples);
    for (let s = 0; s < samples; s++) logs[s] = this.logYield(this.bins.subarray(s * width, (s + 1) * width));
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      this.fitIntercept(logs);
      this.factors.forEach((factor, i) => {
        this.fitFactor(factor, i, logs);
      });
    }
  }

  private fitIntercept(logs: Float64Array): void {
    let [expected, got] = [0, 0];
    for (let s = 0; s < logs.length; s++) {
      expected += Math.exp(logs[s] ?? 0);
      got += this.got[s] ?? 0;
    }
    const without = expected * Math.exp(this.prior - this.intercept);
    const intercept = this.prior + Math.log((got + this.strength) / (without + this.strength));
    const change = intercept - this.intercept;
    for (let s = 0; s < logs.length; s++) logs[s] = (logs[s] ?? 0) + change;
    this.intercept = intercept;
  }

  private fitFactor({ priors }: YieldFactor, i: number, logs: Float64Array): void {
    const fitted = this.fitted[i] ?? new Float64Array(0);
    const width = this.factors.length;
    const got = new Float64Array(priors.length);
    const expected = new Float64Array(priors.length);
    for (let s = 0; s < logs.length; s++) {
      const bin = this.bins[s * width + i] ?? -1;
      if (bin < 0) continue;
      got[bin] = (got[bin] ?? 0) + (this.got[s] ?? 0);
      expected[bin] = (expected[bin] ?? 0) + Math.exp(logs[s] ?? 0);
    }
    const changes = Float64Array.from(priors, (prior, bin) => {
      const before = fitted[bin] ?? 0;
      const without = (expected[bin] ?? 0) * Math.exp(Math.log(prior) - before);
      const after = Math.log(prior) + Math.log(((got[bin] ?? 0) + this.strength) / (without + this.strength));
      fitted[bin] = after;
      return after - before;
    });
    for (let s = 0; s < logs.length; s++) {
      const bin = this.bins[s * width + i] ?? -1;
      if (bin >= 0) logs[s] = (logs[s] ?? 0) + (changes[bin] ?? 0);
    }
  }

  /** The oldest first. */
  samples(): YieldSample[] {
    const width = this.factors.length;
    const first = Math.max(0, this.count - this.most);
    return Array.from({ length: this.count - first }, (_, i) => {
      const at = (first + i) % this.most;
      const bins = [...this.bins.subarray(at * width, (at + 1) * width)];
      return { bins, got: this.got[at] ?? 0, promised: this.promised[at] ?? 0 };
    });
  }

  /** Yield of a page that all factors leave alone, as fitted last. */
  get base(): number {
    return Math.exp(this.intercept);
  }

  ratios(): Readonly<Record<string, readonly number[]>> {
    return Object.fromEntries(
      this.factors.map(({ name }, i) => [name, [...(this.fitted[i] ?? [])].map(Math.exp)]),
    );
  }
}

/** The bin of a value among ascending limits: the number of limits at or below it. */
export function binIndexOf(value: number, limits: readonly number[]): number {
  let bin = 0;
  while (bin < limits.length && value >= (limits[bin] ?? Number.POSITIVE_INFINITY)) bin++;
  return bin;
}
