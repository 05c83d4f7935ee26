/** How values of air are put into words, the same in terminal, report and web UI. A door without parts, so that a browser can load it. */

/** A value as a result has it in memory, or as `divisions.json` has it. */
export interface ShownValue {
  readonly value: number | null;
  /** `measured`, `estimated` or `none`. */
  readonly mark: string;
  /** False for an estimate that is no better than the mean of its city. */
  readonly skilled: boolean;
  readonly synthetic: boolean;
  /** An end without a limit is infinite, or null in JSON. */
  readonly uncertainty: {
    readonly low: number | null;
    readonly high: number | null;
    readonly level: number | null;
  } | null;
  readonly dayError: number | null;
  readonly days: number;
  /** Months, 1 to 12. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** "measured", "estimated, no skill, synthetic". */
export const markWords = ({
  mark,
  skilled,
  synthetic,
}: Pick<ShownValue, 'mark' | 'skilled' | 'synthetic'>): string =>
  [mark, ...(skilled ? [] : ['no skill']), ...(synthetic ? ['synthetic'] : [])].join(', ');

/** "24–48"; undefined without a 95 % interval: limits that are rounding alone bound no mean. */
export function intervalWords({ uncertainty }: ShownValue, digits: number): string | undefined {
  if (uncertainty === null || uncertainty.level === null) return undefined;
  const [low, high] = [uncertainty.low ?? 0, uncertainty.high ?? Number.POSITIVE_INFINITY];
  const shown = high - low < 2 ? digits : 0;
  return `${low.toFixed(shown)}–${Number.isFinite(high) ? high.toFixed(shown) : '…'}`;
}

/** "43.8 (24–48)", "43.8", or a dash. */
export function valueWords(shown: ShownValue, digits: number): string {
  if (shown.value === null) return '–';
  const interval = intervalWords(shown, digits);
  return `${shown.value.toFixed(digits)}${interval === undefined ? '' : ` (${interval})`}`;
}

/** "5 of 90 days, ±4.1", or "5 of 365 days, none from October to January, May to July". */
export function dayWords(
  { value, days, dayError, gaps }: ShownValue,
  daysOfPeriod: number,
  digits: number,
): string {
  if (value === null) return '';
  const error = dayError === null ? '' : `, ±${dayError.toFixed(digits)}`;
  const seasons = gaps.map(({ from, to }) => monthsWords(from, to));
  return `${days} of ${daysOfPeriod} days${error}${seasons.length === 0 ? '' : `, none from ${seasons.join(', ')}`}`;
}

const MONTHS = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
const monthName = (month: number): string => MONTHS.format(Date.UTC(2000, month - 1));

/** "October to January". @param from month, 1 to 12 */
export const monthsWords = (from: number, to: number): string =>
  from === to ? monthName(from) : `${monthName(from)} to ${monthName(to)}`;

/** "71 Satisfactory (5 days)", or a dash. */
export const aqiWords = (
  aqi: { readonly value: number; readonly category: string; readonly days: number } | null,
): string => (aqi === null ? '–' : `${aqi.value} ${aqi.category} (${plural(aqi.days, 'day')})`);

/** "mean of 1 of its 7 divisions", "mean of 3 to 5 of …" where pollutants differ. */
export function meanWords(means: readonly { readonly known: number; readonly of: number }[]): string {
  const known = means.map((one) => one.known);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (known.length === 0) return 'mean of none of its divisions';
  return `mean of ${least === most ? least : `${least} to ${most}`} of its ${plural(means[0]?.of ?? 0, 'division')}`;
}
