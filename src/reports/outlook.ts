import { type Outlook, type TimeLeft, timeLeft } from '../crawl/events/index.ts';
import type { ResolvedOptions } from '../crawl/settings/index.ts';
import { BUDGET_CODES } from '../submissions/index.ts';
import type { LinkFigures, RunRow, Store } from '../storage/index.ts';

type Options = Pick<
  ResolvedOptions,
  'web' | 'delayMs' | 'maxPages' | 'maxSeconds' | 'submit' | 'submitTo' | 'maxSubmissions' | 'maxAnswerPages'
>;
/** A gap between requests that slows a run which keeps none of its own. */
const LONG_GAP_MS = 250;
const MANY_RETRIES = 0.1;
/** Tell whether a form searches. */
const FEW_QUERIES = 6;
const MOST_AT_WORK = 0.99;
/** By default. */
const SITES_AT_ONCE = 24;

/** @param links with all links of the run @param pages that were read @returns null for a run that has ended */
export async function collectOutlook(
  { pace, runs }: Pick<Store, 'pace' | 'runs'>,
  runId: number,
  links: readonly LinkFigures[],
  pages: number,
): Promise<Outlook | null> {
  const run = await runs.get(runId);
  if (run === undefined || !['running', 'paused', 'interrupted'].includes(run.status)) return null;
  const options = JSON.parse(run.options) as Partial<Options>;
  const allowed = Math.max(0, (options.maxPages ?? Number.POSITIVE_INFINITY) - pages);
  const count = (figure: (row: LinkFigures) => number, ...states: LinkFigures['state'][]) =>
    links.reduce((sum, row) => sum + (states.includes(row.state) ? figure(row) : 0), 0);
  const waiting = count((row) => row.count, 'waiting', 'leased');
  const newest = await pace.busiestHost(runId);
  const domains = options.submitTo === 'all' ? undefined : (JSON.parse(run.domains) as string[]);
  const sites = options.submit === false ? [] : await pace.queries(runId, BUDGET_CODES, domains);
  const queried = Math.max(0, ...sites.map(({ sent_at }) => sent_at ?? 0));
  const left = Math.min(waiting, allowed);
  const isQuerying = sites.length > 0 && (left === 0 || queried > (newest?.fetchedAt[0] ?? 0));
  // What was stopped takes no time until it goes on.
  const capped = (time: TimeLeft | null) =>
    run.status === 'interrupted' ? null : withinSeconds(time, run, options);
  if (isQuerying) {
    const done = sites.reduce((sum, site) => sum + site.queried, 0);
    const waits = sites.reduce((sum, site) => sum + site.forms, 0) - done;
    const [longest] = sites.toSorted((a, b) => b.forms - b.queried - (a.forms - a.queried));
    const inLine = longest === undefined ? 0 : longest.forms - longest.queried;
    const asked = sites.flatMap(({ ms, ...site }) => (ms === null || site.sent < 2 ? [] : [{ ...site, ms }]));
    const timed = asked.filter(({ queried }) => queried > 0);
    // Sites side by side, the forms of each one after another.
    const rounds = Math.max(inLine, Math.ceil(waits / SITES_AT_ONCE));
    const slowest = timed.toSorted((a, b) => b.ms / b.queried - a.ms / a.queried)[0];
    const time = timeLeft({
      done: timed.reduce((sum, site) => sum + site.queried, 0),
      ms: timed.reduce((sum, site) => sum + site.ms, 0),
      ...(slowest && { lately: { done: slowest.queried, ms: slowest.ms } }),
      left: rounds,
    });
    // Before a form is done: what its budgets allow, at the pace of its queries and result pages so far.
    const gapMs = Math.max(0, ...asked.map(({ ms, sent }) => ms / (sent - 1)));
    const { maxSubmissions = FEW_QUERIES, maxAnswerPages = 0 } = options;
    const after = (requests: number) => gapMs * Math.max(1, requests - (longest?.sent ?? 0));
    const first = { leastMs: after(FEW_QUERIES), mostMs: after(rounds * (maxSubmissions + maxAnswerPages)) };
    const isOne = longest !== undefined && waits > 1 && inLine > waits / 2;
    const slow = isOne ? ([{ code: 'one-host', host: longest.site, count: inLine, of: waits }] as const) : [];
    const sum = (figure: (site: (typeof sites)[number]) => number) =>
      sites.reduce((all, site) => all + figure(site), 0);
    const [queries, records] = [sum(({ sent }) => sent), sum((site) => site.records)];
    const isEstimated = sites.every(({ size }) => size !== null);
    const size = isEstimated ? Math.max(records, Math.round(sum((site) => site.size ?? 0))) : null;
    const share = size === null || size === 0 ? done / Math.max(1, done + waits) : records / size;
    const byRecords =
      size === null || size === records
        ? null
        : timeLeft({ done: records, ms: run.active_ms, left: size - records });
    return {
      ...{ stage: 'querying', done, left: waits, queries, records, size },
      // What is at work yet is not done.
      share: waits > 0 ? Math.min(MOST_AT_WORK, share) : share,
      ...{ timeLeft: capped(time ?? byRecords ?? (gapMs > 0 ? first : null)), slow },
    };
  }
  const grown = await pace.growth(runId);
  const lately = latePace(await runs.samples(runId));
  const gapMs = newest && medianGap(newest.fetchedAt);
  const line = newest && gapMs !== undefined && { gapMs, left: newest.links };
  const time = timeLeft({
    ...{
      done: pages,
      ms: run.active_ms,
      left: waiting,
      allowed,
      growth: grown.links / Math.max(1, grown.pages),
    },
    ...(lately && { lately }),
    ...(line && { line }),
  });
  const retries = count((row) => row.retries, 'waiting', 'leased', 'done', 'failed');
  const fetches = retries + count((row) => row.count, 'leased', 'done', 'failed');
  const delayMs = options.delayMs ?? (options.web === 'live' ? 1_000 : 0);
  const isLine = line && time && (line.gapMs * line.left * left) / waiting >= time.leastMs / 2;
  const isSlow = isLine && line.gapMs >= (delayMs || LONG_GAP_MS);
  return {
    ...{ stage: 'exploring', done: pages, left, share: pages / Math.max(1, pages + left) },
    timeLeft: capped(time),
    slow: [
      ...(isSlow && newest ? [{ code: 'delay', host: newest.host, ms: line.gapMs } as const] : []),
      ...(isSlow && newest && newest.links > waiting / 2
        ? [{ code: 'one-host', host: newest.host, count: newest.links, of: waiting } as const]
        : []),
      ...(retries > MANY_RETRIES * fetches
        ? [{ code: 'retries', count: retries, of: fetches } as const]
        : []),
    ],
  };
}

function withinSeconds(
  time: TimeLeft | null,
  { active_ms }: RunRow,
  { maxSeconds }: Partial<Options>,
): TimeLeft | null {
  if (time === null || maxSeconds === undefined) return time;
  const most = Math.max(0, maxSeconds * 1_000 - active_ms);
  return { leastMs: Math.min(time.leastMs, most), mostMs: Math.min(time.mostMs, most) };
}

/** Returns the pace of the last fifth of the pages. */
function latePace(samples: readonly { readonly pages: number; readonly active_ms: number }[]) {
  const last = samples.at(-1);
  const before = last && samples.findLast(({ pages }) => pages <= 0.8 * last.pages);
  return before && { done: last.pages - before.pages, ms: last.active_ms - before.active_ms };
}

/** Pauses and stops are few among the gaps. @param times the latest first */
function medianGap(times: readonly number[]): number | undefined {
  const gaps = times.slice(1).map((at, i) => (times[i] ?? at) - at);
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)];
}
