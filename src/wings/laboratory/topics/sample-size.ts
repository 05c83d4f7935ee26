/** Precision of a sample: Z for the confidence, σ of the estimated value, ε the tolerated error. */
export interface SampleOptions {
  readonly z?: number;
  readonly deviation?: number;
  readonly error?: number;
}

/**
 * Pages of a population that raters must judge: n = Nσ²Z² / ((N−1)ε² + σ²Z²) (paper 003, eq. 7), not rounded.
 *
 * With its 95 %, σ = .5 and ε = .05 it gives the Wikipedia columns of the paper's table 9; the Google columns do not follow
 * from it (for 879 pages the formula gives 268, the table says 303).
 */
export function sampleSize(
  population: number,
  { z = 1.96, deviation = 0.5, error = 0.05 }: SampleOptions = {},
): number {
  const spread = deviation * deviation * z * z;
  return population <= 0 ? 0 : (population * spread) / ((population - 1) * error * error + spread);
}

/** n_i = n·N_i/N (eq. 8), rounded. @param sample n as {@link sampleSize} gives it */
export const stratumSize = (sample: number, stratum: number, population: number): number =>
  population === 0 ? 0 : Math.min(stratum, Math.round((sample * stratum) / population));
