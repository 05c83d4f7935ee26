/**
 * Estimates the number of records of a database by capture–recapture with incidence data: every query is an
 * occasion that captures the records it shows (Chao 1987; Chao and Lee 1992; Burnham and Overton 1978).
 */

/** How often records were captured. */
interface Incidence {
  /** Occasions, that is queries that found something. */
  readonly occasions: number;
  /** Distinct records. */
  readonly seen: number;
  /** Captures, over all records. */
  readonly meetings: number;
  /** `frequencies[k]` records were captured exactly k times; index 0 is unused. */
  readonly frequencies: readonly number[];
}

/** @param catches keys of the records each occasion showed */
export function incidenceOf(catches: readonly (readonly string[])[]): Incidence {
  const counts = new Map<string, number>();
  let meetings = 0;
  for (const keys of catches)
    for (const key of new Set(keys)) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      meetings++;
    }
  const frequencies: number[] = [0];
  for (const count of counts.values()) {
    while (frequencies.length <= count) frequencies.push(0);
    frequencies[count] = (frequencies[count] ?? 0) + 1;
  }
  return { occasions: catches.length, seen: counts.size, meetings, frequencies };
}

export interface Estimate {
  readonly size: number;
  /** Ends of the 95 % interval. */
  readonly low: number;
  readonly high: number;
}

const Z = 1.96;

/**
 * Computes Chao's estimator S + (m−1)/m · f₁²/2f₂, in the bias-corrected form if no record was captured twice
 * (Chao 1987, eq. 5; Chao et al. 2009). It is a lower bound if capture probabilities differ. Interval:
 * log-normal over the unseen part (Chao 1987, eq. 12).
 */
export function chao2({ occasions: m, seen, frequencies }: Incidence): Estimate {
  const f1 = frequencies[1] ?? 0;
  const f2 = frequencies[2] ?? 0;
  const share = m > 1 ? (m - 1) / m : 1;
  const unseen = f2 > 0 ? (share * f1 * f1) / (2 * f2) : (share * f1 * (f1 - 1)) / 2;
  const r = f2 > 0 ? f1 / f2 : 0;
  const variance =
    f2 > 0
      ? f2 * ((share / 2) * r ** 2 + share ** 2 * r ** 3 + (share ** 2 / 4) * r ** 4)
      : (share * f1 * (f1 - 1)) / 2 +
        (share ** 2 * f1 * (2 * f1 - 1) ** 2) / 4 -
        (share ** 2 * f1 ** 4) / (4 * Math.max(1, seen + unseen));
  return logNormal(seen, unseen, Math.max(0, variance));
}

/** Records captured at most this often are rare (Lee and Chao 1994). */
const RARE = 10;

/**
 * Computes the incidence-based coverage estimator (Lee and Chao 1994): all records captured more than ten
 * times are known; the rare ones are divided by sample coverage and corrected by the coefficient of
 * variation.
 */
export function ice({ occasions: m, seen, frequencies }: Incidence): number {
  let rare = 0;
  let meetings = 0;
  let pairs = 0;
  for (let k = 1; k <= RARE; k++) {
    const f = frequencies[k] ?? 0;
    rare += f;
    meetings += k * f;
    pairs += k * (k - 1) * f;
  }
  const f1 = frequencies[1] ?? 0;
  if (meetings === 0 || f1 === meetings) return Number.POSITIVE_INFINITY;
  const coverage = 1 - f1 / meetings;
  const spread = Math.max(0, ((rare / coverage) * (m / Math.max(1, m - 1)) * pairs) / meetings ** 2 - 1);
  return seen - rare + rare / coverage + (f1 / coverage) * spread;
}

/** Computes the first- and second-order jackknife (Burnham and Overton 1978). */
export function jackknife({ occasions: m, seen, frequencies }: Incidence): {
  readonly first: number;
  readonly second: number;
} {
  const f1 = frequencies[1] ?? 0;
  const f2 = frequencies[2] ?? 0;
  const first = seen + (f1 * (m - 1)) / m;
  const second = m < 2 ? first : seen + (f1 * (2 * m - 3)) / m - (f2 * (m - 2) ** 2) / (m * (m - 1));
  return { first, second };
}

/** Computes Chapman's form of the Lincoln–Petersen estimator, with its variance. */
export function chapman(first: number, second: number, both: number): Estimate {
  const size = ((first + 1) * (second + 1)) / (both + 1) - 1;
  const variance =
    ((first + 1) * (second + 1) * (first - both) * (second - both)) / ((both + 1) ** 2 * (both + 2));
  const seen = first + second - both;
  return logNormal(seen, Math.max(0, size - seen), variance);
}

function logNormal(seen: number, unseen: number, variance: number): Estimate {
  if (unseen <= 0) return { size: seen, low: seen, high: seen };
  const spread = Math.exp(Z * Math.sqrt(Math.log(1 + variance / unseen ** 2)));
  return { size: seen + unseen, low: seen + unseen / spread, high: seen + unseen * spread };
}
