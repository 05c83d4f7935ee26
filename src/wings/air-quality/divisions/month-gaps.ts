/** First and last day, both included, `2025-09-23`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Months in a row without a day, 1 is January; `to` lies before `from` where they pass the turn of a year. */
export interface MonthGap {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;
const DAYS_OF_YEAR = 365;
/** The shortest season of India is the winter, January and February (India Meteorological Department). */
const SEASON_MONTHS = 2;
/** A shorter period has no second season that could be missing. */
const LONGEST_QUARTER = 92;

export const daysIn = ({ from, to }: Period): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** Tells whether a mean over a period may be held against the limits of an annual mean. */
export const isYear = (period: Period): boolean => daysIn(period) >= DAYS_OF_YEAR;

/**
 * Seasons without a day, the longest first: months in a row of a period of which none of the days is. In a year or more, months
 * of all years count together and December comes before January; in a shorter period, only months that lie wholly in it.
 */
export function monthGaps(days: Iterable<string>, period: Period): MonthGap[] {
  if (daysIn(period) <= LONGEST_QUARTER) return [];
  const round = isYear(period);
  const monthOf = (day: string) => (round ? 0 : 12 * Number(day.slice(0, 4))) + Number(day.slice(5, 7)) - 1;
  const held = new Set([...days].map(monthOf));
  // The next day of the last day of a whole month is a first one.
  const after = new Date(Date.parse(period.to) + DAY_MS).toISOString();
  const first = round ? 0 : monthOf(period.from) + (period.from.endsWith('-01') ? 0 : 1);
  const last = round ? 11 : monthOf(after) - 1;
  // Runs of a year begin behind a month that has a day, so that none is cut by its turn.
  const start = round ? Math.max(0, [...held][0] ?? 0) : first;
  const runs: number[][] = [[]];
  for (let month = start; month <= start + last - first; month++) {
    const own = round ? month % 12 : month;
    if (held.has(own)) runs.push([]);
    else runs.at(-1)?.push(own);
  }
  return runs
    .filter(({ length }) => length >= SEASON_MONTHS)
    .sort((a, b) => b.length - a.length)
    .map((run) => ({ from: ((run[0] ?? 0) % 12) + 1, to: ((run.at(-1) ?? 0) % 12) + 1 }));
}
