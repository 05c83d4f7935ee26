/** Least hours of a valid daily mean: 16 by CPCB 2014, 75 % by the US EPA. */
export const MIN_HOURS = { india: 16, us: 18 } as const;
/** Least share of readings of a valid hourly mean (US EPA, 40 CFR 50 appendix N). */
const LEAST_SHARE_OF_HOUR = 0.75;

interface Reading {
  /** Milliseconds since 1970, UTC; the end of the period. */
  readonly at: number;
  readonly value: number;
}

interface PeriodMean {
  /** End of the period, milliseconds since 1970, UTC. */
  readonly at: number;
  /** Null for too few readings; `count` is their number. */
  readonly value: number | null;
  readonly count: number;
}

const HOUR_MS = 3_600_000;

/**
 * Hourly means of more frequent readings; null where fewer than three quarters of the readings are there.
 * @param everyMinutes distance of the readings
 */
export function hourlyMeans(readings: readonly Reading[], everyMinutes: number): PeriodMean[] {
  const least = Math.ceil((60 / everyMinutes) * LEAST_SHARE_OF_HOUR);
  return periodMeans(readings, (at) => Math.ceil(at / HOUR_MS) * HOUR_MS, least);
}

/**
 * Daily means of hourly ones, by calendar day of a zone.
 * @param offsetMs how far the zone's clocks are ahead of UTC
 * @param leastHours such as `LEAST_HOURS.india`
 */
export function dailyMeans(hours: readonly Reading[], offsetMs: number, leastHours: number): PeriodMean[] {
  const day = 24 * HOUR_MS;
  return periodMeans(hours, (at) => Math.ceil((at + offsetMs) / day) * day - offsetMs, leastHours);
}

function periodMeans(
  readings: readonly Reading[],
  endOf: (at: number) => number,
  least: number,
): PeriodMean[] {
  const periods = new Map<number, Map<number, number>>();
  for (const { at, value } of readings) {
    const end = endOf(at);
    const known = periods.get(end) ?? new Map<number, number>();
    // The same time twice is one reading.
    known.set(at, value);
    periods.set(end, known);
  }
  return [...periods]
    .sort(([a], [b]) => a - b)
    .map(([at, members]) => {
      const values = [...members.values()];
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return { at, value: values.length >= least ? mean : null, count: values.length };
    });
}
