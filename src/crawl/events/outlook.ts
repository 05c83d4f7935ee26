/** Says how fast units of work are done, and how many are left. */
export interface Pace {
  readonly done: number;
  /** Milliseconds that those took. */
  readonly ms: number;
  /** The same of the latest of them. */
  readonly lately?: { readonly done: number; readonly ms: number };
  /** Units that are left of those that are known. */
  readonly left: number;
  /** New units that each one brings to light; 0 by default. */
  readonly growth?: number;
  /** Most units that a budget still allows. */
  readonly allowed?: number;
  /** Milliseconds from one unit to the next where they must follow each other, and how many of those left must. */
  readonly line?: { readonly gapMs: number; readonly left: number };
}

/** Milliseconds: for what is known at the better pace, and with what comes to light at the worse one. */
export interface TimeLeft {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** @returns null before anything is done */
export function timeLeft({ done, ms, lately, left, growth = 0, allowed, line }: Pace): TimeLeft | null {
  if (done === 0) return null;
  const paces = [ms / done, ...(lately !== undefined && lately.done > 0 ? [lately.ms / lately.done] : [])];
  const known = Math.min(left, allowed ?? left);
  if (known === 0) return { leastMs: 0, mostMs: 0 };
  const all = Math.min(
    growth < 1 ? left / (1 - growth) : (allowed ?? left),
    allowed ?? Number.POSITIVE_INFINITY,
  );
  // A budget is used up by whatever comes first.
  const inLine = line === undefined ? 0 : (line.gapMs * line.left * known) / left;
  const leastMs = Math.max(known * Math.min(...paces), inLine);
  return { leastMs, mostMs: Math.max(all * Math.max(...paces), (inLine * all) / known, leastMs) };
}

/** `3–12 min`, `40 s – 2 min`, `2 h` */
export function timeLeftText({ leastMs, mostMs }: TimeLeft): string {
  const [least, most] = [leastMs, mostMs].map((ms) => inUnits(ms / 1_000));
  const [low = '', high = ''] = [least, most].map((one) => `${one?.value} ${one?.unit}`);
  if (low === high) return low;
  return least?.unit === most?.unit ? `${least?.value}–${high}` : `${low} – ${high}`;
}

function inUnits(seconds: number): { readonly value: number; readonly unit: string } {
  if (seconds < 90) return { value: Math.ceil(seconds), unit: 's' };
  if (seconds < 5_400) return { value: Math.round(seconds / 60), unit: 'min' };
  const hours = seconds / 3_600;
  return hours < 48
    ? { value: Math.round(hours * 10) / 10, unit: 'h' }
    : { value: Math.round(hours / 24), unit: 'days' };
}

/** Says how far a run is that has not ended, from its store alone. */
export interface Outlook {
  /** What is counted: pages, then forms. */
  readonly stage: 'exploring' | 'querying';
  readonly done: number;
  /** Those known, as far as the budget of pages goes. */
  readonly left: number;
  /** Queries that were sent and the records that they brought, where forms are queried. */
  readonly queries?: number;
  readonly records?: number;
  /** Estimate of the records that the forms reach; null where it is not known of all. */
  readonly size?: number | null;
  /** Share of what is known that is done. */
  readonly share: number;
  /** Milliseconds that the stage takes yet; null before anything is done. */
  readonly timeLeft: TimeLeft | null;
  readonly slow: readonly SlowReason[];
}

type SlowReason =
  /** Requests to the host with the most links are so far apart. */
  | { readonly code: 'delay'; readonly host: string; readonly ms: number }
  /** So many of all links that wait are of one host, or forms of one site. */
  | { readonly code: 'one-host'; readonly host: string; readonly count: number; readonly of: number }
  /** So many of all fetches were made again. */
  | { readonly code: 'retries'; readonly count: number; readonly of: number };

/** Says how far a run is, how long it takes yet and why, one sentence each. */
export function outlookText(outlook: Outlook): string[] {
  const { stage, done, left, share, timeLeft, slow, queries, records = 0, size = null } = outlook;
  const [what, did] = stage === 'exploring' ? ['pages', 'read'] : ['forms', 'queried'];
  const rest = timeLeft === null ? '' : `; ${timeLeftText(timeLeft)} left`;
  const found = `${grouped(records)}${size === null ? '' : ` of about ${grouped(size)}`} records`;
  const querying = `${grouped(queries ?? 0)} queries and result pages, ${found}, ${grouped(left)} of ${grouped(done + left)} forms left`;
  const known = `${Math.floor(100 * share)} % of the known ${what} ${did} (${grouped(done)} of ${grouped(done + left)})`;
  return [
    (queries === undefined ? known : querying) + rest,
    ...slow.map((reason) => `slow: ${slowText(reason, what)}`),
  ];
}

function slowText(reason: SlowReason, what: string): string {
  if (reason.code === 'delay')
    return `requests to ${reason.host} are ${(reason.ms / 1_000).toFixed(1)} s apart`;
  const counts = `${grouped(reason.count)} of ${grouped(reason.of)}`;
  return reason.code === 'one-host'
    ? `${counts} waiting ${what} are on ${reason.host}`
    : `${counts} requests were made again`;
}

const grouped = (value: number): string => value.toLocaleString('en');
