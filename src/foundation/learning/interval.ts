/** A mean, and half of its 95 % interval by Student's t; of one value nothing is known of the interval. */
export interface Interval {
  readonly mean: number;
  readonly half: number | undefined;
}

export function intervalOf(values: readonly number[]): Interval {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  if (values.length < 2) return { mean, half: undefined };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (values.length - 1));
  return { mean, half: (studentT(values.length - 1) * deviation) / Math.sqrt(values.length) };
}

/** Two-sided 95 % quantile of Student's t (Hill's expansion of the normal one; exact to 1 % from two degrees on). */
export function studentT(degrees: number): number {
  if (degrees < 1) return Infinity;
  const exact = [12.706, 4.303, 3.182, 2.776][degrees - 1];
  if (exact !== undefined) return exact;
  const z = 1.959964;
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  );
}
