/** One thing that bears on how much a page yields, as a number of bins. */
export interface YieldFactor {
  readonly name: string;
  /** What is believed of each bin before anything was seen: by what factor pages in it yield more than others. */
  readonly priors: readonly number[];
}

/** Pages that are remembered to be fitted to: the latest. */
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
  private readonly got = new Float32Array(MOST_SAMPLES);
  private count = 0;

  /** @param base yield of a page that all factors leave alone */
  constructor(base: number, factors: readonly YieldFactor[], strength = 1) {
    this.factors = factors;
    this.strength = strength;
    this.prior = Math.log(base);
    this.intercept = this.prior;
    this.fitted = factors.map(({ priors }) => Float64Array.from(priors, Math.log));
    this.bins = new Int8Array(MOST_SAMPLES * factors.length).fill(-1);
  }

  /** Natural logarithm of the expected yield. @param bins one a factor, in their order; -1 where it does not apply */
  logYield(bins: ArrayLike<number>): number {
    let log = this.intercept;
    for (let i = 0; i < this.fitted.length; i++) log += this.fitted[i]?.[bins[i] ?? -1] ?? 0;
    return log;
  }

  /** Remembers a page in these bins. @returns a number to tell by what it gave */
  observe(bins: readonly number[]): number {
    const sample = this.count++;
    const row = (sample % MOST_SAMPLES) * this.factors.length;
    for (let i = 0; i < this.factors.length; i++) this.bins[row + i] = bins[i] ?? -1;
    this.got[sample % MOST_SAMPLES] = 0;
    return sample;
  }

  /** What a page gave, now or later. @param sample as {@link observe} returned it; one long ago is forgotten */
  reward(sample: number, amount: number): void {
    if (sample < this.count - MOST_SAMPLES) return;
    const at = sample % MOST_SAMPLES;
    this.got[at] = (this.got[at] ?? 0) + amount;
  }

  /** Fits all factors to the remembered pages: some milliseconds for each thousand of them. */
  fit(): void {
    const samples = Math.min(this.count, MOST_SAMPLES);
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

  /** The factors as fitted last, by name. */
  ratios(): Readonly<Record<string, readonly number[]>> {
    return Object.fromEntries(
      this.factors.map(({ name }, i) => [name, [...(this.fitted[i] ?? [])].map(Math.exp)]),
    );
  }
}

/** The bin of a value among ascending limits: the number of limits at or below it. */
export function binOf(value: number, limits: readonly number[]): number {
  let bin = 0;
  while (bin < limits.length && value >= (limits[bin] ?? Number.POSITIVE_INFINITY)) bin++;
  return bin;
}
