const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
/** Spreadsheets write the hour so: `12:00 AM` is midnight. */
const HALF_DAY = /(\d{1,2})(:\d{2}(?::\d{2})?)\s?([ap])\.?m\.?$/i;
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;
const ZONED = /^\d{4}-\d{2}-\d{2}[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/;
/** `01-Jan-2024 - 13:00`. */
const MONTH_NAMED = /^(\d{1,2}[- ])([a-z]{3})([- ]\d{4})(?: ?- ?| )?/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A time as feeds write it (`23-09-2025 12:00:00`, `07-04-2026 21:00`, `02-01-15`, `2017-02-27`, ISO with a zone).
 * A date without a time is the whole day: its end is given.
 * @param timeZone IANA zone of a time that names none
 * @returns ISO 8601 in UTC; null for what is no time
 */
export function instantOf(text: string, timeZone: string): string | null {
  const given = text
    .trim()
    .replace(MONTH_NAMED, (whole, day: string, name: string, year: string) => {
      const month = MONTHS.indexOf(name.toLowerCase()) + 1;
      return month === 0 ? whole : `${`${day}${month}${year}`.replaceAll(' ', '-')} `;
    })
    .trim()
    .replace(HALF_DAY, (_, hour: string, rest: string, half: string) => {
      const past = Number(hour) % 12;
      return `${/p/i.test(half) ? past + 12 : past}${rest}`;
    });
  if (ZONED.test(given)) {
    const parsed = Date.parse(given);
    return Number.isNaN(parsed) ? null : new Date(parsed).toISOString();
  }
  const dayFirst = DAY_FIRST.exec(given);
  const parts = dayFirst
    ? [dayFirst[3], dayFirst[2], dayFirst[1], ...dayFirst.slice(4)]
    : YEAR_FIRST.exec(given)?.slice(1);
  if (parts === undefined) return null;
  const [year, month, day, hour, minute, second] = parts.map((part) =>
    part === undefined ? undefined : Number(part),
  );
  if (year === undefined || month === undefined || day === undefined) return null;
  const full = year < 100 ? 2000 + year : year;
  const wall = Date.UTC(full, month - 1, day, hour ?? 24, minute ?? 0, second ?? 0);
  const date = new Date(Date.UTC(full, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || (hour ?? 0) > 24) return null;
  return new Date(wall - offsetAt(wall, timeZone)).toISOString();
}

/** Turns times round that a table writes month first, which days above 12 prove: `3/20/2026`. */
export function turnedTimes<Row extends { readonly time: string }>(rows: readonly Row[]): readonly Row[] {
  const partsOf = ({ time }: Row) => /^(\d{1,2})\/(\d{1,2})(\/.*)$/.exec(time.trim());
  const parts = rows.map(partsOf);
  const isMonthFirst = parts.some((of) => Number(of?.[2]) > 12) && !parts.some((of) => Number(of?.[1]) > 12);
  if (!isMonthFirst) return rows;
  return rows.map((row, i) => {
    const [, month, day, rest] = parts[i] ?? [];
    return month === undefined ? row : { ...row, time: `${day}/${month}${rest}` };
  });
}

/** Milliseconds by which a zone's clocks are ahead of UTC at a wall-clock time. */
function offsetAt(wall: number, timeZone: string): number {
  const first = clockOf(wall, timeZone) - wall;
  // The offset at the true instant may differ from that at the guess, where clocks change.
  return clockOf(wall - first, timeZone) - (wall - first);
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

function clockOf(instant: number, timeZone: string): number {
  let format = FORMATS.get(timeZone);
  if (format === undefined) {
    const two = '2-digit' as const;
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
    FORMATS.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Calendar day of an instant in a zone, `2025-09-23`; an instant at midnight ends the day before. */
export function dayOf(at: string, timeZone: string): string {
  return new Date(clockOf(Date.parse(at) - 1, timeZone)).toISOString().slice(0, 10);
}
